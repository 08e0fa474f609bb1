import type { RequestContext } from '../../action.ts'
import { openSecret, stepOf, takeStep } from '../../core/authenticator-app.ts'
import { usableFactors } from '../../core/second-factors.ts'
import { invalidSession, usedSoftwareToken, wrongSoftwareToken } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { countCode, recordFailure, refundCode } from '../attempts.ts'
import { type Answer, type Ask, askFor, type Outcome, signInLocation } from '../sign-in.ts'

const FACTOR = 'SOFTWARE_TOKEN_MFA'

export function ask(parts: CognitoParts, { signIn }: Ask): Outcome {
  return askFor(parts, FACTOR, signIn, { USER_ID_FOR_SRP: signIn.sub })
}

/** Takes a code of an authenticator app. Of two answers with the same code at once one wins. */
export async function answer(
  parts: CognitoParts,
  { state: signIn, person, responses }: Answer,
  context: RequestContext,
): Promise<Outcome> {
  const isUsable = person && usableFactors(parts, person).includes(FACTOR)
  if (!isUsable || person.sealedTotp === undefined) {
    return { error: invalidSession() }
  }
  const { sub } = person
  const location = signInLocation(signIn, context)
  await countCode(parts, 'second', sub, location)
  const secret = openSecret(parts.encryptor, sub, person.sealedTotp)
  const step = stepOf(secret, responses.SOFTWARE_TOKEN_MFA_CODE ?? '', parts.clock.now())
  if (step === undefined) {
    await recordFailure(parts, person, FACTOR, context)
    throw wrongSoftwareToken()
  }
  if (step <= person.totpStep) {
    throw usedSoftwareToken()
  }
  await refundCode(parts, 'second', sub, location)
  return {
    proved: 'second factor',
    person,
    signIn: { ...signIn, secondFactor: FACTOR },
    write: (sql) => takeStep(sql, sub, step),
  }
}
