/** Where OAuth's endpoints answer, below the address of the service. */
export const PATHS = {
  authorize: '/oauth2/authorize',
  /** For the sign-in page alone: what a request asks for, and the sign-in that answers it. */
  request: '/oauth2/request',
  accept: '/oauth2/request/accept',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  userInfo: '/oauth2/userInfo',
  logout: '/logout',
} as const
