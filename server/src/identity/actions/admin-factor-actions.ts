import type { IdentityParts } from '../identity-parts.ts'
import { setSecondFactorsOf } from '../people/second-factors.ts'
import type { ActionTable } from './action.ts'
import { operatorAction, requirePerson, Username } from './operator-action.ts'
import { FACTOR_SETTINGS, settingsOf } from './second-factor-actions.ts'

/** What operators do about people's second factors. */
export function adminFactorActions(parts: IdentityParts): ActionTable {
  return {
    AdminSetUserMFAPreference: operatorAction(
      parts,
      { Username, ...FACTOR_SETTINGS },
      async (input, { asker, note }) => {
        const person = await requirePerson(parts, input.Username)
        await setSecondFactorsOf(parts, person, settingsOf(input), { note, later: asker.later })
        return {}
      },
    ),
  }
}
