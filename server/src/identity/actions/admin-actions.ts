import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'

/** What operators may do, with requests that their access key signs. */
export function adminActions(_parts: IdentityParts): ActionTable {
  return {}
}
