import { tooManyPasswords } from '../../errors.ts'
import { rejectProof } from '../attempts.ts'
import { type AskChallenge, locationOf, required } from '../sign-in.ts'

/** Checks a password that was sent as it is. It costs the same for a name that nobody has. */
export const ask: AskChallenge = async (parts, { signIn, person, parameters }, context) => {
  const { attemptLimiter } = parts
  const { sub } = signIn
  if (await attemptLimiter.isPaused(sub, locationOf(context, parameters.DEVICE_KEY))) {
    return { error: tooManyPasswords() }
  }
  const password = required(parameters, 'PASSWORD')
  const location = locationOf(context, signIn.deviceKey)
  if (!(await attemptLimiter.countPassword(sub, location))) {
    return { error: tooManyPasswords() }
  }
  const isRight = parts.passwords.matches({ sub, encryptedVerifier: person?.encryptedVerifier }, password)
  if (!isRight || !person) {
    return rejectProof(parts, person, 'password', context)
  }
  await attemptLimiter.refundPassword(sub, location)
  return { proved: 'first factor', person, signIn: { ...signIn, firstFactor: 'password' } }
}
