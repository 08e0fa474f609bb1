import { randomUUID } from 'node:crypto'
import type { CognitoParts } from '../parts.ts'
import { OAuthError } from './oauth-errors.ts'

/** What the sign-in page has to do: give an app a sign-in, or end its own and go on to an address. */
type Asked = { authorize: string } | { signOut: string }

/** As it travels, encrypted: `id` identifies it, `made` is when the app asked. */
export type SignInRequest = Asked & { id: string; made: number }

/**
 * How long somebody may take to sign in for an app, including making an account or choosing a forgotten password anew.
 */
const REQUEST_LIFETIME = 30 * 60_000

/**
 * The address of the sign-in page with a request. It is in the fragment, which browsers send to nobody, and
 * holds all that is needed: nothing is stored on the server for a visitor who leaves.
 */
export function signInPageFor({ signInPage, encryptor, clock }: CognitoParts, asked: Asked): string {
  const request: SignInRequest = { ...asked, id: randomUUID(), made: clock.now() }
  const encrypted = encryptor.encrypt('sign-in-request', 'fragment', JSON.stringify(request))
  return `${signInPage}#request=${Buffer.from(encrypted, 'base64').toString('base64url')}`
}

/** Throws invalid_request for a request that was made elsewhere, was changed, or is too old. */
export function readSignInRequest({ encryptor, clock }: CognitoParts, given: string): SignInRequest {
  const request = decrypt(encryptor, given)
  if (request === undefined || clock.now() - request.made > REQUEST_LIFETIME) {
    throw new OAuthError('invalid_request', 'The request is not known, or took too long.')
  }
  return request
}

function decrypt(encryptor: CognitoParts['encryptor'], given: string): SignInRequest | undefined {
  try {
    const encrypted = Buffer.from(given, 'base64url').toString('base64')
    return JSON.parse(encryptor.decrypt('sign-in-request', 'fragment', encrypted)) as SignInRequest
  } catch {
    return undefined
  }
}
