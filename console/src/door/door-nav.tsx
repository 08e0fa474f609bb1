import { NavLink } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import classes from './door-nav.module.css'

const PAGES = ['arrive', 'collect', 'board', 'evacuation'] as const

/** The four jobs at the door. */
export function DoorNav() {
  const { t } = useMessages()
  return (
    <nav className={classes.nav} aria-label={t('shell.page.door')}>
      {PAGES.map((page) => (
        <NavLink key={page} to={page === 'arrive' ? paths.door : paths.doorPage(page)} end>
          {t(`door.page.${page}`)}
        </NavLink>
      ))}
    </nav>
  )
}
