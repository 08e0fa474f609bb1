import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'

/** What people do about their own second factors. */
export function secondFactorActions(_parts: IdentityParts): ActionTable {
  return {}
}
