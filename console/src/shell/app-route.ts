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
  /** The path of the entry that this one is below; that one only opens and closes, and redirects. */
  within?: string
}

/** The addresses of the pages that people can choose to land on. */
export type Landings = Readonly<Record<Landing, string>>

/** One row of the route table: router, guard, sidebar, breadcrumbs and titles all come from it. */
export type AppRoute = {
  path: string
  /** Its entry in the menu. */
  menu?: MenuEntry
  /** The right that it needs, or all that it does; who lacks it does not find it in the menu. */
  right?: Right | readonly Right[]
} & (
  | { redirect: string }
  /** Leads everybody to the page of their choice. */
  | { landings: Landings }
  | {
      page: LazyPage
      title: MessageKey
      /** Open to everybody, and shown without the shell. */
      open?: true
      /** Its name in the breadcrumbs, when that is not its title. */
      crumb?: MessageKey
      /** The path of the page above it in the breadcrumbs. */
      parent?: string
    }
)

/** Whether the part of the church that a page belongs to is on; downloads are those from the public pages. */
export function isOn(path: string): boolean {
  const part = PARTS_BELOW.find(([, below]) => path === below || path.startsWith(`${below}/`))?.[0]
  const { parts, publicPages } = church()
  return (part === undefined || parts.includes(part)) && (path !== paths.downloads || publicPages)
}

const PARTS_BELOW = [
  ['preaching', paths.preaching],
  ['sundaySchool', paths.sundaySchool],
] as const

export type PageRoute = Extract<AppRoute, { page: LazyPage }>
