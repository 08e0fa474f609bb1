import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from './session.ts'

/** Leads somebody who is signed in to where they came from. */
export function WayOn() {
  const session = useSession()
  const { state } = useLocation()
  return session.status === 'signed_in' ? <Navigate to={pathBefore(state)} replace /> : null
}

function pathBefore(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && /^\/(?!\/|login\b)/.test(from) ? from : paths.preaching
}
