import { randomInt } from 'node:crypto'
import { usableFactors } from '../../core/factors/second-factors.ts'
import { deliveryTo, localeOf, sendCodeTo, verifiedContactOf } from '../../core/factors/send-code.ts'
import { sameBytes } from '../../core/passwords/passwords.ts'
import type { SecondFactor, User } from '../../core/users/users-sql.ts'
import { expiredCode, invalidSession, undeliveredCode, wrongSignInCode } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { codeLimits, recordFailure } from '../attempts.ts'
import { type AskChallenge, askFor, type CheckAnswer, isUnchanged, type SignIn } from '../sign-in.ts'

type CodeName = 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA'

/** A sign-in that waits for a code. */
type State = SignIn & {
  asked: {
    factor: 'first' | 'second'
    /** Absent if nobody got one; then no answer is right, and nothing shows who it is. */
    code?: string | undefined
    /** Where it went. */
    to?: string | undefined
    expires: number
    /** The second factor that a right answer switches on. */
    switchesOn?: SecondFactor | undefined
  }
}

const CODE_LIFETIME = 3 * 60_000
/** The session outlives its code a little, so that a late answer gets the error that the code has expired. */
const SESSION_LIFETIME = 5 * 60_000

/**
 * Sends a code and asks for it. As a first factor it is asked for in the same way and time for a name that nobody has
 * and for somebody whom no code can reach: the answer does not wait for the code, which may not go out at all. As a
 * second factor it goes out before the answer, and CodeDeliveryFailureException is thrown when it can't.
 * LimitExceededException is thrown when too many were sent.
 */
export const ask: AskChallenge = async (parts, { ask: name, signIn, user, switchesOn }, context) => {
  const challenge = name as CodeName
  const factor = signIn.firstFactor === undefined ? 'first' : 'second'
  await codeLimits(parts, factor, signIn, context).countSent()
  const to = user && addressOf(challenge, user, switchesOn)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const send = async () => {
    if (to !== undefined) {
      const purpose = factor === 'first' ? 'sign-in' : 'second-factor'
      await sendCodeTo(parts, to, { purpose, code, locale: localeOf(parts, user) })
    }
  }
  if (factor === 'second') {
    await send().catch((error: unknown) => {
      context.later('A code of a second factor could not be sent.', () => Promise.reject(error))
      throw undeliveredCode()
    })
  }
  const expires = parts.clock.now() + CODE_LIFETIME
  const asked = { factor, code: to === undefined ? undefined : code, to, expires, switchesOn } as const
  const state: State = { ...signIn, asked }
  // A first factor shows no more of an address than was typed, which may be an id.
  const isShown = to !== undefined && (factor === 'second' || challenge !== 'EMAIL_OTP')
  const { DeliveryMedium, Destination } = deliveryTo(isShown ? to : seemingAddress(parts, challenge, signIn))
  const parameters = {
    CODE_DELIVERY_DELIVERY_MEDIUM: DeliveryMedium,
    CODE_DELIVERY_DESTINATION: Destination,
  }
  const { answer, write } = askFor(parts, challenge, state, parameters, { lifetime: SESSION_LIFETIME })
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

/**
 * Somebody whom no code reaches, being disabled or without a proved address, counts as nobody here: no answer is right.
 */
export function isStillValid(user: User, state: State): boolean {
  return state.asked.code === undefined || isUnchanged(user, state)
}

/** Takes the code that was sent, as a first factor or a second one; a wrong code leaves the session open. */
export const answer: CheckAnswer<State> = async (parts, { name, state, user, responses }, context) => {
  const { asked, ...signIn } = state
  if (asked.expires <= parts.clock.now()) {
    throw expiredCode()
  }
  const limits = codeLimits(parts, asked.factor, signIn, context)
  await limits.countTried()
  const typed = (responses[`${name}_CODE`] ?? '').replace(/\s/g, '')
  const isRight = sameBytes(Buffer.from(asked.code ?? ''), Buffer.from(typed))
  if (!user || asked.code === undefined || !isRight) {
    await recordFailure(parts, user, name, context)
    throw wrongSignInCode()
  }
  await limits.refund()
  if (asked.to !== user.email && asked.to !== user.attributes.phone_number) {
    return { error: invalidSession() }
  }
  if (asked.factor === 'first') {
    const firstFactor = name === 'EMAIL_OTP' ? 'email' : 'sms'
    return { proved: 'first factor', user, signIn: { ...signIn, firstFactor } }
  }
  if (asked.switchesOn) {
    return { proved: 'new factor', user, signIn: { ...signIn, secondFactor: asked.switchesOn } }
  }
  const secondFactor = usableFactors(parts, user).find((one) => one === name)
  return secondFactor
    ? { proved: 'second factor', user, signIn: { ...signIn, secondFactor } }
    : { error: invalidSession() }
}

/** Where the code goes; an e-mail address that is being set up need not be proved yet. */
function addressOf(challenge: CodeName, user: User, switchesOn?: SecondFactor): string | undefined {
  if (!user.enabled) {
    return undefined
  }
  return switchesOn === 'EMAIL_OTP' ? user.email : verifiedContactOf(challenge, user)
}

/** The destination shown when nothing is sent, or nothing may be revealed: always the same for the same name. */
function seemingAddress({ encryptor }: CognitoParts, challenge: CodeName, { sub, username }: SignIn): string {
  if (challenge === 'EMAIL_OTP') {
    return username
  }
  const digits = encryptor.mac('seeming-number', sub).readUInt32BE() % 10_000
  return `+${String(digits).padStart(4, '0')}`
}
