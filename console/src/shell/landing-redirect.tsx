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

/** Nobody waits longer to be let in: they land where everybody does who has chosen nothing. */
const MAX_WAIT = 3000

/** Leads somebody who is signed in to the page of their choice, and everybody else to the sign-in. */
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
      // Most people land there, and its code may come while the server is asked.
      const usual = routes.find(({ path }) => path === landings[DEFAULT_LANDING])
      void (usual !== undefined && 'page' in usual && usual.page.preload().catch(() => undefined))
    } else {
      // It may have been changed on another device. A person who has gone on by then is none the slower for it.
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
