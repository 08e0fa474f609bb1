import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { readPageBefore } from './page-before.ts'
import { useSession } from './session.ts'

/** Leads somebody who is signed in to where they came from; not to where somebody else was. */
export function WayOn() {
  const session = useSession()
  const before = readPageBefore(useLocation().state)
  if (session.status === 'signed_out') {
    return null
  }
  const theirs = before !== undefined && (before.of === undefined || before.of === session.sub)
  return theirs ? (
    <Navigate to={before.from} state={before.told} replace />
  ) : (
    <Navigate to={paths.preaching} replace />
  )
}
