import { expiredCode, wrongSignInCode } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { sameBytes } from '../people/passwords.ts'
import type { Asker } from './action.ts'
import type { CodeState } from './ask-code.ts'
import { countTry, forgetTries, recordWrongCode } from './code-tries.ts'
import { answerStep, signedIn } from './finish-sign-in.ts'
import { proceed } from './proceed.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

/** Takes the code that was sent, as a first factor or a second one; a wrong code leaves the session open. */
export async function answerCode(
  parts: IdentityParts,
  given: ChallengeAnswer,
  asker: Asker,
): Promise<object> {
  const step = given.ChallengeName
  const typed = given.ChallengeResponses[`${step}_CODE`] ?? ''
  return answerStep<CodeState>(parts, given, async ({ asked, ...signIn }, person) => {
    if (asked.expires <= parts.clock.now()) {
      throw expiredCode()
    }
    await countTry(parts, asked.factor, asked.countedFor)
    const isRight = sameBytes(Buffer.from(asked.code ?? ''), Buffer.from(typed.trim()))
    if (!person || asked.code === undefined || !isRight) {
      await recordWrongCode(parts, person, step, asker)
      throw wrongSignInCode()
    }
    await forgetTries(parts, asked.factor, asked.countedFor)
    return asked.factor === 'first'
      ? proceed(parts, person, signIn, asker)
      : signedIn(parts, person, signIn, asker)
  })
}
