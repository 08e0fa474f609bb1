import { z } from 'zod'
import { PASSWORDS_FROM_ADDRESS, PASSWORDS_OF_USER } from '../guards/throttle.ts'
import { invalidParameter, tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known } from '../people/people.ts'
import { type ActionTable, type Asker, action } from './action.ts'
import { checkClient } from './check-client.ts'
import { answerNewPassword } from './new-password-step.ts'
import { answerPasswordProof, askPasswordProof } from './password-proof-step.ts'
import { proceed, wrongPasswordFrom } from './password-steps.ts'
import { refreshTokens } from './token-actions.ts'

const strings = z.record(z.string(), z.string())

const InitiateAuthInput = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: strings.default({}),
})

const RespondInput = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  Session: z.string().max(2048).optional(),
  ChallengeResponses: strings.default({}),
})

export type ChallengeAnswer = z.output<typeof RespondInput>

type Flow = (parts: IdentityParts, parameters: Record<string, string>, asker: Asker) => Promise<object>
type Step = (parts: IdentityParts, given: ChallengeAnswer, asker: Asker) => Promise<object>

/** How a sign-in can begin. */
const FLOWS: Record<string, Flow> = {
  USER_SRP_AUTH: async (parts, parameters, asker) => {
    const known = await identify(parts, parameters, asker)
    return askPasswordProof(parts, known, {
      username: required(parameters, 'USERNAME'),
      srpA: required(parameters, 'SRP_A'),
    })
  },
  USER_PASSWORD_AUTH: signInWithPassword,
  REFRESH_TOKEN_AUTH: refreshWith,
  REFRESH_TOKEN: refreshWith,
}

/** What a sign-in can ask on its way. */
const STEPS: Record<string, Step> = {
  PASSWORD_VERIFIER: answerPasswordProof,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
}

export function signInActions(parts: IdentityParts): ActionTable {
  return {
    InitiateAuth: action(InitiateAuthInput, async (input, asker) => {
      checkClient(parts, input.ClientId)
      const flow = Object.hasOwn(FLOWS, input.AuthFlow) ? FLOWS[input.AuthFlow] : undefined
      if (!flow) {
        throw invalidParameter(`${input.AuthFlow} flow not enabled for this client`)
      }
      return flow(parts, input.AuthParameters, asker)
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
  parameters: Record<string, string>,
  asker: Asker,
): Promise<object> {
  const password = required(parameters, 'PASSWORD')
  const known = await identify(parts, parameters, asker)
  if (!(await parts.throttle.admit(PASSWORDS_OF_USER, known.sub))) {
    throw tooManyPasswords()
  }
  if (!parts.passwords.matches(known, password) || !known.person) {
    throw await wrongPasswordFrom(parts, asker)
  }
  await parts.throttle.clear(PASSWORDS_OF_USER, known.sub)
  const settled = proceed(parts, known.person)
  if ('error' in settled) {
    throw settled.error
  }
  await parts.database.sql.transaction().execute((transaction) => settled.write(transaction))
  return settled.answer
}

async function refreshWith(parts: IdentityParts, parameters: Record<string, string>): Promise<object> {
  return refreshTokens(parts, required(parameters, 'REFRESH_TOKEN'))
}

/** Who is meant, unless sign-in is paused for that name or address. */
async function identify(
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

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (!value) {
    throw invalidParameter(`Missing required parameter ${name}`)
  }
  return value
}
