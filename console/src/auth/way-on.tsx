import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { readPageBefore } from './page-before.ts'
import { ProgramNotice } from './program-notice.tsx'
import { readProgramRequest } from './program-request.ts'
import { useSession } from './session.ts'

/** Leads somebody who is signed in to the program that sent them, or to where they came from; not to where somebody else was. */
export function WayOn() {
  const session = useSession()
  const { state, hash } = useLocation()
  const before = readPageBefore(state)
  if (session.status === 'signed_out') {
    return null
  }
  const { request, error } = readProgramRequest(hash)
  if ((request ?? error) !== undefined) {
    return <ProgramNotice />
  }
  const theirs = before !== undefined && (before.of === undefined || before.of === session.sub)
  return theirs ? (
    <Navigate to={before.from} state={before.told} replace />
  ) : (
    <Navigate to={paths.preaching} replace />
  )
}
