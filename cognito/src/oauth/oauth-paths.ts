/** Where OAuth's endpoints answer, below the address of the service. */
export const PATHS = {
  authorize: '/oauth2/authorize',
  /** Only for the sign-in page: what a request asks for, and the sign-in that answers it. */
  request: '/oauth2/request',
  accept: '/oauth2/request/accept',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  userInfo: '/oauth2/userInfo',
  logout: '/logout',
} as const

/** The query of a request's address, which may hold a question mark of its own (RFC 3986, 3.4). */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}
