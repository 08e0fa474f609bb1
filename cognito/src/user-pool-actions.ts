import type { ActionTable } from './action.ts'
import { adminAccountActions } from './admin/admin-account-actions.ts'
import { adminDeviceActions } from './admin/admin-device-actions.ts'
import { adminFactorActions } from './admin/admin-factor-actions.ts'
import { adminGroupActions } from './admin/admin-group-actions.ts'
import { adminSignInActions } from './admin/admin-sign-in-actions.ts'
import { adminUserActions } from './admin/admin-user-actions.ts'
import { authEventActions } from './admin/auth-event-actions.ts'
import { listUsersActions } from './admin/list-users.ts'
import { poolActions } from './admin/pool-actions.ts'
import type { CognitoParts } from './parts.ts'
import { attributeActions } from './self-service/attribute-actions.ts'
import { deviceActions } from './self-service/device-actions.ts'
import { passkeyActions } from './self-service/passkey-actions.ts'
import { passwordActions } from './self-service/password-actions.ts'
import { secondFactorActions } from './self-service/second-factor-actions.ts'
import { signUpActions } from './self-service/sign-up-actions.ts'
import { tokenActions } from './self-service/token-actions.ts'
import { signInActions } from './sign-in/sign-in-actions.ts'

/** Everything that the user pool does. */
export function userPoolActions(parts: CognitoParts): ActionTable {
  return {
    ...signInActions(parts),
    ...tokenActions(parts),
    ...passwordActions(parts),
    ...attributeActions(parts),
    ...signUpActions(parts),
    ...secondFactorActions(parts),
    ...passkeyActions(parts),
    ...deviceActions(parts),
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
