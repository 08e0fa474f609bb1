import type { RequestContext } from '../../action.ts'
import { findDevice, openVerifier } from '../../core/known-devices.ts'
import { beginExchange, isRightProof, type OpenExchange, readProof } from '../../core/srp-challenge.ts'
import { invalidSession } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { rejectProof } from '../attempts.ts'
import { type Answer, type Ask, askFor, type Outcome, required, type SignIn } from '../sign-in.ts'

/** Asks a remembered device to prove that it is the one. */
export function ask(parts: CognitoParts, { signIn }: Ask): Outcome {
  return askFor(parts, 'DEVICE_SRP_AUTH', signIn, {})
}

export function answer(_parts: CognitoParts, { state, person, responses }: Answer): Outcome {
  return responses.DEVICE_KEY === state.deviceKey
    ? { ask: 'DEVICE_PASSWORD_VERIFIER', person, signIn: state, parameters: responses }
    : { error: invalidSession() }
}

/** Asks for the second half of the proof. */
export async function askProof(
  parts: CognitoParts,
  { signIn, parameters }: Ask & { parameters: Record<string, string> },
): Promise<Outcome> {
  const { sub, deviceKey = '' } = signIn
  const device = await findDevice(parts, sub, deviceKey)
  if (!device) {
    return { error: invalidSession() }
  }
  const verifier = openVerifier(parts.encryptor, device)
  const exchange = beginExchange(verifier, required(parameters, 'SRP_A'))
  return askFor(parts, 'DEVICE_PASSWORD_VERIFIER', { ...signIn, ...exchange }, (handle) => ({
    SALT: verifier.salt.toString(16),
    SECRET_BLOCK: handle,
    SRP_B: exchange.publicB,
    DEVICE_KEY: deviceKey,
    USERNAME: sub,
  }))
}

export async function answerProof(
  parts: CognitoParts,
  { handle, state, person, responses }: Answer<SignIn & OpenExchange>,
  context: RequestContext,
): Promise<Outcome> {
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
      openVerifier(parts.encryptor, device),
      { poolName: device.group_key, user: deviceKey },
      proof,
    )
  return person && isIt ? { proved: 'device', person, signIn } : rejectProof(parts, person, 'device', context)
}
