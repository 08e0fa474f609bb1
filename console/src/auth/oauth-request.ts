import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { runtimeConfig } from '../console-config.ts'
import { currentSession, sessionEnded } from './session.ts'

/**
 * What has to be done for an app that led here by OAuth, and that is named by its host. `sign_in`: nobody is signed in
 * yet; `sign_in_again`: it wants a fresh sign-in; `sign_out`: it asks to end the present one; `leaving`: the browser is
 * on its way back. `leave` is where one goes without the app's request.
 */
export type OAuthStep = {
  step: 'sign_in' | 'sign_in_again' | 'sign_out' | 'leaving'
  app: string
  leave: string
}

/** The sign-in service refused a request; the code is OAuth's own. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly code: string

  constructor(code: string) {
    super(`The sign-in service refused the request: ${code}`)
    this.code = code
  }
}

/** The request of an app in the fragment of the address, or the error that it ended in. */
export function readOAuthRequest(fragment: string): { request?: string; error?: string } {
  return Object.fromEntries(new URLSearchParams(fragment.slice(1)))
}

/**
 * Asks what an app wants and, if the signed-in person may go on at once, hands the sign-in over and leaves.
 *
 * @throws {RequestRefused} when the service refuses the request
 * @throws {TypeError} when it can't be reached
 */
export async function followOAuthRequest(request: string): Promise<OAuthStep> {
  type Asked = { kind: 'sign_in' | 'silent' | 'sign_out'; app: string; leave: string }
  const { kind, app, leave } = await post<Asked>('/oauth2/request', request)
  const isSignedIn = currentSession().status === 'signed_in'
  if (!isSignedIn) {
    return kind === 'sign_in' ? { step: 'sign_in', app, leave } : goTo(leave, { app, leave })
  }
  if (kind === 'sign_out') {
    return { step: 'sign_out', app, leave }
  }
  const token = (await cognitoUserPoolsTokenProvider.getTokens())?.accessToken.toString()
  try {
    const headers = { authorization: `Bearer ${token}` }
    const { location } = await post<{ location: string }>('/oauth2/request/accept', request, headers)
    return goTo(location, { app, leave })
  } catch (error) {
    const code = error instanceof RequestRefused ? error.code : undefined
    if (code === 'login_required') {
      return kind === 'silent' ? goTo(leave, { app, leave }) : { step: 'sign_in_again', app, leave }
    }
    if (code === 'invalid_token') {
      await sessionEnded(token)
    }
    throw error
  }
}

/** Leaves for an app, without an entry in the history to come back to. */
function goTo(address: string, given: Omit<OAuthStep, 'step'>): OAuthStep {
  location.replace(address)
  return { step: 'leaving', ...given }
}

async function post<Answer>(path: string, request: string, headers: HeadersInit = {}): Promise<Answer> {
  const service = new URL(runtimeConfig().userPoolEndpoint ?? '/', location.origin)
  const body = new URLSearchParams({ request })
  const response = await fetch(new URL(path, service), { method: 'POST', headers, body })
  const answer = (await response.json()) as Answer & { error?: string }
  if (!response.ok) {
    throw new RequestRefused(answer.error ?? '')
  }
  return answer
}
