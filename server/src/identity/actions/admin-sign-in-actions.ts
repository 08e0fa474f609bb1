import { invalidParameter } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { ActionTable } from './action.ts'
import { operatorAction } from './operator-action.ts'
import { begin, InitiateAuthInput, RespondInput, respond } from './sign-in-actions.ts'

/** The flow that is meant by a name which only an operator's server may use. */
const FLOW_OF_ADMIN: Record<string, string> = {
  ADMIN_USER_PASSWORD_AUTH: 'USER_PASSWORD_AUTH',
  ADMIN_NO_SRP_AUTH: 'USER_PASSWORD_AUTH',
}

/** Sign-ins that an operator's server makes for people: the same steps, under the same guards. */
export function adminSignInActions(parts: IdentityParts): ActionTable {
  return {
    AdminInitiateAuth: operatorAction(parts, InitiateAuthInput.shape, async (input, { asker }) => {
      if (input.AuthFlow === 'USER_PASSWORD_AUTH') {
        throw invalidParameter('Initiate Auth method not supported.')
      }
      return begin(parts, { ...input, AuthFlow: FLOW_OF_ADMIN[input.AuthFlow] ?? input.AuthFlow }, asker)
    }),

    AdminRespondToAuthChallenge: operatorAction(parts, RespondInput.shape, async (input, { asker }) =>
      respond(parts, input, asker),
    ),
  }
}
