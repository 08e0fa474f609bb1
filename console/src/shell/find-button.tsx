import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { currentNavigation } from '../ui/guarded-history.ts'
import { IconSearch } from '../ui/icons.ts'
import type { AppRoute } from './app-route.ts'
import classes from './header-menu.module.css'

type Dialog = ComponentType<{ routes: readonly AppRoute[]; onClose: () => void }>

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)
const SHOWN_MS = 6000
let loaded: Dialog | undefined

async function loadDialog(): Promise<void> {
  loaded = (await Promise.all([import('./find-dialog.tsx'), loadMessages('find')]))[0].FindDialog
}

/** Opens the dialog that finds anything, as Ctrl+K does, on a Mac Cmd+K; its code is fetched when it is first wanted. */
export function FindButton({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useMessages()
  const { key } = useLocation()
  // It belongs to the page that it was opened on, and goes with it.
  const [openedAt, setOpenedAt] = useState<string>()
  const [drawn, setDrawn] = useState(key)
  const [failed, setFailed] = useState(false)
  if (drawn !== key) {
    setDrawn(key)
    setOpenedAt(openedAt === key ? key : undefined)
  }
  const isOpen = openedAt !== undefined
  const show = () => {
    // What another dialog asks for, or holds unsaved, comes first.
    if (!isDialogOpen()) {
      // Somebody may be on a page already that is yet to be drawn.
      setOpenedAt(currentNavigation().location.key)
    }
  }
  const open = () => {
    setFailed(false)
    if (loaded === undefined) {
      loadDialog().then(show, () => setFailed(true))
    } else {
      // At once, or the first letter that is typed next would be lost.
      flushSync(show)
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
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  useEffect(() => {
    const timer = failed ? setTimeout(() => setFailed(false), SHOWN_MS) : undefined
    return () => clearTimeout(timer)
  }, [failed])
  const preload = () => void loadDialog().catch(() => undefined)
  const Dialog = isOpen ? loaded : undefined
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
      {failed && (
        <p role="alert" className={classes.popup}>
          {t('data.offline')}
        </p>
      )}
      {Dialog && <Dialog routes={routes} onClose={() => setOpenedAt(undefined)} />}
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
