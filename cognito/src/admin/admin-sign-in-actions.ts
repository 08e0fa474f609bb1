import type { ActionTable } from '../action.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { begin, InitiateAuthInput, RespondInput, respond } from '../sign-in/sign-in-actions.ts'
import { operatorAction } from './operator-action.ts'

/** The flow meant by a name that only an operator's server may use. */
const FLOW_OF_ADMIN: Record<string, string> = {
  ADMIN_USER_PASSWORD_AUTH: 'USER_PASSWORD_AUTH',
  ADMIN_NO_SRP_AUTH: 'USER_PASSWORD_AUTH',
}

/** Sign-ins that an operator's server makes for users: the same steps with the same guards. */
export function adminSignInActions(parts: CognitoParts): ActionTable {
  return {
    AdminInitiateAuth: operatorAction(parts, InitiateAuthInput.shape, async (input, { context }) => {
      if (input.AuthFlow === 'USER_PASSWORD_AUTH') {
        throw invalidParameter('Initiate Auth method not supported.')
      }
      return begin(parts, { ...input, AuthFlow: FLOW_OF_ADMIN[input.AuthFlow] ?? input.AuthFlow }, context)
    }),

    AdminRespondToAuthChallenge: operatorAction(parts, RespondInput.shape, async (input, { context }) =>
      respond(parts, input, context),
    ),
  }
}
