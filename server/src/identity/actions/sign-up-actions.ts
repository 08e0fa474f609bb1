import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'

/** How people make accounts of their own, where that is allowed. */
export function signUpActions(_parts: IdentityParts): ActionTable {
  return {}
}
