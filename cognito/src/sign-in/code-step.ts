import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import { sameBytes } from '../core/passwords.ts'
import type { Person } from '../core/people.ts'
import { hasFactor, usableFactors } from '../core/second-factors.ts'
import { expiredCode, invalidSession, wrongSignInCode } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { CodeState } from './ask-code.ts'
import { countTry, forgetTries, recordWrongCode } from './code-tries.ts'
import { answerStep, placeOfSignIn, type SignIn, signedIn, stillStands } from './finish-sign-in.ts'
import { proceed } from './proceed.ts'
import { signedInWithNew } from './set-up-step.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

/** Takes the code that was sent, as a first factor or a second one; a wrong code leaves the session open. */
export async function answerCode(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const step = given.ChallengeName
  const typed = given.ChallengeResponses[`${step}_CODE`] ?? ''
  return answerStep<CodeState>(parts, given, answer, stands)

  async function answer(
    { asked, ...signIn }: CodeState,
    person: Person | undefined,
  ): Promise<ChallengeResult> {
    if (asked.expires <= parts.clock.now()) {
      throw expiredCode()
    }
    const place = placeOfSignIn(signIn, context)
    await countTry(parts, asked.factor, asked.countedFor, place)
    const isRight = sameBytes(Buffer.from(asked.code ?? ''), Buffer.from(typed.trim()))
    if (!person || asked.code === undefined || !isRight) {
      await recordWrongCode(parts, person, step, context)
      throw wrongSignInCode()
    }
    await forgetTries(parts, asked.factor, asked.countedFor, place)
    if (asked.to !== person.email && asked.to !== person.attributes.phone_number) {
      return { error: invalidSession() }
    }
    if (asked.factor === 'first') {
      return proceed(parts, person, signIn, context)
    }
    return asked.switchesOn
      ? switchOn(parts, person, signIn, asked.switchesOn, context)
      : finish(parts, person, signIn, step, context)
  }
}

/** Whom no code reaches, since they are locked out or prove no address, is nobody here: no answer is right. */
function stands(person: Person, state: CodeState): boolean {
  return state.asked.code === undefined || stillStands(person, state)
}

function finish(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  step: string,
  context: RequestContext,
): ChallengeResult {
  const factor = usableFactors(parts, person).find((one) => one === step)
  return factor
    ? signedIn(parts, person, { ...signIn, secondFactor: factor }, context)
    : { error: invalidSession() }
}

function switchOn(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  factor: NonNullable<CodeState['asked']['switchesOn']>,
  context: RequestContext,
): ChallengeResult {
  if (hasFactor(parts, person)) {
    return { error: invalidSession() }
  }
  // The code came by mail: whoever has it reads the letters to that address.
  const proved =
    factor === 'EMAIL_OTP' ? { attributes: { ...person.attributes, email_verified: 'true' } } : {}
  return signedInWithNew(parts, person, signIn, factor, proved, context)
}
