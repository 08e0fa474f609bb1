import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'
import { adminFactorActions } from './admin-factor-actions.ts'
import { adminUserActions } from './admin-user-actions.ts'
import { listUsersActions } from './list-users.ts'

/** What operators may do, with requests that their access key signs. */
export function adminActions(parts: IdentityParts): ActionTable {
  return { ...adminUserActions(parts), ...adminFactorActions(parts), ...listUsersActions(parts) }
}
