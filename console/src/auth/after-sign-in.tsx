import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { OAuthNotice } from './oauth-notice.tsx'
import { readOAuthRequest } from './oauth-request.ts'
import { readReturnPage } from './return-page.ts'
import { useSession } from './session.ts'

/** Leads somebody who is signed in to the app that sent them, or to where they came from; not to where somebody else was. */
export function AfterSignIn() {
  const session = useSession()
  const { state, hash } = useLocation()
  const before = readReturnPage(state)
  if (session.status === 'signed_out') {
    return null
  }
  const { request, error } = readOAuthRequest(hash)
  if ((request ?? error) !== undefined) {
    return <OAuthNotice />
  }
  const theirs = before !== undefined && (before.of === undefined || before.of === session.sub)
  return theirs ? (
    <Navigate to={before.from} state={before.state} replace />
  ) : (
    <Navigate to={paths.home} replace />
  )
}
