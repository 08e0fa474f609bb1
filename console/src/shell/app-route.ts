import type { Landing } from '@vestry/contract/rules/landings.ts'
import type { Right } from '@vestry/contract/rules/rights.ts'
import { church } from '../console-config.ts'
import type { MessageKey } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { Icon } from '../ui/look/draw-icon.tsx'
import type { LazyPage } from './lazy-page.ts'

export type MenuEntry = {
  label: MessageKey
  icon: Icon
  /** The path of the menu entry above this one; that entry only opens and closes, and redirects. */
  within?: string
}

/** The addresses of the pages that people can choose as their start page. */
export type Landings = Readonly<Record<Landing, string>>

/** One row of the route table: router, guard, sidebar, breadcrumbs and titles all come from it. */
export type AppRoute = {
  path: string
  /** Its entry in the menu. */
  menu?: MenuEntry
  /** The right that the page needs, or all of several; people who lack it don't see the page in the menu. */
  right?: Right | readonly Right[]
} & (
  | { redirect: string }
  /** Redirects everybody to the start page of their choice. */
  | { landings: Landings }
  | {
      page: LazyPage
      title: MessageKey
      /** Open to everybody, and shown without the shell. */
      open?: true
      /** Its name in the breadcrumbs, if that is not its title. */
      crumb?: MessageKey
      /** The path of the page above it in the breadcrumbs. */
      parent?: string
    }
)

/** Whether the part of the church's features to which a page belongs is on; downloads belong to the public pages. */
export function isOn(path: string): boolean {
  const isBelow = (above: string) => path === above || path.startsWith(`${above}/`)
  const part = PARTS_BELOW.find(([, below]) => isBelow(below))?.[0]
  const { parts, publicPages, families, rooms, door } = church()
  return (
    (part === undefined || parts.includes(part)) &&
    (path !== paths.downloads || publicPages) &&
    (!isBelow(paths.families) || families) &&
    (path !== paths.rooms || rooms) &&
    (!isBelow(paths.door) || door)
  )
}

const PARTS_BELOW = [
  ['preaching', paths.preaching],
  ['sundaySchool', paths.sundaySchool],
] as const

export type PageRoute = Extract<AppRoute, { page: LazyPage }>
