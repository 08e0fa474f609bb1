import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import type { AppRoute, PageRoute } from './app-route.ts'
import classes from './breadcrumbs.module.css'

export function Breadcrumbs({ routes, route }: { routes: readonly AppRoute[]; route: PageRoute }) {
  const { t } = useMessages()
  const above = pagesAbove(routes, route)
  return (
    <nav aria-label={t('shell.breadcrumbs')} className={classes.crumbs}>
      <ol>
        {above.map((page) => (
          <li key={page.path}>
            <Link to={page.path}>{t(page.crumb ?? page.title)}</Link>
          </li>
        ))}
        <li aria-current="page">{t(route.crumb ?? route.title)}</li>
      </ol>
    </nav>
  )
}

/** The pages above `route`, the topmost first. */
function pagesAbove(routes: readonly AppRoute[], route: PageRoute): PageRoute[] {
  const parent = routes.find((candidate) => candidate.path === route.parent)
  return parent !== undefined && 'page' in parent ? [...pagesAbove(routes, parent), parent] : []
}
