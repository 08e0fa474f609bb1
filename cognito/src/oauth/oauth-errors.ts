import { PATHS } from './oauth-paths.ts'

/**
 * The errors of each endpoint, in the words of RFC 6749 (4.1.2.1, 5.2), RFC 6750 (3.1), RFC 7009 (2.2.1) and OpenID
 * Connect Core (3.1.2.6); any other error is a fault of ours, and answered as such.
 */
export const ENDPOINT_ERRORS = {
  [PATHS.authorize]: [
    'access_denied',
    'invalid_client',
    'invalid_request',
    'invalid_scope',
    'login_required',
    'request_not_supported',
    'request_uri_not_supported',
    'unsupported_response_type',
  ],
  [PATHS.request]: ['invalid_request'],
  [PATHS.accept]: ['insufficient_scope', 'invalid_request', 'invalid_token', 'login_required'],
  [PATHS.token]: [
    'invalid_client',
    'invalid_grant',
    'invalid_request',
    'invalid_scope',
    'unsupported_grant_type',
  ],
  [PATHS.revoke]: ['invalid_client', 'invalid_request'],
  [PATHS.userInfo]: ['insufficient_scope', 'invalid_request', 'invalid_token'],
  [PATHS.logout]: ['invalid_client', 'invalid_request'],
} as const satisfies Record<string, readonly string[]>

export type OAuthErrorCode = 'server_error' | (typeof ENDPOINT_ERRORS)[keyof typeof ENDPOINT_ERRORS][number]

/** An error of the client, as OAuth 2.0 names it. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A parameter's one value; an empty one counts as left out, a second one is refused (RFC 6749, 3.1). */
export function single(given: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = given.getAll(name)
  if (more.length > 0) {
    throw new OAuthError('invalid_request', `${name} is given more than once.`)
  }
  return value === '' ? undefined : value
}

/** The one value of a parameter that must be there. */
export function required(given: URLSearchParams, name: string): string {
  const value = single(given, name)
  if (value === undefined) {
    throw new OAuthError('invalid_request', `${name} is missing.`)
  }
  return value
}

/** Whether an endpoint declares an error. */
export function isDeclared(path: string | undefined, code: OAuthErrorCode): boolean {
  const errors: Readonly<Record<string, readonly OAuthErrorCode[]>> = ENDPOINT_ERRORS
  return path !== undefined && errors[path]?.includes(code) === true
}
