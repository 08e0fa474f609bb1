import type { ActionTable } from '../action.ts'
import { setSecondFactorsOf } from '../core/second-factors.ts'
import type { CognitoParts } from '../parts.ts'
import { FACTOR_SETTINGS, settingsOf } from '../self-service/second-factor-actions.ts'
import { operatorAction, requirePerson, Username } from './operator-action.ts'

/** What operators do about people's second factors. */
export function adminFactorActions(parts: CognitoParts): ActionTable {
  return {
    AdminSetUserMFAPreference: operatorAction(
      parts,
      { Username, ...FACTOR_SETTINGS },
      async (input, { context, note }) => {
        const person = await requirePerson(parts, input.Username)
        await setSecondFactorsOf(parts, person, settingsOf(input), { note, later: context.later })
        return {}
      },
    ),
  }
}
