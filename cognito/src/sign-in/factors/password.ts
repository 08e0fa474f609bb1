import { tooManyPasswords } from '../../errors.ts'
import { rejectProof } from '../attempts.ts'
import { type AskChallenge, locationOf, required } from '../sign-in.ts'

/** Checks a password that was sent in plain. It costs the same for a name that nobody has. */
export const ask: AskChallenge = async (parts, { signIn, user, parameters }, context) => {
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
  const isRight = parts.passwords.matches({ sub, encryptedVerifier: user?.encryptedVerifier }, password)
  if (!isRight || !user) {
    return rejectProof(parts, user, 'password', context)
  }
  await attemptLimiter.refundPassword(sub, location)
  return { proved: 'first factor', user, signIn: { ...signIn, firstFactor: 'password' } }
}
