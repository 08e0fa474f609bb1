import { decryptSecret, stepOf, useTimeStep } from '../../core/factors/authenticator-app.ts'
import { usableFactors } from '../../core/factors/second-factors.ts'
import { invalidSession, usedSoftwareToken, wrongSoftwareToken } from '../../errors.ts'
import { codeLimits, recordFailure } from '../attempts.ts'
import { type AskChallenge, askFor, type CheckAnswer } from '../sign-in.ts'

const FACTOR = 'SOFTWARE_TOKEN_MFA'

export const ask: AskChallenge = (parts, { signIn }) =>
  askFor(parts, FACTOR, signIn, { USER_ID_FOR_SRP: signIn.sub })

/** Takes a code of an authenticator app. If two answers with the same code come at once, one wins. */
export const answer: CheckAnswer = async (parts, { state: signIn, user, responses }, context) => {
  const isUsable = user && usableFactors(parts, user).includes(FACTOR)
  if (!isUsable || user.encryptedTotp === undefined) {
    return { error: invalidSession() }
  }
  const { sub } = user
  const limits = codeLimits(parts, 'second', signIn, context)
  await limits.countTried()
  const secret = decryptSecret(parts.encryptor, sub, user.encryptedTotp)
  const step = stepOf(secret, responses.SOFTWARE_TOKEN_MFA_CODE ?? '', parts.clock.now())
  if (step === undefined) {
    await recordFailure(parts, user, FACTOR, context)
    throw wrongSoftwareToken()
  }
  if (step <= user.totpStep) {
    throw usedSoftwareToken()
  }
  await limits.refund()
  return {
    proved: 'second factor',
    user,
    signIn: { ...signIn, secondFactor: FACTOR },
    write: (sql) => useTimeStep(sql, sub, step),
  }
}
