import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'

/** What people do about the devices they sign in on. */
export function deviceActions(_parts: IdentityParts): ActionTable {
  return {}
}
