import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { currentNavigation } from '../ui/guarded-history.ts'
import { IconSearch } from '../ui/icons.ts'
import type { AppRoute } from './app-route.ts'
import { FindBox, loadFindAnswer } from './find-box.tsx'
import classes from './header-menu.module.css'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)

/** Opens the dialog that finds anything, as Ctrl+K does, on a Mac Cmd+K. */
export function FindButton({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useMessages()
  const { key } = useLocation()
  // It belongs to the page that it was opened on, and goes with it.
  const [openedAt, setOpenedAt] = useState<string>()
  const [drawn, setDrawn] = useState(key)
  if (drawn !== key) {
    setDrawn(key)
    setOpenedAt(openedAt === key ? key : undefined)
  }
  const isOpen = openedAt !== undefined
  const open = () => {
    // What another dialog asks for, or holds unsaved, comes first.
    if (!isDialogOpen()) {
      // At once, or the first letter that is typed next would be lost. Somebody may be on a page already that is yet
      // to be drawn.
      flushSync(() => setOpenedAt(currentNavigation().location.key))
    }
  }
  const press = (event: KeyboardEvent) => {
    if (isShortcut(event) && (isOpen || !isDialogOpen())) {
      event.preventDefault()
      if (!isOpen) {
        open()
      }
    }
  }
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  const preload = () => void loadFindAnswer().catch(() => undefined)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t('shell.find')}
        title={`${t('shell.find')} (${IS_MAC ? '⌘K' : 'Ctrl+K'})`}
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </button>
      {isOpen && <FindBox routes={routes} onClose={() => setOpenedAt(undefined)} />}
    </>
  )
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const held = IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return held && !altKey && !shiftKey && key.toLowerCase() === 'k'
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog:modal') !== null
}
