import type { RequestContext } from '../action.ts'
import { openSecret, stepOf, takeStep } from '../core/authenticator-app.ts'
import { usableFactors } from '../core/second-factors.ts'
import { invalidParameter, invalidSession, usedSoftwareToken, wrongSoftwareToken } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askFactor, type ChoiceState } from './ask-second-factor.ts'
import { answerCode } from './code-step.ts'
import { countTry, forgetTries, recordWrongCode } from './code-tries.ts'
import { answerStep, placeOfSignIn, type SignIn, signedIn } from './finish-sign-in.ts'
import { answerSetUp } from './set-up-step.ts'
import type { ChallengeAnswer, Step } from './sign-in-actions.ts'

/** The steps that a code or a second factor takes. */
export const secondFactorSteps: Record<string, Step> = {
  EMAIL_OTP: answerCode,
  SMS_OTP: answerCode,
  SMS_MFA: answerCode,
  SOFTWARE_TOKEN_MFA: answerSoftwareToken,
  SELECT_MFA_TYPE: answerChoice,
  MFA_SETUP: answerSetUp,
}

async function answerChoice(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  return answerStep<ChoiceState>(parts, given, async ({ factors, ...signIn }, person) => {
    const factor = factors.find((one) => one === given.ChallengeResponses.ANSWER)
    if (factor === undefined) {
      throw invalidParameter('ANSWER must be one of the MFA methods to choose from')
    }
    return person && usableFactors(parts, person).includes(factor)
      ? askFactor(parts, person, signIn, factor, context)
      : { error: invalidSession() }
  })
}

/** Takes a code of an authenticator app. Of two answers with the same code at once one wins. */
async function answerSoftwareToken(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const { SOFTWARE_TOKEN_MFA_CODE: code = '' } = given.ChallengeResponses
  return answerStep<SignIn>(parts, given, async (signIn, person) => {
    const isUsable = person && usableFactors(parts, person).includes('SOFTWARE_TOKEN_MFA')
    if (!isUsable || person.sealedTotp === undefined) {
      return { error: invalidSession() }
    }
    const place = placeOfSignIn(signIn, context)
    await countTry(parts, 'second', person.sub, place)
    const secret = openSecret(parts.encryptor, person.sub, person.sealedTotp)
    const step = stepOf(secret, code, parts.clock.now())
    if (step === undefined) {
      await recordWrongCode(parts, person, 'SOFTWARE_TOKEN_MFA', context)
      throw wrongSoftwareToken()
    }
    if (step <= person.totpStep) {
      throw usedSoftwareToken()
    }
    await forgetTries(parts, 'second', person.sub, place)
    const done = signedIn(parts, person, { ...signIn, secondFactor: 'SOFTWARE_TOKEN_MFA' }, context)
    return {
      answer: done.answer,
      async write(sql) {
        await takeStep(sql, person.sub, step)
        await done.write(sql)
      },
    }
  })
}
