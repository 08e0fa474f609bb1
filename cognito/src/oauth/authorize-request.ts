import { SCOPES } from '../core/tokens/sessions.ts'
import type { CognitoParts } from '../parts.ts'
import { OAuthError, type OAuthErrorCode, single } from './oauth-errors.ts'

/** A client's request, once it may be answered by a redirect. */
export type AuthorizeRequest = {
  redirectUri: string
  scope: string
  state: string | undefined
  codeChallenge: string
  nonce: string | undefined
  loginHint: string | undefined
  prompt: 'none' | 'login' | undefined
  /** After how many seconds a sign-in is asked for again. */
  maxAge: number | undefined
}

/** A request that must not be answered by a redirect, since its client or its address is not known. */
export class UntrustedRequest extends Error {
  override name = 'UntrustedRequest'
}

/** A request answered with an error at an address that is known to be the client's. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly code: OAuthErrorCode
  readonly location: string

  constructor({ code }: OAuthError, location: string) {
    super('The request is refused.')
    this.code = code
    this.location = location
  }
}

/** Checks a request of RFC 6749 (4.1.1) with RFC 7636; the S256 challenge is not a choice. */
export function readAuthorizeRequest(parts: CognitoParts, given: URLSearchParams): AuthorizeRequest {
  const redirectUri = readTrusted(parts, given)
  const [state] = given.getAll('state')
  try {
    return { redirectUri, ...readRest(given) }
  } catch (error) {
    if (error instanceof OAuthError) {
      throw new RefusedRequest(error, redirectWith(parts, { redirectUri, state }, errorOf(error)))
    }
    throw error
  }
}

/** RFC 6749, 4.1.2.1: with a wrong client or a wrong address nobody is sent anywhere. Addresses are compared whole. */
function readTrusted({ ids, redirectUris }: CognitoParts, given: URLSearchParams): string {
  const [redirectUri, ...moreUris] = given.getAll('redirect_uri')
  const clients = given.getAll('client_id')
  if (
    clients.length !== 1 ||
    clients[0] !== ids.userPoolClientId ||
    moreUris.length > 0 ||
    redirectUri === undefined ||
    !redirectUris.includes(redirectUri)
  ) {
    throw new UntrustedRequest('The client or the address to go back to is not known here.')
  }
  return redirectUri
}

function readRest(given: URLSearchParams) {
  const state = single(given, 'state')
  for (const name of ['request', 'request_uri'] as const) {
    if (single(given, name) !== undefined) {
      throw new OAuthError(`${name}_not_supported`, `${name} is not supported.`)
    }
  }
  const responseType = single(given, 'response_type')
  if (responseType === undefined) {
    throw new OAuthError('invalid_request', 'response_type is missing.')
  }
  if (responseType !== 'code') {
    throw new OAuthError('unsupported_response_type', 'Only the response type code is supported.')
  }
  if ((single(given, 'response_mode') ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'Only the response mode query is supported.')
  }
  if ((single(given, 'identity_provider') ?? 'COGNITO') !== 'COGNITO') {
    throw new OAuthError('invalid_request', 'identity_provider is not known.')
  }
  return {
    state,
    scope: readScope(single(given, 'scope')),
    codeChallenge: readChallenge(given),
    nonce: single(given, 'nonce'),
    loginHint: single(given, 'login_hint')?.slice(0, 320),
    prompt: readPrompt(single(given, 'prompt')),
    maxAge: readMaxAge(single(given, 'max_age')),
  }
}

/** A client that asks for no scope learns only who it is; Cognito would give everything. */
function readScope(asked: string | undefined): string {
  const scopes = [...new Set(asked?.split(' ').filter((scope) => scope !== '') ?? ['openid'])]
  const odd = scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (odd !== undefined || scopes.length === 0) {
    throw new OAuthError('invalid_scope', 'A scope that was asked for is not known.')
  }
  return scopes.join(' ')
}

function readChallenge(given: URLSearchParams): string {
  const challenge = single(given, 'code_challenge')
  if (challenge === undefined) {
    throw new OAuthError('invalid_request', 'code challenge required')
  }
  if (single(given, 'code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'transform algorithm not supported')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge is not a SHA-256 digest in base64url.')
  }
  return challenge
}

function readPrompt(asked: string | undefined): AuthorizeRequest['prompt'] {
  const prompts = asked?.split(' ') ?? []
  if (prompts.some((prompt) => !['none', 'login', 'consent', 'select_account'].includes(prompt))) {
    throw new OAuthError('invalid_request', 'prompt is not known.')
  }
  if (prompts.includes('none')) {
    if (prompts.length > 1) {
      throw new OAuthError('invalid_request', 'prompt=none stands alone.')
    }
    return 'none'
  }
  return prompts.some((prompt) => prompt === 'login' || prompt === 'select_account') ? 'login' : undefined
}

function readMaxAge(asked: string | undefined): number | undefined {
  if (asked !== undefined && !/^\d{1,9}$/.test(asked)) {
    throw new OAuthError('invalid_request', 'max_age is not a number of seconds.')
  }
  return asked === undefined ? undefined : Number(asked)
}

/** The client's address with an answer in its query; `iss` identifies the issuer (RFC 9207). */
export function redirectWith(
  { issuer }: CognitoParts,
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  answer: Record<string, string>,
): string {
  const query = new URLSearchParams({ ...answer, ...(state && { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

export function errorOf({ code, message }: OAuthError): Record<string, string> {
  return { error: code, error_description: message }
}
