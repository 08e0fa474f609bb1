import { decryptVerifier, findDevice } from '../../core/factors/known-devices.ts'
import {
  beginExchange,
  isRightProof,
  type OpenExchange,
  readProof,
} from '../../core/passwords/srp-challenge.ts'
import { invalidSession } from '../../errors.ts'
import { rejectProof } from '../attempts.ts'
import { type AskChallenge, askFor, type CheckAnswer, required, type SignIn } from '../sign-in.ts'

type State = SignIn & OpenExchange

/** Asks a remembered device to prove that it is the one. */
export const ask: AskChallenge = (parts, { signIn }) => askFor(parts, 'DEVICE_SRP_AUTH', signIn, {})

export const answer: CheckAnswer = (_parts, { state, user, responses }) =>
  responses.DEVICE_KEY === state.deviceKey
    ? { ask: 'DEVICE_PASSWORD_VERIFIER', user, signIn: state, parameters: responses }
    : { error: invalidSession() }

/** Asks for the second half of the proof. */
export const askProof: AskChallenge = async (parts, { signIn, parameters }) => {
  const { sub, deviceKey = '' } = signIn
  const device = await findDevice(parts, sub, deviceKey)
  if (!device) {
    return { error: invalidSession() }
  }
  const verifier = decryptVerifier(parts.encryptor, device)
  const exchange = beginExchange(verifier, required(parameters, 'SRP_A'))
  return askFor(parts, 'DEVICE_PASSWORD_VERIFIER', { ...signIn, ...exchange }, (handle) => ({
    SALT: verifier.salt.toString(16),
    SECRET_BLOCK: handle,
    SRP_B: exchange.publicB,
    DEVICE_KEY: deviceKey,
    USERNAME: sub,
  }))
}

export const answerProof: CheckAnswer<State> = async (parts, answered, context) => {
  const { handle, state, user, responses } = answered
  const { a, b, publicB, ...signIn } = state
  const { sub, deviceKey = '' } = signIn
  const proof = readProof(responses, parts.clock.now())
  const device = await findDevice(parts, sub, deviceKey)
  const isIt =
    responses.DEVICE_KEY === deviceKey &&
    proof.secretBlock === handle &&
    device?.remembered === 1 &&
    isRightProof(
      { a, b, publicB },
      decryptVerifier(parts.encryptor, device),
      { poolName: device.group_key, user: deviceKey },
      proof,
    )
  return user && isIt ? { proved: 'device', user, signIn } : rejectProof(parts, user, 'device', context)
}
