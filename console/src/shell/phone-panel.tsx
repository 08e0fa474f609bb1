import { useLayoutEffect, useRef } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { IconX } from '../ui/look/icons.ts'
import type { AppRoute } from './app-route.ts'
import { MenuEntries } from './menu-entries.tsx'
import classes from './phone-panel.module.css'

/** The menu on a phone: a modal panel, so that the browser keeps the focus inside and closes it on Escape. */
export function PhonePanel({ routes, onClose }: { routes: readonly AppRoute[]; onClose: () => void }) {
  const { t } = useMessages()
  const panel = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = panel.current
    const closeOnBackdrop = (event: MouseEvent) => event.target === element && element?.close()
    element?.showModal()
    element?.addEventListener('click', closeOnBackdrop)
    return () => {
      element?.removeEventListener('click', closeOnBackdrop)
      element?.close()
    }
  }, [])
  return (
    <dialog ref={panel} className={classes.panel} aria-label={t('shell.menu')} onClose={onClose}>
      <div className={classes.inside}>
        <button type="button" className={classes.close} aria-label={t('shell.menu.close')} onClick={onClose}>
          <IconX size={22} stroke={1.75} aria-hidden />
        </button>
        <nav aria-label={t('shell.menu')} className={classes.menu}>
          <MenuEntries routes={routes} />
        </nav>
      </div>
    </dialog>
  )
}
