import type { RequestContext } from '../../action.ts'
import { encryptSecret, makeSecret, stepOf } from '../../core/authenticator-app.ts'
import type { ChallengeResult } from '../../core/challenges.ts'
import type { Person } from '../../core/people.ts'
import { allowedFactors, changedByOwner, changeSecondFactors, hasFactor } from '../../core/second-factors.ts'
import { verifiedContactOf } from '../../core/send-code.ts'
import { invalidParameter, invalidSession, wrongFirstToken } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import {
  type AskChallenge,
  askFor,
  type CheckAnswer,
  isUnchanged,
  type Outcome,
  type Reached,
  type SignIn,
} from '../sign-in.ts'

const NAME = 'MFA_SETUP'

/** A sign-in that waits until a second factor is set up. */
type State = SignIn & {
  /** What an authenticator app shares with us, and the half minute of its first right code. */
  app?: { secret: string; step?: number }
}

/** Asks somebody to set up a second factor who must have one and has none. */
export const ask: AskChallenge<Person> = (parts, { signIn, person }) => {
  const allowed = allowedFactors(parts)
  const settable = allowed.filter(
    (factor) => factor !== 'SMS_MFA' && !(factor === 'EMAIL_OTP' && signIn.firstFactor === 'email'),
  )
  // Clients can't set up text messages here: whoever has a proved number gets one, and it is switched on with it.
  const isByText =
    settable.length === 0 &&
    allowed.includes('SMS_MFA') &&
    verifiedContactOf('SMS_MFA', person) !== undefined &&
    signIn.firstFactor !== 'sms'
  return isByText
    ? { ask: 'SMS_MFA', signIn, person, switchesOn: 'SMS_MFA' }
    : askFor(parts, NAME, signIn, {
        USER_ID_FOR_SRP: person.sub,
        MFAS_CAN_SETUP: JSON.stringify(settable),
      })
}

/** Gives a sign-in that waits for a second factor the secret of an authenticator app. */
export async function associateBySession(parts: CognitoParts, session: string): Promise<object> {
  return inSetUp(parts, session, { associate: true }, (state) => {
    const secret = makeSecret()
    const { handle, write } = parts.challenges.prepare(NAME, { ...state, app: { secret } })
    return { answer: { SecretCode: secret, Session: handle }, write }
  })
}

/** Takes the app's first code; a wrong one leaves the session open. */
export async function verifyBySession(parts: CognitoParts, session: string, code: string): Promise<object> {
  return inSetUp(parts, session, { verify: code }, (state) => {
    const { secret } = state.app ?? {}
    const step = secret === undefined ? undefined : stepOf(secret, code, parts.clock.now())
    if (secret === undefined || step === undefined) {
      throw wrongFirstToken()
    }
    const { handle, write } = parts.challenges.prepare(NAME, { ...state, app: { secret, step } })
    return { answer: { Status: 'SUCCESS', Session: handle }, write }
  })
}

/** Ends the set-up of an authenticator app, or goes on with that of codes by e-mail. */
export const answer: CheckAnswer<State> = async (parts, { state, person, responses }, context) => {
  const { app, ...signIn } = state
  // Whoever knows the password alone must not add a factor once the owner has one.
  if (!person || hasFactor(parts, person)) {
    return { error: invalidSession() }
  }
  if (responses.EMAIL !== undefined) {
    if (!allowedFactors(parts).includes('EMAIL_OTP') || signIn.firstFactor === 'email') {
      throw invalidParameter('EMAIL_OTP is not enabled for the user pool')
    }
    // Whoever knows no more than the password must not lead the codes, and so the account, to another address.
    if (responses.EMAIL.trim().toLowerCase() !== person.email) {
      throw invalidParameter('The email address must be the one of the account')
    }
    return { ask: 'EMAIL_OTP', signIn, person, switchesOn: 'EMAIL_OTP' }
  }
  if (app?.step === undefined) {
    throw invalidParameter('User has not verified software token mfa')
  }
  const encryptedTotp = encryptSecret(parts.encryptor, person.sub, app.secret)
  const secondFactor = 'SOFTWARE_TOKEN_MFA'
  const proved = { person, signIn: { ...signIn, secondFactor } } as const
  return switchOn(parts, proved, context, { encryptedTotp, totpStep: app.step })
}

/** Switches on the second factor that was just proved, unless its owner has one by now. */
export function switchOn(
  parts: CognitoParts,
  { person, signIn }: Reached,
  context: RequestContext,
  app: Partial<Pick<Person, 'encryptedTotp' | 'totpStep'>> = {},
): Outcome {
  const { secondFactor } = signIn
  if (secondFactor === undefined || hasFactor(parts, person)) {
    return { error: invalidSession() }
  }
  const change = {
    ...app,
    // The code came by email: whoever has it reads the emails to that address.
    ...(secondFactor === 'EMAIL_OTP' && { attributes: { ...person.attributes, email_verified: 'true' } }),
    secondFactors: [...person.secondFactors, secondFactor],
    preferredFactor: undefined,
  }
  return {
    proved: 'second factor',
    person: { ...person, ...change },
    signIn,
    async write(sql) {
      const by = changedByOwner(parts, person, context, signIn.deviceKey)
      if (!(await changeSecondFactors(parts, sql, person, change, by))) {
        throw invalidSession()
      }
    },
  }
}

/** Runs a part of the set-up that clients take with the session alone. */
async function inSetUp(
  parts: CognitoParts,
  session: string,
  request: object,
  run: (state: State) => ChallengeResult,
): Promise<object> {
  return parts.challenges.answer<State>(NAME, session, request, async (state) => {
    const person = await parts.people.findBySub(state.sub)
    return person && isUnchanged(person, state) && !hasFactor(parts, person)
      ? run(state)
      : { error: invalidSession() }
  })
}
