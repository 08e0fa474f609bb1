import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'

/** What people do about their own passkeys. */
export function passkeyActions(_parts: IdentityParts): ActionTable {
  return {}
}
