import { useQuery } from '@tanstack/react-query'
import { DEFAULT_LANDING } from '@vestry/contract/rules/landings.ts'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { findLanding, knownLanding } from '../api/landing.ts'
import { useSession } from '../auth/session.ts'
import { paths } from '../paths.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { type AppRoute, isOn, type Landings } from './app-route.ts'
import { PageFrame } from './page-frame.tsx'

/** Nobody waits longer than this: after it, people start on the default page. */
const MAX_WAIT = 3000

/** Redirects a signed-in person to the start page of their choice, and everybody else to the sign-in. */
export function LandingRedirect({ routes, landings }: { routes: readonly AppRoute[]; landings: Landings }) {
  const session = useSession()
  return session.status === 'signed_out' ? (
    <Navigate to={paths.login} replace />
  ) : (
    <Landing key={session.sub} sub={session.sub} routes={routes} landings={landings} />
  )
}

function Landing(props: { sub: string; routes: readonly AppRoute[]; landings: Landings }) {
  const { sub, routes, landings } = props
  const known = knownLanding(sub)
  const asked = useQuery({
    queryKey: ['landing', sub],
    queryFn: () => findLanding(sub, AbortSignal.timeout(MAX_WAIT)),
    enabled: known === undefined,
    retry: false,
  })
  useEffect(() => {
    if (known === undefined) {
      // Most people start there, so its code is loaded while the server is asked.
      const usual = routes.find(({ path }) => path === landings[DEFAULT_LANDING])
      void (usual !== undefined && 'page' in usual && usual.page.preload().catch(() => undefined))
    } else {
      // The choice may have been changed on another device. A person who has moved on by then is not slowed down.
      whenIdle(() => void findLanding(sub).catch(() => undefined))
    }
  }, [known, sub, routes, landings])
  const landing = known ?? asked.data ?? (asked.isError ? DEFAULT_LANDING : undefined)
  return landing === undefined ? (
    <PageFrame routes={routes}>{null}</PageFrame>
  ) : (
    <Navigate to={isOn(landings[landing]) ? landings[landing] : paths.today} replace />
  )
}
