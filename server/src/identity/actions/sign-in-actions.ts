import { z } from 'zod'
import { PASSWORDS_FROM_ADDRESS, PASSWORDS_OF_USER } from '../guards/throttle.ts'
import { invalidParameter, tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known } from '../people/people.ts'
import { type ActionTable, type Asker, action } from './action.ts'
import { checkClient } from './check-client.ts'
import { deviceSteps } from './device-steps.ts'
import { beginSignIn } from './finish-sign-in.ts'
import { firstFactorFlows, firstFactorSteps } from './first-factor-steps.ts'
import { answerNewPassword } from './new-password-step.ts'
import { answerPasswordProof, askPasswordProof } from './password-proof-step.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import { secondFactorSteps } from './second-factor-steps.ts'
import { refreshTokens } from './token-actions.ts'

const strings = z.record(z.string(), z.string())

const InitiateAuthInput = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: strings.default({}),
  Session: z.string().max(2048).optional(),
})

const RespondInput = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  Session: z.string().max(2048).optional(),
  ChallengeResponses: strings.default({}),
})

export type SignInRequest = z.output<typeof InitiateAuthInput>
export type ChallengeAnswer = z.output<typeof RespondInput>

export type Flow = (parts: IdentityParts, given: SignInRequest, asker: Asker) => Promise<object>
export type Step = (parts: IdentityParts, given: ChallengeAnswer, asker: Asker) => Promise<object>

/** How a sign-in can begin. */
const FLOWS: Record<string, Flow> = {
  USER_SRP_AUTH: async (parts, { AuthParameters: parameters }, asker) => {
    const known = await identify(parts, parameters, asker)
    return askPasswordProof(parts, known, {
      username: required(parameters, 'USERNAME'),
      srpA: required(parameters, 'SRP_A'),
      deviceKey: parameters.DEVICE_KEY,
    })
  },
  USER_PASSWORD_AUTH: signInWithPassword,
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

export function signInActions(parts: IdentityParts): ActionTable {
  return {
    InitiateAuth: action(InitiateAuthInput, async (input, asker) => {
      checkClient(parts, input.ClientId)
      const flow = Object.hasOwn(FLOWS, input.AuthFlow) ? FLOWS[input.AuthFlow] : undefined
      if (!flow) {
        throw invalidParameter(`${input.AuthFlow} flow not enabled for this client`)
      }
      return flow(parts, input, asker)
    }),

    RespondToAuthChallenge: action(RespondInput, async (input, asker) => {
      checkClient(parts, input.ClientId)
      const step = Object.hasOwn(STEPS, input.ChallengeName) ? STEPS[input.ChallengeName] : undefined
      if (!step) {
        throw invalidParameter(`${input.ChallengeName} is not a challenge of this user pool`)
      }
      return step(parts, input, asker)
    }),
  }
}

async function signInWithPassword(
  parts: IdentityParts,
  { AuthParameters: parameters }: SignInRequest,
  asker: Asker,
): Promise<object> {
  const password = required(parameters, 'PASSWORD')
  const known = await identify(parts, parameters, asker)
  if (!(await parts.throttle.admit(PASSWORDS_OF_USER, known.sub))) {
    throw tooManyPasswords()
  }
  if (!parts.passwords.matches(known, password) || !known.person) {
    throw await wrongPasswordFrom(parts, asker, known.person)
  }
  await parts.throttle.clear(PASSWORDS_OF_USER, known.sub)
  const signIn = beginSignIn(known, {
    username: required(parameters, 'USERNAME'),
    firstFactor: 'password',
    deviceKey: parameters.DEVICE_KEY,
  })
  const settled = await proceed(parts, known.person, signIn, asker)
  if ('error' in settled) {
    throw settled.error
  }
  await parts.database.sql.transaction().execute((transaction) => settled.write(transaction))
  return settled.answer
}

async function refreshWith(parts: IdentityParts, { AuthParameters }: SignInRequest): Promise<object> {
  return refreshTokens(parts, required(AuthParameters, 'REFRESH_TOKEN'))
}

/** Who is meant, unless sign-in is paused for that name or address. */
export async function identify(
  parts: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<Known> {
  const known = await parts.people.identify(required(parameters, 'USERNAME'))
  const { throttle } = parts
  if (
    (await throttle.isPaused(PASSWORDS_OF_USER, known.sub)) ||
    (await throttle.isPaused(PASSWORDS_FROM_ADDRESS, asker.address))
  ) {
    throw tooManyPasswords()
  }
  return known
}

export function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (!value) {
    throw invalidParameter(`Missing required parameter ${name}`)
  }
  return value
}
