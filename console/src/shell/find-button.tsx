import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../messages/use-messages.ts'
import { IconSearch } from '../ui/look/icons.ts'
import type { AppRoute } from './app-route.ts'
import { FindBox, loadFindAnswer } from './find-box.tsx'
import classes from './header-menu.module.css'
import { useOpenHere } from './use-open-here.ts'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)

/** Opens the dialog that finds anything, as Ctrl+K does (Cmd+K on a Mac). */
export function FindButton({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useMessages()
  const box = useOpenHere()
  const open = () => {
    // If another dialog asks something, or has unsaved input, that one stays.
    if (!isDialogOpen()) {
      // At once, or the next letters that are typed would be lost.
      flushSync(box.open)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (isShortcut(event) && (box.isOpen || !isDialogOpen())) {
      event.preventDefault()
      if (!box.isOpen) {
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
      {box.isOpen && <FindBox routes={routes} onClose={box.close} />}
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
