import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { OwnRole } from '../auth/use-own-role.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { Icon } from '../ui/look/draw-icon.tsx'
import type { AppRoute, PageRoute } from './app-route.ts'

/** A page of the console or an action; `about` names the page above it. */
export type FoundPage = { to: string; name: string; about: string; icon: Icon | undefined }

const ACTIONS: string[] = [
  paths.newPreaching,
  paths.newClass,
  paths.newAttendee,
  paths.invite,
  paths.inviteSeveral,
]
/** These pages need a class to be chosen first. */
const NO_PAGES: string[] = [paths.attendance, paths.historyAttendance]
/** Other words that people use for them, besides their names. */
const ALSO: Partial<Record<string, MessageKey>> = {
  [paths.preaching]: 'find.also.preaching',
  [paths.newPreaching]: 'find.also.newPreaching',
  [paths.classes]: 'find.also.classes',
  [paths.newClass]: 'find.also.newClass',
  [paths.attendees]: 'find.also.attendees',
  [paths.newAttendee]: 'find.also.newAttendee',
  [paths.account]: 'find.also.account',
  [paths.audit]: 'find.also.audit',
  [paths.reports]: 'find.also.reports',
}

/** The pages and actions that this person may use and whose words begin with the text; without a text, all of them. */
export function findPages(
  routes: readonly AppRoute[],
  text: string,
  { arranges, may }: Pick<OwnRole, 'arranges' | 'may'>,
): { pages: FoundPage[]; actions: FoundPage[] } {
  const words = searchKey(text).split(' ').filter(Boolean)
  const found = text.trim() !== '' && words.length === 0 ? [] : routes.filter(isPage).filter(isMeant)
  const isAction = ({ path }: PageRoute) => ACTIONS.includes(path)
  return {
    pages: found.filter((route) => !isAction(route)).map(describe),
    actions: found.filter(isAction).map((route) => ({ ...describe(route), about: '' })),
  }

  function isPage(route: AppRoute): route is PageRoute {
    return (
      'page' in route &&
      route.open !== true &&
      !route.path.includes(':') &&
      !NO_PAGES.includes(route.path) &&
      may(route.right) &&
      (arranges || route.path !== paths.newClass)
    )
  }

  function isMeant(route: PageRoute): boolean {
    const { name, about } = describe(route)
    const also = ALSO[route.path]
    const key = ` ${searchKey(`${name} ${about} ${also === undefined ? '' : t(also)}`)}`
    return words.every((word) => key.includes(` ${word}`))
  }

  function describe({ path, menu, title, crumb, parent }: PageRoute): FoundPage {
    const above = routes.find((route): route is PageRoute => 'page' in route && route.path === parent)
    const named = ACTIONS.includes(path) ? title : (menu?.label ?? crumb ?? title)
    const about = above === undefined ? '' : t(above.menu?.label ?? above.title)
    return { to: path, name: t(named), about, icon: menu?.icon }
  }
}
