import { IconLogout } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useWords } from '../words/use-words.ts'
import type { AppRoute } from './app-route.ts'
import { logOut } from './log-out.ts'
import classes from './menu-entries.module.css'

/** The pages of the menu, and Logout. In a slim sidebar only their icons show. */
export function MenuEntries({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useWords()
  return (
    <>
      <ul className={classes.entries}>
        {routes.map((route) => {
          if (!('menu' in route) || route.menu === undefined) {
            return null
          }
          const { label, icon: Icon } = route.menu
          return (
            <li key={route.path}>
              <NavLink to={route.path} className={classes.entry ?? ''}>
                <Icon size={20} stroke={1.75} aria-hidden />
                <span>{t(label)}</span>
              </NavLink>
            </li>
          )
        })}
      </ul>
      <button type="button" className={`${classes.entry} ${classes.last}`} onClick={() => void logOut()}>
        <IconLogout size={20} stroke={1.75} aria-hidden />
        <span>{t('shell.logout')}</span>
      </button>
    </>
  )
}
