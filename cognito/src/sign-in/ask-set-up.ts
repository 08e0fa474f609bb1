import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Person } from '../core/people.ts'
import { allowedFactors } from '../core/second-factors.ts'
import type { CognitoParts } from '../parts.ts'
import { askCode, reach } from './ask-code.ts'
import { askStep } from './ask-step.ts'
import type { SignIn } from './finish-sign-in.ts'

/** A sign-in that waits until a second factor is set up. */
export type SetUpState = SignIn & {
  /** What an authenticator app shares with us, and the half minute of its first right code. */
  app?: { secret: string; step?: number }
}

/** Asks somebody to set up a second factor who must have one and has none. */
export async function askSetUp(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  context: RequestContext,
): Promise<ChallengeResult> {
  const allowed = allowedFactors(parts)
  const settable = allowed.filter(
    (factor) => factor !== 'SMS_MFA' && !(factor === 'EMAIL_OTP' && signIn.firstFactor === 'email'),
  )
  // Clients can't set up text messages here: whoever has a proved number gets one, and it is switched on with it.
  if (
    settable.length === 0 &&
    allowed.includes('SMS_MFA') &&
    reach('SMS_MFA', person) &&
    signIn.firstFactor !== 'sms'
  ) {
    return askCode(
      parts,
      { step: 'SMS_MFA', factor: 'second', signIn, person, switchesOn: 'SMS_MFA' },
      context,
    )
  }
  return askStep(parts, 'MFA_SETUP', signIn, {
    USER_ID_FOR_SRP: person.sub,
    MFAS_CAN_SETUP: JSON.stringify(settable),
  })
}
