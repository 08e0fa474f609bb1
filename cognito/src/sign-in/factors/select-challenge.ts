import type { RequestContext } from '../../action.ts'
import { listPasskeys } from '../../core/factors/known-passkeys.ts'
import { hasFactor } from '../../core/factors/second-factors.ts'
import { verifiedContactOf } from '../../core/factors/send-code.ts'
import { invalidParameter, tooManyPasswords } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import {
  type Ask,
  type AskChallenge,
  askFor,
  type CheckAnswer,
  locationOf,
  type Outcome,
  required,
} from '../sign-in.ts'

/** The first factors, as the protocol names them. */
const FACTORS = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'] as const
type FirstFactor = (typeof FACTORS)[number]

/** Asks for the factor that the client prefers, or lets it choose. */
export const ask: AskChallenge = async (parts, given, context) => {
  const { signIn, parameters } = given
  const location = locationOf(context, parameters.DEVICE_KEY)
  if (await parts.attemptLimiter.isUnknownLocationPaused(signIn.sub, location)) {
    return { error: tooManyPasswords() }
  }
  const available = await availableTo(parts, given)
  const preferred = parameters.PREFERRED_CHALLENGE
  return isAvailable(parts, available, preferred)
    ? choose(parts, preferred, given, context)
    : askFor(parts, 'SELECT_CHALLENGE', signIn, {}, { AvailableChallenges: available })
}

export const answer: CheckAnswer = async (parts, given, context) => {
  const { state: signIn, user, responses: parameters } = given
  const factor = required(parameters, 'ANSWER')
  if (!isAvailable(parts, await availableTo(parts, { signIn, user }), factor)) {
    throw invalidParameter(`${factor} is not one of the available challenges.`)
  }
  return choose(parts, factor, { signIn, user, parameters }, context)
}

type Chooser = Pick<Ask, 'signIn' | 'user'>

/**
 * The factors with which a user can begin. A code alone is not enough for somebody who has switched a second factor on.
 * A name that nobody has seems to have what most users have, always the same for that name.
 */
async function availableTo(parts: CognitoParts, { signIn: { sub }, user }: Chooser): Promise<FirstFactor[]> {
  const { rules, database, encryptor } = parts
  const isOn = (kind: (typeof rules.firstFactors)[number]) => rules.firstFactors.includes(kind)
  const seems = (factor: FirstFactor) => encryptor.mac('seeming-factor', factor, sub).readUInt8() % 4
  const canGet = (code: 'EMAIL_OTP' | 'SMS_OTP', least: number) =>
    user ? verifiedContactOf(code, user) !== undefined : seems(code) >= least
  const hasPasskey = (await listPasskeys(database.sql, sub)).length > 0
  const isCodeEnough = rules.mfa !== 'required' && !(user && hasFactor(parts, user))
  const canHave: Record<FirstFactor, boolean> = {
    PASSWORD: true,
    PASSWORD_SRP: true,
    EMAIL_OTP: isOn('email') && isCodeEnough && canGet('EMAIL_OTP', 1),
    SMS_OTP: isOn('sms') && isCodeEnough && canGet('SMS_OTP', 2),
    WEB_AUTHN: isOn('passkey') && (user ? hasPasskey : seems('WEB_AUTHN') >= 2),
  }
  return FACTORS.filter((factor) => canHave[factor])
}

/** A client that prefers a passkey is asked for one, so that the response does not reveal who has one. */
function isAvailable(
  { rules }: CognitoParts,
  available: readonly FirstFactor[],
  factor: string | undefined,
): factor is FirstFactor {
  return (
    available.some((one) => one === factor) ||
    (factor === 'WEB_AUTHN' && rules.firstFactors.includes('passkey'))
  )
}

async function choose(
  { attemptLimiter }: CognitoParts,
  factor: FirstFactor,
  given: Chooser & { parameters: Record<string, string> },
  context: RequestContext,
): Promise<Outcome> {
  if (factor !== 'PASSWORD_SRP') {
    return { ...given, ask: factor }
  }
  // Only here: USER_SRP_AUTH names its device with the proof, and is checked for a pause then.
  return (await attemptLimiter.isPaused(given.signIn.sub, locationOf(context, given.parameters.DEVICE_KEY)))
    ? { error: tooManyPasswords() }
    : { ...given, ask: 'PASSWORD_VERIFIER' }
}
