import {
  beginExchange,
  isRightProof,
  type OpenExchange,
  readProof,
} from '../../core/passwords/srp-challenge.ts'
import { invalidSession, tooManyPasswords } from '../../errors.ts'
import { rejectProof } from '../attempts.ts'
import {
  type AskChallenge,
  askFor,
  beginSignIn,
  type CheckAnswer,
  locationOf,
  required,
  type SignIn,
} from '../sign-in.ts'

type State = SignIn & OpenExchange

/** Asks for the proof that the client knows the password. The secret block is the session's handle as well. */
export const ask: AskChallenge = (parts, { signIn, user, parameters }) => {
  const { sub } = signIn
  const verifier = parts.passwords.decryptVerifier({ sub, encryptedVerifier: user?.encryptedVerifier })
  const exchange = beginExchange(verifier, required(parameters, 'SRP_A'))
  return askFor(parts, 'PASSWORD_VERIFIER', { ...signIn, ...exchange }, (handle) => ({
    SALT: verifier.salt.toString(16),
    SECRET_BLOCK: handle,
    SRP_B: exchange.publicB,
    USERNAME: sub,
    USER_ID_FOR_SRP: sub,
  }))
}

/** The session may be left out: the secret block says which it is. */
export function sessionOf(responses: Record<string, string>, session?: string): string {
  const { PASSWORD_CLAIM_SECRET_BLOCK: secretBlock = '' } = responses
  if (session !== undefined && session !== secretBlock) {
    throw invalidSession()
  }
  return secretBlock
}

/**
 * Checks the proof. An unknown device leaves the session open: the client then proves the password once more, without
 * the device.
 */
export const answer: CheckAnswer<State> = async (parts, { state, user, responses }, context) => {
  const { attemptLimiter, passwords, clock } = parts
  const { sub, username, rounds } = state
  if (![sub, username].includes((responses.USERNAME ?? '').toLowerCase())) {
    throw invalidSession()
  }
  const proof = readProof(responses, clock.now())
  const location = locationOf(context, responses.DEVICE_KEY)
  if (!(await attemptLimiter.countPassword(sub, location))) {
    return { error: tooManyPasswords() }
  }
  const verifier = passwords.decryptVerifier({ sub, encryptedVerifier: user?.encryptedVerifier })
  if (!isRightProof(state, verifier, { poolName: passwords.poolName, user: sub }, proof) || !user) {
    return rejectProof(parts, user, 'password', context)
  }
  await attemptLimiter.refundPassword(sub, location)
  // It begins again: the proved password is the present one, whatever it was when the proof was asked for.
  const signIn = beginSignIn({ user, sub }, { username, tracksDevices: true, deviceKey: location.deviceKey })
  return rounds
    ? {
        proved: 'custom round',
        user,
        signIn: { ...signIn, rounds: [...rounds, { challenge: 'PASSWORD_VERIFIER', passed: true }] },
      }
    : { proved: 'first factor', user, signIn: { ...signIn, firstFactor: 'password' } }
}
