import type { RequestContext } from '../action.ts'
import { makeSecret, sealSecret, stepOf } from '../core/authenticator-app.ts'
import type { ChallengeResult, Completed } from '../core/challenges.ts'
import type { Person, SecondFactor } from '../core/people.ts'
import { allowedFactors, byThemselves, changeSecondFactors, hasFactor } from '../core/second-factors.ts'
import { CognitoError, invalidParameter, invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askCode } from './ask-code.ts'
import type { SetUpState } from './ask-set-up.ts'
import { answerStep, type SignIn, signedIn, stillStands } from './finish-sign-in.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

const STEP = 'MFA_SETUP'

export const wrongFirstToken = () =>
  new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')

/** Gives a sign-in that waits for a second factor the secret of an authenticator app. */
export async function associateBySession(parts: CognitoParts, session: string): Promise<object> {
  return inSetUp(parts, session, { associate: true }, async (state) => {
    const secret = makeSecret()
    const { handle, write } = parts.challenges.prepare(STEP, { ...state, app: { secret } })
    return { answer: { SecretCode: secret, Session: handle }, write }
  })
}

/** Takes the app's first code; a wrong one leaves the session open. */
export async function verifyBySession(parts: CognitoParts, session: string, code: string): Promise<object> {
  return inSetUp(parts, session, { verify: code }, async (state) => {
    const { secret } = state.app ?? {}
    const step = secret === undefined ? undefined : stepOf(secret, code, parts.clock.now())
    if (secret === undefined || step === undefined) {
      throw wrongFirstToken()
    }
    const { handle, write } = parts.challenges.prepare(STEP, { ...state, app: { secret, step } })
    return { answer: { Status: 'SUCCESS', Session: handle }, write }
  })
}

/** Ends the set-up of an authenticator app, or goes on with that of codes by e-mail. */
export async function answerSetUp(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const { EMAIL: email } = given.ChallengeResponses
  return answerStep<SetUpState>(parts, given, async ({ app, ...signIn }, person) => {
    // Whoever knows the password alone must not add a factor once the owner has one.
    if (!person || hasFactor(parts, person)) {
      return { error: invalidSession() }
    }
    if (email !== undefined) {
      return setUpEmail(parts, person, signIn, email, context)
    }
    if (app?.step === undefined) {
      throw invalidParameter('User has not verified software token mfa')
    }
    const change = {
      sealedTotp: sealSecret(parts.encryptor, person.sub, app.secret),
      totpStep: app.step,
    }
    return signedInWithNew(parts, person, signIn, 'SOFTWARE_TOKEN_MFA', change, context)
  })
}

async function setUpEmail(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  email: string,
  context: RequestContext,
): Promise<ChallengeResult> {
  if (!allowedFactors(parts).includes('EMAIL_OTP') || signIn.firstFactor === 'email') {
    throw invalidParameter('EMAIL_OTP is not enabled for the user pool')
  }
  // Whoever knows no more than the password must not lead the codes, and so the account, to another address.
  if (email.trim().toLowerCase() !== person.email) {
    throw invalidParameter('The email address must be the one of the account')
  }
  return askCode(
    parts,
    { step: 'EMAIL_OTP', factor: 'second', signIn, person, to: person.email, switchesOn: 'EMAIL_OTP' },
    context,
  )
}

/** Switches on a second factor that was just proved, and signs in with it. */
export function signedInWithNew(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  factor: SecondFactor,
  proved: Partial<Pick<Person, 'sealedTotp' | 'totpStep' | 'attributes'>>,
  context: RequestContext,
): Completed {
  const change = { ...proved, secondFactors: [...person.secondFactors, factor], preferredFactor: undefined }
  const done = signedIn(parts, { ...person, ...change }, { ...signIn, secondFactor: factor }, context)
  return {
    answer: done.answer,
    async write(sql) {
      const by = byThemselves(parts, person, context, signIn.deviceKey)
      if (!(await changeSecondFactors(parts, sql, person, change, by))) {
        throw invalidSession()
      }
      await done.write(sql)
    },
  }
}

/** Runs a step of the set-up that clients take with the session alone. */
async function inSetUp(
  parts: CognitoParts,
  session: string,
  request: object,
  run: (state: SetUpState) => Promise<ChallengeResult>,
): Promise<object> {
  return parts.challenges.answer<SetUpState>(STEP, session, request, async (state) => {
    const person = await parts.people.findBySub(state.sub)
    return person && stillStands(person, state) && !hasFactor(parts, person)
      ? run(state)
      : { error: invalidSession() }
  })
}
