import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'
import { adminActions } from './admin-actions.ts'
import { attributeActions } from './attribute-actions.ts'
import { deviceActions } from './device-actions.ts'
import { passkeyActions } from './passkey-actions.ts'
import { passwordActions } from './password-actions.ts'
import { secondFactorActions } from './second-factor-actions.ts'
import { signInActions } from './sign-in-actions.ts'
import { signUpActions } from './sign-up-actions.ts'
import { tokenActions } from './token-actions.ts'

/** Everything that the user pool does. */
export function userPoolActions(parts: IdentityParts): ActionTable {
  return {
    ...signInActions(parts),
    ...tokenActions(parts),
    ...passwordActions(parts),
    ...attributeActions(parts),
    ...signUpActions(parts),
    ...secondFactorActions(parts),
    ...passkeyActions(parts),
    ...deviceActions(parts),
    ...adminActions(parts),
  }
}
