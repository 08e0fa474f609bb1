import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import { listPasskeys } from '../core/known-passkeys.ts'
import type { Known } from '../core/people.ts'
import { hasFactor } from '../core/second-factors.ts'
import { invalidParameter, tooManyPasswords } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { autoSignIn } from '../self-service/sign-up-actions.ts'
import { askCode, reach } from './ask-code.ts'
import { answerCustom, beginCustom } from './custom-challenge-step.ts'
import { answerStep, beginSignIn, nothingIsProved, type SignIn } from './finish-sign-in.ts'
import { identifyFrom, placeOf, required, settle } from './identify.ts'
import { answerPasskey, askPasskey, FIRST_FACTOR } from './passkey-step.ts'
import { askPasswordProof } from './password-proof-step.ts'
import { checkPasswordOf } from './password-step.ts'
import type { Flow, Step } from './sign-in-actions.ts'

/** The first factors, as the protocol names them. */
const FACTORS = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'] as const
type FirstFactor = (typeof FACTORS)[number]

/** How a sign-in begins whose first factor is chosen, or is a challenge of the church's own. */
export const firstFactorFlows: Record<string, Flow> = {
  USER_AUTH: async (parts, given, context) => {
    if (given.Session !== undefined) {
      return autoSignIn(parts, given, context)
    }
    const { AuthParameters: parameters } = given
    if (parts.rules.firstFactors.every((factor) => factor === 'password')) {
      throw invalidParameter('USER_AUTH flow not enabled for this client')
    }
    const known = await identifyFrom(parts, parameters, context)
    const begun = begin(known, required(parameters, 'USERNAME'))
    const preferred = parameters.PREFERRED_CHALLENGE
    const available = await availableTo(parts, known)
    return settle(
      parts,
      isAvailable(parts, available, preferred)
        ? await askFor(parts, { factor: preferred, known, begun, parameters }, context)
        : askToChoose(parts, begun, available),
      known.sub,
      placeOf(parameters, context),
      context,
    )
  },
  CUSTOM_AUTH: beginCustom,
}

export const firstFactorSteps: Record<string, Step> = {
  SELECT_CHALLENGE: async (parts, given, context) =>
    answerStep<SignIn>(
      parts,
      { ...given, ChallengeName: FIRST_FACTOR },
      async (begun, person) => {
        const parameters = given.ChallengeResponses
        const factor = required(parameters, 'ANSWER')
        const known = { person, sub: begun.sub, sealedVerifier: person?.sealedVerifier }
        if (!isAvailable(parts, await availableTo(parts, known), factor)) {
          throw invalidParameter(`${factor} is not one of the available challenges.`)
        }
        return askFor(parts, { factor, known, begun, parameters }, context)
      },
      nothingIsProved,
    ),
  WEB_AUTHN: answerPasskey,
  CUSTOM_CHALLENGE: answerCustom,
}

function begin(known: Known, username: string): SignIn {
  return beginSignIn(known, { username, firstFactor: 'password' })
}

/**
 * What a person can begin with. A code alone is not enough for somebody who has switched a second factor on. A name
 * that nobody has looks like somebody who can do what most can, always the same for that name.
 */
async function availableTo(parts: CognitoParts, { person, sub }: Known): Promise<FirstFactor[]> {
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

function askToChoose(parts: CognitoParts, begun: SignIn, available: FirstFactor[]): ChallengeResult {
  const { handle, write } = parts.challenges.prepare(FIRST_FACTOR, begun)
  return {
    answer: {
      ChallengeName: 'SELECT_CHALLENGE',
      Session: handle,
      ChallengeParameters: {},
      AvailableChallenges: available,
    },
    write,
  }
}

async function askFor(
  parts: CognitoParts,
  given: { factor: FirstFactor; known: Known; begun: SignIn; parameters: Record<string, string> },
  context: RequestContext,
): Promise<ChallengeResult> {
  const { factor, known, begun, parameters } = given
  const { username } = begun
  if (factor === 'WEB_AUTHN') {
    return askPasskey(parts, begun)
  }
  if (factor === 'EMAIL_OTP' || factor === 'SMS_OTP') {
    const signIn: SignIn = { ...begun, firstFactor: factor === 'EMAIL_OTP' ? 'email' : 'sms' }
    return askCode(parts, { step: factor, factor: 'first', signIn, person: known.person }, context)
  }
  if (await parts.attemptLimiter.isPaused(known.sub, placeOf(parameters, context))) {
    return { error: tooManyPasswords() }
  }
  return factor === 'PASSWORD_SRP'
    ? askPasswordProof(parts, known, { username, srpA: required(parameters, 'SRP_A') })
    : checkPasswordOf(parts, known, required(parameters, 'PASSWORD'), context, begun)
}
