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
  [paths.today]: 'find.also.today',
  [paths.preaching]: 'find.also.preaching',
  [paths.newPreaching]: 'find.also.newPreaching',
  [paths.classes]: 'find.also.classes',
  [paths.newClass]: 'find.also.newClass',
  [paths.attendees]: 'find.also.attendees',
  [paths.newAttendee]: 'find.also.newAttendee',
  [paths.account]: 'find.also.account',
  [paths.audit]: 'find.also.audit',
  [paths.reports]: 'find.also.reports',
  [paths.settings]: 'find.also.settings',
  [paths.rights]: 'find.also.rights',
}

/**
 * How well a text fits an entry: 0 if it begins the name, 1 if it begins words of the name, 2 if it begins other words
 * of the entry, undefined if it does not fit. Without a text everything fits equally.
 */
export function rankOf(text: string, name: string, also = ''): 0 | 1 | 2 | undefined {
  const words = searchKey(text).split(' ').filter(Boolean)
  if (text.trim() !== '' && words.length === 0) {
    return undefined
  }
  const has = (key: string) => words.every((word) => ` ${key}`.includes(` ${word}`))
  const ofName = searchKey(name)
  if (has(ofName)) {
    return ofName.startsWith(words.join(' ')) ? 0 : 1
  }
  return has(`${ofName} ${searchKey(also)}`) ? 2 : undefined
}

/** The pages and actions that this person may use and that fit a text, the best first; without a text, all of them. */
export function findPages(
  routes: readonly AppRoute[],
  text: string,
  { arranges, may }: Pick<OwnRole, 'arranges' | 'may'>,
): { pages: FoundPage[]; actions: FoundPage[] } {
  const found = routes
    .filter(isPage)
    .map((route) => ({ ...describe(route), isAction: ACTIONS.includes(route.path) }))
    .map((page) => ({ page, rank: rankOf(text, page.name, `${page.about} ${alsoOf(page.to)}`) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => Number(one.rank) - Number(other.rank))
    .map(({ page }) => page)
  return {
    pages: found.filter(({ isAction }) => !isAction),
    actions: found.filter(({ isAction }) => isAction).map((action) => ({ ...action, about: '' })),
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

  function alsoOf(path: string): string {
    const also = ALSO[path]
    return also === undefined ? '' : t(also)
  }

  function describe({ path, menu, title, crumb, parent }: PageRoute): FoundPage {
    const above = routes.find((route): route is PageRoute => 'page' in route && route.path === parent)
    const named = ACTIONS.includes(path) ? title : (menu?.label ?? crumb ?? title)
    const about = above === undefined ? '' : t(above.menu?.label ?? above.title)
    return { to: path, name: t(named), about, icon: menu?.icon }
  }
}
