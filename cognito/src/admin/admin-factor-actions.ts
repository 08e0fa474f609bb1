import type { ActionTable } from '../action.ts'
import { setSecondFactorsOf } from '../core/factors/second-factors.ts'
import type { CognitoParts } from '../parts.ts'
import { FACTOR_SETTINGS, settingsOf } from '../self-service/second-factor-actions.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'

/** What operators do about users’ second factors. */
export function adminFactorActions(parts: CognitoParts): ActionTable {
  return {
    AdminSetUserMFAPreference: operatorAction(
      parts,
      { Username, ...FACTOR_SETTINGS },
      async (input, { context, record }) => {
        const user = await requireUser(parts, input.Username)
        await setSecondFactorsOf(parts, user, settingsOf(input), { record, later: context.later })
        return {}
      },
    ),
  }
}
