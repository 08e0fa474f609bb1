import type { RequestContext } from '../../action.ts'
import { encryptSecret, makeSecret, stepOf } from '../../core/factors/authenticator-app.ts'
import type { ChallengeResult } from '../../core/factors/challenges.ts'
import {
  allowedFactors,
  changedByOwner,
  changeSecondFactors,
  hasFactor,
} from '../../core/factors/second-factors.ts'
import { verifiedContactOf } from '../../core/factors/send-code.ts'
import type { User } from '../../core/users/users-sql.ts'
import { invalidParameter, invalidSession, wrongFirstToken } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import {
  type AskChallenge,
  askFor,
  type CheckAnswer,
  isUnchanged,
  type Outcome,
  type Reached,
  SET_UP_LIFETIME,
  type SignIn,
} from '../sign-in.ts'

const NAME = 'MFA_SETUP'

/** A sign-in that waits until a second factor is set up. */
type State = SignIn & {
  /** What an authenticator app shares with us, and the half minute of its first right code. */
  app?: { secret: string; step?: number }
}

/** Asks somebody who must have a second factor, and has none, to set one up. */
export const ask: AskChallenge<User> = (parts, { signIn, user }) => {
  const allowed = allowedFactors(parts)
  const settable = allowed.filter(
    (factor) => factor !== 'SMS_MFA' && !(factor === 'EMAIL_OTP' && signIn.firstFactor === 'email'),
  )
  // Clients can't set up text messages here: a person with a proved number gets one, which switches the factor on.
  const isByText =
    settable.length === 0 &&
    allowed.includes('SMS_MFA') &&
    verifiedContactOf('SMS_MFA', user) !== undefined &&
    signIn.firstFactor !== 'sms'
  return isByText
    ? { ask: 'SMS_MFA', signIn, user, switchesOn: 'SMS_MFA' }
    : askFor(
        parts,
        NAME,
        signIn,
        { USER_ID_FOR_SRP: user.sub, MFAS_CAN_SETUP: JSON.stringify(settable) },
        { lifetime: SET_UP_LIFETIME },
      )
}

/** Gives a sign-in that waits for a second factor the secret of an authenticator app. */
export async function associateBySession(parts: CognitoParts, session: string): Promise<object> {
  return inSetUp(parts, session, { associate: true }, (state) => {
    const secret = makeSecret()
    const { handle, write } = parts.challenges.prepare(NAME, { ...state, app: { secret } }, SET_UP_LIFETIME)
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
    const { handle, write } = parts.challenges.prepare(
      NAME,
      { ...state, app: { secret, step } },
      SET_UP_LIFETIME,
    )
    return { answer: { Status: 'SUCCESS', Session: handle }, write }
  })
}

/** Ends the set-up of an authenticator app, or continues that of codes by e-mail. */
export const answer: CheckAnswer<State> = async (parts, { state, user, responses }, context) => {
  const { app, ...signIn } = state
  // A person who knows only the password must not add a factor once the owner has one.
  if (!user || hasFactor(parts, user)) {
    return { error: invalidSession() }
  }
  if (responses.EMAIL !== undefined) {
    if (!allowedFactors(parts).includes('EMAIL_OTP') || signIn.firstFactor === 'email') {
      throw invalidParameter('EMAIL_OTP is not enabled for the user pool')
    }
    // A person who knows only the password must not send the codes, and so the account, to another address.
    if (responses.EMAIL.trim().toLowerCase() !== user.email) {
      throw invalidParameter('The email address must be the one of the account')
    }
    return { ask: 'EMAIL_OTP', signIn, user, switchesOn: 'EMAIL_OTP' }
  }
  if (app?.step === undefined) {
    throw invalidParameter('User has not verified software token mfa')
  }
  const encryptedTotp = encryptSecret(parts.encryptor, user.sub, app.secret)
  const secondFactor = 'SOFTWARE_TOKEN_MFA'
  const proved = { user, signIn: { ...signIn, secondFactor } } as const
  return switchOn(parts, proved, context, { encryptedTotp, totpStep: app.step })
}

/** Switches on the second factor that was just proved, unless its owner has one by now. */
export function switchOn(
  parts: CognitoParts,
  { user, signIn }: Reached,
  context: RequestContext,
  app: Partial<Pick<User, 'encryptedTotp' | 'totpStep'>> = {},
): Outcome {
  const { secondFactor } = signIn
  if (secondFactor === undefined || hasFactor(parts, user)) {
    return { error: invalidSession() }
  }
  const change = {
    ...app,
    // The code came by email: a person who has it reads the emails to that address.
    ...(secondFactor === 'EMAIL_OTP' && { attributes: { ...user.attributes, email_verified: 'true' } }),
    secondFactors: [...user.secondFactors, secondFactor],
    preferredFactor: undefined,
  }
  return {
    proved: 'second factor',
    user: { ...user, ...change },
    signIn,
    async write(sql) {
      const by = changedByOwner(parts, user, context, signIn.deviceKey)
      if (!(await changeSecondFactors(parts, sql, user, change, by))) {
        throw invalidSession()
      }
    },
  }
}

/** Runs a part of the set-up that clients take with only the session. */
async function inSetUp(
  parts: CognitoParts,
  session: string,
  request: object,
  run: (state: State) => ChallengeResult,
): Promise<object> {
  return parts.challenges.answer<State>(NAME, session, request, async (state) => {
    const user = await parts.users.findBySub(state.sub)
    return user && isUnchanged(user, state) && !hasFactor(parts, user)
      ? run(state)
      : { error: invalidSession() }
  })
}
