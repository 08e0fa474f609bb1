import type { ChallengeResult } from '../core/challenges.ts'
import { findDevice, openVerifier } from '../core/known-devices.ts'
import { hasFactor } from '../core/second-factors.ts'
import { beginExchange, isRightProof, type OpenExchange, readProof } from '../core/srp-challenge.ts'
import { invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askStep } from './ask-step.ts'
import { answerStep, type SignIn, signedIn } from './finish-sign-in.ts'
import { required } from './identify.ts'
import { proceedToTokens, wrongPasswordFrom } from './proceed.ts'
import type { Step } from './sign-in-actions.ts'

type Asked = SignIn & { deviceKey: string }
type Begun = Asked & OpenExchange

/** Asks a remembered device to prove that it is the one, in place of a second factor; undefined for any other. */
export async function askDeviceProof(
  parts: CognitoParts,
  signIn: SignIn,
): Promise<ChallengeResult | undefined> {
  if (signIn.deviceKey === undefined) {
    return undefined
  }
  const device = await findDevice(parts, signIn.sub, signIn.deviceKey)
  if (device?.remembered !== 1) {
    return undefined
  }
  return askStep(parts, 'DEVICE_SRP_AUTH', signIn, {})
}

export const deviceSteps: Record<string, Step> = {
  DEVICE_SRP_AUTH: async (parts, given) =>
    answerStep<Asked>(parts, given, async (state) => {
      const { sub, deviceKey } = state
      const { DEVICE_KEY: named, ...responses } = given.ChallengeResponses
      const device = named === deviceKey && (await findDevice(parts, sub, deviceKey))
      if (!device) {
        return { error: invalidSession() }
      }
      const verifier = openVerifier(parts.encryptor, device)
      const exchange = beginExchange(verifier, required(responses, 'SRP_A'))
      const { handle, write } = parts.challenges.prepare('DEVICE_PASSWORD_VERIFIER', {
        ...state,
        ...exchange,
      })
      return {
        answer: {
          ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
          Session: handle,
          ChallengeParameters: {
            SALT: verifier.salt.toString(16),
            SECRET_BLOCK: handle,
            SRP_B: exchange.publicB,
            DEVICE_KEY: deviceKey,
            USERNAME: sub,
          },
        },
        write,
      }
    }),

  DEVICE_PASSWORD_VERIFIER: async (parts, given, context) =>
    answerStep<Begun>(parts, given, async (state, person) => {
      const { sub, deviceKey, a, b, publicB, ...signIn } = state
      const responses = given.ChallengeResponses
      const proof = readProof(responses, parts.clock.now())
      const device = await findDevice(parts, sub, deviceKey)
      const isIt =
        responses.DEVICE_KEY === deviceKey &&
        proof.secretBlock === given.Session &&
        device?.remembered === 1 &&
        isRightProof(
          { a, b, publicB },
          openVerifier(parts.encryptor, device),
          { poolName: device.group_key, user: deviceKey },
          proof,
        )
      if (!person || !isIt) {
        return { error: await wrongPasswordFrom(parts, context, person, 'device') }
      }
      const proved: SignIn = { ...signIn, sub, deviceKey }
      // Where everybody needs a second factor, a device does not excuse from choosing one.
      return hasFactor(parts, person)
        ? signedIn(parts, person, proved, context)
        : proceedToTokens(parts, person, proved, context)
    }),
}
