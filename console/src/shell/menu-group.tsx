import { type ReactNode, useId, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { IconChevronDown } from '../ui/look/icons.ts'
import type { MenuEntry } from './app-route.ts'
import classes from './menu-entries.module.css'

/** An entry that unfolds further entries. It is open while one of them is the current page. */
export function MenuGroup(props: { path: string; menu: MenuEntry; children: ReactNode }) {
  const { t } = useMessages()
  const { path, menu } = props
  const { pathname } = useLocation()
  const id = useId()
  const within = matchPath({ path, end: false }, pathname) !== null
  const [open, setOpen] = useState(within)
  const [wasWithin, setWasWithin] = useState(within)
  if (within !== wasWithin) {
    setWasWithin(within)
    setOpen(open || within)
  }
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={open}
        aria-controls={id}
        // When it is closed, it stands for the page that it hides.
        aria-current={within && !open ? 'true' : undefined}
        onClick={() => setOpen((now) => !now)}
      >
        <menu.icon size={20} stroke={1.75} aria-hidden />
        <span className="visually-hidden-slim">{t(menu.label)}</span>
        <IconChevronDown size={14} stroke={2} aria-hidden className={classes.chevron} />
      </button>
      <ul id={id} hidden={!open} className={`${classes.entries} ${classes.below}`}>
        {open && props.children}
      </ul>
    </>
  )
}
