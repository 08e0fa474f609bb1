import { Tooltip } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useWords } from '../words/use-words.ts'
import type { AppRoute } from './app-route.ts'
import { logOut } from './log-out.ts'
import classes from './menu-entries.module.css'

/** The pages of the menu and Logout; `slim` shows only their icons, with the names as tooltips. */
export function MenuEntries({ routes, slim = false }: { routes: readonly AppRoute[]; slim?: boolean }) {
  const { t } = useWords()
  return (
    <>
      <ul className={classes.entries} data-slim={slim || undefined}>
        {routes.map((route) => {
          if (!('menu' in route) || route.menu === undefined) {
            return null
          }
          const { label, icon: Icon } = route.menu
          return (
            <li key={route.path}>
              <Tooltip label={t(label)} position="right" disabled={!slim} events={TOOLTIP_EVENTS}>
                <NavLink to={route.path} className={classes.entry ?? ''}>
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span>{t(label)}</span>
                </NavLink>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <div className={classes.foot} data-slim={slim || undefined}>
        <Tooltip label={t('shell.logout')} position="right" disabled={!slim} events={TOOLTIP_EVENTS}>
          <button type="button" className={classes.entry} onClick={() => void logOut()}>
            <IconLogout size={20} stroke={1.75} aria-hidden />
            <span>{t('shell.logout')}</span>
          </button>
        </Tooltip>
      </div>
    </>
  )
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false }
