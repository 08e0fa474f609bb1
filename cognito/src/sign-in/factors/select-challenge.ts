import type { RequestContext } from '../../action.ts'
import { listPasskeys } from '../../core/known-passkeys.ts'
import { hasFactor } from '../../core/second-factors.ts'
import { reach } from '../../core/send-code.ts'
import { invalidParameter, tooManyPasswords } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { type Answer, type Ask, askFor, type Outcome, requestLocation, required } from '../sign-in.ts'

/** The first factors, as the protocol names them. */
const FACTORS = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'] as const
type FirstFactor = (typeof FACTORS)[number]

export function checkBeginning({ rules }: CognitoParts): void {
  if (rules.firstFactors.every((factor) => factor === 'password')) {
    throw invalidParameter('USER_AUTH flow not enabled for this client')
  }
}

/** Asks for the factor that the client prefers, or lets it choose. */
export async function ask(
  parts: CognitoParts,
  given: Ask & { parameters: Record<string, string> },
  context: RequestContext,
): Promise<Outcome> {
  const { signIn, parameters } = given
  const location = requestLocation(parameters, context)
  if (await parts.attemptLimiter.isStrangerPaused(signIn.sub, location)) {
    return { error: tooManyPasswords() }
  }
  const available = await availableTo(parts, given)
  const preferred = parameters.PREFERRED_CHALLENGE
  return isAvailable(parts, available, preferred)
    ? choose(parts, preferred, given, context)
    : askFor(parts, 'SELECT_CHALLENGE', signIn, {}, { AvailableChallenges: available })
}

export async function answer(
  parts: CognitoParts,
  { state: signIn, person, responses: parameters }: Answer,
  context: RequestContext,
): Promise<Outcome> {
  const factor = required(parameters, 'ANSWER')
  if (!isAvailable(parts, await availableTo(parts, { signIn, person }), factor)) {
    throw invalidParameter(`${factor} is not one of the available challenges.`)
  }
  return choose(parts, factor, { signIn, person, parameters }, context)
}

type Chooser = Pick<Ask, 'signIn' | 'person'>

/**
 * What a person can begin with. A code alone is not enough for somebody who has switched a second factor on. A name
 * that nobody has looks like somebody who can do what most can, always the same for that name.
 */
async function availableTo(
  parts: CognitoParts,
  { signIn: { sub }, person }: Chooser,
): Promise<FirstFactor[]> {
  const { rules, database, encryptor } = parts
  const seems = (factor: FirstFactor) => encryptor.mac('seeming-factor', factor, sub).readUInt8() % 4
  const hasPasskey = (await listPasskeys(database.sql, sub)).length > 0
  const isCodeEnough = rules.mfa !== 'required' && !(person && hasFactor(parts, person))
  const canHave: Record<FirstFactor, boolean> = {
    PASSWORD: true,
    PASSWORD_SRP: true,
    EMAIL_OTP:
      rules.firstFactors.includes('email') &&
      isCodeEnough &&
      (person ? reach('EMAIL_OTP', person) !== undefined : seems('EMAIL_OTP') > 0),
    SMS_OTP:
      rules.firstFactors.includes('sms') &&
      isCodeEnough &&
      (person ? reach('SMS_OTP', person) !== undefined : seems('SMS_OTP') > 1),
    WEB_AUTHN: rules.firstFactors.includes('passkey') && (person ? hasPasskey : seems('WEB_AUTHN') > 1),
  }
  return FACTORS.filter((factor) => canHave[factor])
}

/** Whoever asks for a passkey by name is asked for one, so that the answer does not tell who has one. */
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
  // Only here: USER_SRP_AUTH names its device with the proof, and whether it must wait is looked at then.
  return (await attemptLimiter.isPaused(given.signIn.sub, requestLocation(given.parameters, context)))
    ? { error: tooManyPasswords() }
    : { ...given, ask: 'PASSWORD_VERIFIER' }
}
