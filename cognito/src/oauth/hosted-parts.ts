import type { ActionTable } from '../action.ts'
import type { CognitoParts } from '../parts.ts'

/** What the hosted pages work with. They sign people in by the same actions as every other client. */
export type HostedParts = CognitoParts & {
  actions: ActionTable
}

/** Where the pages answer; the console has `/login`. */
export const AT = {
  authorize: '/oauth2/authorize',
  signIn: '/oauth2/sign-in',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  userInfo: '/oauth2/userInfo',
  logout: '/logout',
  style: '/oauth2/pages.css',
  passkeyScript: '/oauth2/passkey-page.js',
} as const
