import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { runtimeConfig } from '../console-config.ts'
import { currentSession, sessionEnded } from './session.ts'

/**
 * What is to be done for a program that led here by OAuth, named by its host: `sign_in`, nobody is signed in yet;
 * `sign_in_again`, it wants a fresh sign-in; `sign_out`, it asks to end the one there is; `leaving`, the browser is
 * on its way back. `leave` is where one goes without it.
 */
export type ProgramStep = {
  step: 'sign_in' | 'sign_in_again' | 'sign_out' | 'leaving'
  program: string
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

/** The request of a program in the fragment of the address, or the error that it came to already. */
export function readProgramRequest(fragment: string): { request?: string; error?: string } {
  return Object.fromEntries(new URLSearchParams(fragment.slice(1)))
}

/**
 * Asks what a program wants and, where somebody is signed in who may go on at once, hands the sign-in over and leaves.
 *
 * @throws {RequestRefused} when the service refuses the request
 * @throws {TypeError} when it can't be reached
 */
export async function followProgramRequest(request: string): Promise<ProgramStep> {
  type Asked = { kind: 'sign_in' | 'silent' | 'sign_out'; program: string; leave: string }
  const { kind, program, leave } = await post<Asked>('/oauth2/request', request)
  const isSignedIn = currentSession().status === 'signed_in'
  if (!isSignedIn) {
    return kind === 'sign_in' ? { step: 'sign_in', program, leave } : goTo(leave, { program, leave })
  }
  if (kind === 'sign_out') {
    return { step: 'sign_out', program, leave }
  }
  const token = (await cognitoUserPoolsTokenProvider.getTokens())?.accessToken.toString()
  try {
    const headers = { authorization: `Bearer ${token}` }
    const { location } = await post<{ location: string }>('/oauth2/request/accept', request, headers)
    return goTo(location, { program, leave })
  } catch (error) {
    const code = error instanceof RequestRefused ? error.code : undefined
    if (code === 'login_required') {
      return kind === 'silent' ? goTo(leave, { program, leave }) : { step: 'sign_in_again', program, leave }
    }
    if (code === 'invalid_token') {
      await sessionEnded(token)
    }
    throw error
  }
}

/** Leaves for a program, without an entry in the history to come back to. */
function goTo(address: string, given: Omit<ProgramStep, 'step'>): ProgramStep {
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
