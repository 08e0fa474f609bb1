import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from './session.ts'

/** Leads somebody who is signed in to where they came from. */
export function WayOn() {
  const session = useSession()
  const { state } = useLocation()
  const { to, told } = pageBefore(state)
  return session.status === 'signed_in' ? <Navigate to={to} state={told} replace /> : null
}

/** The page that somebody came from, with what it was told by the one before it, such as which class it is about. */
function pageBefore(state: unknown): { to: string; told?: unknown } {
  const { from, told }: { from?: unknown; told?: unknown } = typeof state === 'object' ? { ...state } : {}
  return typeof from === 'string' && /^\/(?!\/|login\b)/.test(from)
    ? { to: from, told }
    : { to: paths.preaching }
}
