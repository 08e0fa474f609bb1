import type { ActionTable } from '../action.ts'
import type { CognitoParts } from '../parts.ts'
import { adminAccountActions } from './admin-account-actions.ts'
import { adminDeviceActions } from './admin-device-actions.ts'
import { adminFactorActions } from './admin-factor-actions.ts'
import { adminGroupActions } from './admin-group-actions.ts'
import { adminSignInActions } from './admin-sign-in-actions.ts'
import { adminUserActions } from './admin-user-actions.ts'
import { authEventActions } from './auth-event-actions.ts'
import { listUsersActions } from './list-users.ts'
import { poolActions } from './pool-actions.ts'

/** What operators may do, with requests that their access key signs. */
export function adminActions(parts: CognitoParts): ActionTable {
  return {
    ...adminUserActions(parts),
    ...listUsersActions(parts),
    ...adminAccountActions(parts),
    ...adminGroupActions(parts),
    ...adminFactorActions(parts),
    ...adminDeviceActions(parts),
    ...adminSignInActions(parts),
    ...authEventActions(parts),
    ...poolActions(parts),
  }
}
