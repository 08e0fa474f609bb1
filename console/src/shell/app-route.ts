import type { Icon } from '@tabler/icons-react'
import type { WordKey } from '../words/words.ts'
import type { LazyPage } from './lazy-page.tsx'

/** One row of the route table: router, guard, sidebar, breadcrumbs and titles all come from it. */
export type AppRoute = { path: string } & (
  | { redirect: string }
  | {
      page: LazyPage
      title: WordKey
      /** Open to everybody, and shown without the shell. */
      open?: true
      /** Its entry in the sidebar. */
      menu?: { label: WordKey; icon: Icon }
      /** Its name in the breadcrumbs, when that is not its title. */
      crumb?: WordKey
      /** The path of the page above it in the breadcrumbs. */
      parent?: string
    }
)

export type PageRoute = Extract<AppRoute, { page: LazyPage }>
