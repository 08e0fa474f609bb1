/** The errors of RFC 6749 (4.1.2.1, 5.2), RFC 6750 (3.1), RFC 7009 (2.2.1) and OpenID Connect Core (3.1.2.6). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'insufficient_scope'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_token'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** Something that a client did wrong, to be told to it in OAuth's own words. */
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
