import { NavLink } from 'react-router'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconLogout } from '../ui/look/icons.ts'
import { type AppRoute, isOn, type MenuEntry } from './app-route.ts'
import { logOut } from './log-out.ts'
import classes from './menu-entries.module.css'
import { MenuGroup } from './menu-group.tsx'

/** The pages of the menu, and Logout. A narrow sidebar shows only their icons. */
export function MenuEntries({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const entriesWithin = (path?: string) =>
    routes.filter(
      ({ path: own, menu, right }) => menu !== undefined && menu.within === path && may(right) && isOn(own),
    )
  const draw = ({ path, menu }: AppRoute) => {
    const children = entriesWithin(path)
    return (
      menu !== undefined && (
        <li key={path}>
          {children.length === 0 ? (
            <EntryLink path={path} menu={menu} />
          ) : (
            <MenuGroup path={path} menu={menu}>
              {children.map(draw)}
            </MenuGroup>
          )}
        </li>
      )
    )
  }
  return (
    <>
      <ul className={classes.entries}>{entriesWithin().map(draw)}</ul>
      <button type="button" className={`${classes.entry} ${classes.last}`} onClick={() => void logOut()}>
        <IconLogout size={20} stroke={1.75} aria-hidden />
        <span className="visually-hidden-slim">{t('shell.logout')}</span>
      </button>
    </>
  )
}

function EntryLink({ path, menu }: { path: string; menu: MenuEntry }) {
  const { t } = useMessages()
  return (
    <NavLink to={path} className={classes.entry ?? ''}>
      <menu.icon size={20} stroke={1.75} aria-hidden />
      <span className="visually-hidden-slim">{t(menu.label)}</span>
    </NavLink>
  )
}
