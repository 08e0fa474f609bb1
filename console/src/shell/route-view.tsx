import { Component, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import type { ReturnPage } from '../auth/return-page.ts'
import { useSession } from '../auth/session.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { focusHeading } from '../ui/focus-page.ts'
import { entryOwner } from '../ui/guarded-history.ts'
import { useChurch } from '../ui/use-church.ts'
import { type AppRoute, isOn, type PageRoute } from './app-route.ts'
import { LandingRedirect } from './landing-redirect.tsx'
import { type LazyPage, lazyPage, usePage } from './lazy-page.ts'
import { NotLoaded } from './not-loaded.tsx'
import { OpenFrame } from './open-frame.tsx'
import { PageFrame } from './page-frame.tsx'
import classes from './plain-page.module.css'
import { notFoundPage } from './preload-pages.ts'

const refusedPage = lazyPage(async () => (await import('./refused-page.tsx')).RefusedPage, 'refused')
const withoutRightPage = lazyPage(
  async () => (await import('./refused-page.tsx')).WithoutRightPage,
  'refused',
)
const switchedOffPage = lazyPage(
  async () => (await import('./switched-off-page.tsx')).SwitchedOffPage,
  'refused',
)

/** Draws the page that the address names, for people who may see it. */
export function RouteView({ routes }: { routes: readonly AppRoute[] }) {
  return (
    <Routes>
      {routes.map((route) => (
        <Route
          key={route.path}
          path={route.path}
          element={
            'redirect' in route ? (
              <Navigate to={route.redirect} replace />
            ) : 'landings' in route ? (
              <LandingRedirect routes={routes} landings={route.landings} />
            ) : (
              <GuardedPage route={route} routes={routes} />
            )
          }
        />
      ))}
      <Route path="*" element={<Missing routes={routes} />} />
    </Routes>
  )
}

function GuardedPage({ route, routes }: { route: PageRoute; routes: readonly AppRoute[] }) {
  const session = useSession()
  const { may } = useOwnRole()
  const location = useLocation()
  if (route.open === true) {
    return (
      <OpenFrame>
        <PageFailure>
          <Page page={route.page} title={route.title} />
        </PageFailure>
      </OpenFrame>
    )
  }
  if (session.status === 'signed_out') {
    // A person who signs out on purpose doesn't want to come back to the page.
    const before: ReturnPage | null =
      session.why === 'left'
        ? null
        : {
            from: location.pathname + location.search,
            state: location.state,
            of: session.whose ?? entryOwner(),
          }
    return <Navigate to={paths.login} replace state={before} />
  }
  const isRefused = !may(route.right)
  if (isRefused || !isOn(route.path)) {
    return (
      <PageFrame routes={routes}>
        <PageFailure key={location.pathname}>
          {isRefused ? (
            <Page
              page={route.right === 'administer' ? refusedPage : withoutRightPage}
              title="shell.page.refused"
            />
          ) : (
            <Page page={switchedOffPage} title="shell.page.off" />
          )}
        </PageFailure>
      </PageFrame>
    )
  }
  return (
    <PageFrame key={session.sub} route={route} routes={routes}>
      <PageFailure key={location.pathname}>
        <Page page={route.page} title={route.title} />
      </PageFailure>
    </PageFrame>
  )
}

function Missing({ routes }: { routes: readonly AppRoute[] }) {
  const session = useSession()
  const page = (
    <PageFailure>
      <Page page={notFoundPage} title="shell.page.notFound" />
    </PageFailure>
  )
  return session.status === 'signed_in' ? (
    <PageFrame routes={routes}>{page}</PageFrame>
  ) : (
    <OpenFrame>{page}</OpenFrame>
  )
}

function Page({ page, title }: { page: LazyPage; title: MessageKey }) {
  const Drawn = usePage(page)
  return (
    Drawn !== undefined && (
      <>
        <Drawn />
        <PageTitle title={title} />
      </>
    )
  )
}

let isFirstPage = true

/**
 * Names the document after the page, and after a navigation moves the focus to the page's heading, so that it is
 * announced as when a browser loads a page of its own.
 */
function PageTitle({ title }: { title: MessageKey }) {
  const { t } = useMessages()
  const { pathname } = useLocation()
  const arrived = useRef('')
  const [announced, setAnnounced] = useState('')
  const { name: church } = useChurch()
  const name = t(title)
  useEffect(() => {
    document.title = `${name} · ${church || t('shell.product')}`
  }, [name, church, t])
  // At the moment when the page is drawn: later it would take the focus from what was clicked on the page.
  useLayoutEffect(() => {
    if (arrived.current === pathname) {
      return
    }
    arrived.current = pathname
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    focusHeading()
    setAnnounced(name)
  }, [pathname, name])
  return (
    <div role="status" className="visually-hidden">
      {announced}
    </div>
  )
}

/** Keeps the frame when a page crashes, and offers to draw the page again. */
class PageFailure extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) {
      return this.props.children
    }
    const broken = (
      <div className={classes.message} role="alert">
        <h1>{t('ui.error.title')}</h1>
        <p>{t('shell.failure.text')}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('ui.error.retry')}
        </button>
      </div>
    )
    const { error } = failure
    return error instanceof ApiError && error.code === 'unreachable' ? (
      <NotLoaded otherwise={broken} />
    ) : (
      broken
    )
  }
}
