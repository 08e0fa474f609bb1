import { randomInt } from 'node:crypto'
import type { RequestContext } from '../action.ts'
import type { Completed } from '../core/challenges.ts'
import type { Person, SecondFactor } from '../core/people.ts'
import { deliveryTo, localeOf, sendCodeTo } from '../core/send-code.ts'
import { SIGN_IN_CODES_FROM_ADDRESS, SIGN_IN_CODES_SENT } from '../core/throttle.ts'
import { tooManyCodes, undeliveredCode } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askStep } from './ask-step.ts'
import { placeOfSignIn, type SignIn } from './finish-sign-in.ts'

/** The steps of a sign-in that ask for a code that was sent. */
export type CodeChallenge = 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA'

/** A code that a step waits for. */
export type AskedCode = {
  factor: 'first' | 'second'
  /** Absent where nobody got one; then no answer is right, nor is anything told of who it is. */
  code?: string | undefined
  /** Where it went. */
  to?: string | undefined
  expires: number
  /** Whose tries are counted, known or not. */
  countedFor: string
  /** The second factor that a right answer switches on. */
  switchesOn?: SecondFactor | undefined
}

export type CodeState = SignIn & { asked: AskedCode }

const GOOD_FOR = 3 * 60_000
/** The session outlives its code a little, so that a late answer is told that the code has expired. */
const SESSION = 5 * 60_000

/** Where codes of that step reach a person; undefined without a proved address or number. */
export function reach(step: CodeChallenge, { email, attributes }: Person): string | undefined {
  if (step === 'EMAIL_OTP') {
    return attributes.email_verified === 'true' ? email : undefined
  }
  return attributes.phone_number_verified === 'true' ? attributes.phone_number : undefined
}

/**
 * Sends a code and asks for it. As a first factor it is asked for in the same way and time of a name that nobody
 * has (`person` is undefined) and of somebody whom no code can reach: the code goes out after the answer, if at
 * all. As a second factor it goes out before, and CodeDeliveryFailureException is thrown when it can't.
 * LimitExceededException is thrown when too many were sent.
 */
export async function askCode(
  parts: CognitoParts,
  given: {
    step: CodeChallenge
    factor: 'first' | 'second'
    signIn: SignIn
    person: Person | undefined
    /** Where the code goes, unless it is where it reaches the person in any case. */
    to?: string
    switchesOn?: SecondFactor
  },
  context: RequestContext,
): Promise<Completed> {
  const { step, factor, signIn, person, switchesOn } = given
  const { attemptLimiter, clock } = parts
  const place = placeOfSignIn(signIn, context)
  const ofAddress = factor === 'first' ? SIGN_IN_CODES_FROM_ADDRESS : undefined
  if (!(await attemptLimiter.admitCodeSent(signIn.sub, place, SIGN_IN_CODES_SENT[factor], ofAddress))) {
    throw tooManyCodes()
  }
  const to = person?.enabled ? (given.to ?? reach(step, person)) : undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const send = async () => {
    if (to !== undefined) {
      const purpose = factor === 'first' ? 'sign-in' : 'second-factor'
      await sendCodeTo(parts, to, { purpose, code, locale: localeOf(parts, person) })
    }
  }
  if (factor === 'second') {
    await send().catch((error: unknown) => {
      context.later('A code of a second factor could not be sent.', () => Promise.reject(error))
      throw undeliveredCode()
    })
  }
  const state: CodeState = {
    ...signIn,
    asked: {
      factor,
      code: to === undefined ? undefined : code,
      to,
      expires: clock.now() + GOOD_FOR,
      countedFor: signIn.sub,
      switchesOn,
    },
  }
  // Of a first factor's address no more is shown than was typed, which may be an id.
  const isKnown = to !== undefined && (factor === 'second' || step !== 'EMAIL_OTP')
  const { DeliveryMedium, Destination } = deliveryTo(isKnown ? to : seemingAddress(parts, step, signIn))
  const parameters = {
    CODE_DELIVERY_DELIVERY_MEDIUM: DeliveryMedium,
    CODE_DELIVERY_DESTINATION: Destination,
  }
  const { answer, write } = askStep(parts, step, state, parameters, SESSION)
  return {
    answer,
    async write(sql) {
      await write(sql)
      if (factor === 'first') {
        context.later('A code to sign in could not be sent.', send)
      }
    },
  }
}

/** What is shown of an address where nothing is sent, or nothing may be told: always the same for the same name. */
function seemingAddress({ encryptor }: CognitoParts, step: CodeChallenge, { sub, username }: SignIn): string {
  if (step === 'EMAIL_OTP') {
    return username
  }
  const digits = encryptor.mac('seeming-number', sub).readUInt32BE() % 10_000
  return `+${String(digits).padStart(4, '0')}`
}
