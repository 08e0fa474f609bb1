import { z } from 'zod'
import { type ActionTable, action, type RequestContext } from '../action.ts'
import { checkClient } from '../check-client.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { refreshTokens } from '../self-service/token-actions.ts'
import { deviceSteps } from './device-steps.ts'
import { firstFactorFlows, firstFactorSteps } from './first-factor-steps.ts'
import { admitBeginning, identify, placeOf, required, settle } from './identify.ts'
import { answerNewPassword } from './new-password-step.ts'
import { answerPasswordProof, askPasswordProof } from './password-proof-step.ts'
import { checkPasswordOf } from './password-step.ts'
import { secondFactorSteps } from './second-factor-steps.ts'

const strings = z
  .record(z.string(), z.string())
  .refine((given) => given.SECRET_HASH === undefined, 'The client has no secret: leave SECRET_HASH out.')

export const InitiateAuthInput = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: strings.default({}),
  Session: z.string().max(2048).optional(),
})

export const RespondInput = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  Session: z.string().max(2048).optional(),
  ChallengeResponses: strings.default({}),
})

export type SignInRequest = z.output<typeof InitiateAuthInput>
export type ChallengeAnswer = z.output<typeof RespondInput>

export type Flow = (parts: CognitoParts, given: SignInRequest, context: RequestContext) => Promise<object>
export type Step = (parts: CognitoParts, given: ChallengeAnswer, context: RequestContext) => Promise<object>

/** How a sign-in can begin. */
const FLOWS: Record<string, Flow> = {
  USER_SRP_AUTH: async (parts, { AuthParameters: parameters }, context) => {
    // The client names its device only with the proof: whether this person must wait is looked at then.
    const known = await parts.people.identify(required(parameters, 'USERNAME'))
    return settle(
      parts,
      askPasswordProof(parts, known, {
        username: required(parameters, 'USERNAME'),
        srpA: required(parameters, 'SRP_A'),
      }),
      known.sub,
      placeOf(parameters, context),
      context,
    )
  },
  USER_PASSWORD_AUTH: async (parts, { AuthParameters: parameters }, context) => {
    const password = required(parameters, 'PASSWORD')
    const known = await identify(parts, parameters, context)
    return settle(
      parts,
      await checkPasswordOf(parts, known, password, context, {
        username: required(parameters, 'USERNAME'),
        firstFactor: 'password',
        tracksDevices: true,
        deviceKey: parameters.DEVICE_KEY,
      }),
      known.sub,
      placeOf(parameters, context),
      context,
    )
  },
  REFRESH_TOKEN_AUTH: refreshWith,
  REFRESH_TOKEN: refreshWith,
  ...firstFactorFlows,
}

/** What a sign-in can ask on its way. */
const STEPS: Record<string, Step> = {
  PASSWORD_VERIFIER: answerPasswordProof,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  ...firstFactorSteps,
  ...secondFactorSteps,
  ...deviceSteps,
}

export function signInActions(parts: CognitoParts): ActionTable {
  return {
    InitiateAuth: action(InitiateAuthInput, (input, context) => begin(parts, input, context)),
    RespondToAuthChallenge: action(RespondInput, (input, context) => respond(parts, input, context)),
  }
}

export const begin: Flow = async (parts, given, context) => {
  checkClient(parts, given.ClientId)
  const flow = Object.hasOwn(FLOWS, given.AuthFlow) ? FLOWS[given.AuthFlow] : undefined
  if (!flow) {
    throw invalidParameter(`${given.AuthFlow} flow not enabled for this client`)
  }
  if (flow !== refreshWith) {
    await admitBeginning(parts, given.AuthParameters, context)
  }
  return flow(parts, given, context)
}

export const respond: Step = async (parts, given, context) => {
  checkClient(parts, given.ClientId)
  const step = Object.hasOwn(STEPS, given.ChallengeName) ? STEPS[given.ChallengeName] : undefined
  if (!step) {
    throw invalidParameter(`${given.ChallengeName} is not a challenge of this user pool`)
  }
  return step(parts, given, context)
}

async function refreshWith(
  parts: CognitoParts,
  { AuthParameters }: SignInRequest,
  context: RequestContext,
): Promise<object> {
  return refreshTokens(parts, required(AuthParameters, 'REFRESH_TOKEN'), context, AuthParameters.DEVICE_KEY)
}
