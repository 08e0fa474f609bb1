import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../ui/look/icons.ts'
import { useNarrowScreen } from '../ui/use-narrow-screen.ts'
import type { AppRoute } from './app-route.ts'
import { MenuEntries } from './menu-entries.tsx'
import classes from './sidebar.module.css'

const STORED_AS = 'vestry.sidebar'

/** The menu beside the page; where there is no room for it, it is in a panel instead. */
export function Sidebar({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useMessages()
  const narrow = useNarrowScreen()
  const [slim, setSlim] = useState(() => localStorage.getItem(STORED_AS) === 'slim')
  const Icon = slim ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const [quiet, setQuiet] = useState(false)
  const toggle = () => {
    localStorage.setItem(STORED_AS, slim ? 'wide' : 'slim')
    setSlim(!slim)
  }
  if (narrow) {
    return null
  }
  return (
    <aside
      className={classes.sidebar}
      data-slim={slim || undefined}
      data-quiet={quiet || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setQuiet(true)}
      onPointerLeave={() => setQuiet(false)}
      onBlur={() => setQuiet(false)}
    >
      <nav aria-label={t('shell.menu')} className={classes.menu}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={!slim}
          aria-label={t(slim ? 'shell.menu.expand' : 'shell.menu.collapse')}
          onClick={toggle}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
        </button>
        <MenuEntries routes={routes} />
      </nav>
    </aside>
  )
}
