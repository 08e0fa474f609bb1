import { createHash } from 'node:crypto'
import type { RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import type { ChallengeResult, Completed } from '../core/challenges.ts'
import type { Person, SecondFactor } from '../core/people.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { CustomRound } from './custom-challenge.ts'

/** What is known of a sign-in between two of its challenges. */
export type SignIn = {
  sub: string
  /** The name that was typed, in lower case: clients send it or the id with every answer. */
  username: string
  /** Stands for the password as it was stored when the sign-in began; one that was changed ends it. */
  passwordMark: string
  /** How the person has proved who they are, once they have. */
  firstFactor?: 'password' | 'passkey' | 'email' | 'sms' | 'custom'
  /** What came on top of it, once it has. */
  secondFactor?: SecondFactor | undefined
  /** Whether the client names its device in this flow, and remembers the key that it is given for one. */
  tracksDevices?: boolean | undefined
  /** The device that the client says it is; not proved yet. */
  deviceKey?: string | undefined
  /** The rounds so far of a sign-in by custom challenges. */
  rounds?: CustomRound[] | undefined
}

/** What can be asked for, as the protocol names it. */
export type ChallengeName =
  | 'PASSWORD'
  | 'PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'WEB_AUTHN'
  | 'EMAIL_OTP'
  | 'SMS_OTP'
  | 'CUSTOM_CHALLENGE'
  | 'NEW_PASSWORD_REQUIRED'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER'
  | 'SELECT_MFA_TYPE'
  | 'SOFTWARE_TOKEN_MFA'
  | 'SMS_MFA'
  | 'MFA_SETUP'

/** A challenge that is to be asked for next. */
export type Ask = {
  ask: ChallengeName
  signIn: SignIn
  /** Undefined for a name that nobody has, of which a first factor is asked like of any other. */
  person: Person | undefined
  /** What the client sent with its choice. */
  parameters?: Record<string, string>
  /** The second factor that a right answer switches on. */
  switchesOn?: SecondFactor
}

/** How far a sign-in has come, of somebody who has proved something. */
export type Reached = { person: Person; signIn: SignIn }

/** Something that was just proved, on which it depends what comes next. */
export type Right = Reached & {
  proved:
    | 'custom round'
    | 'first factor'
    | 'account'
    | 'new password'
    | 'device'
    | 'second factor'
    | 'new second factor'
  /** What is to be written with what comes next. */
  write?: Completed['write']
}

/** What comes of a challenge: a response that is ready, an error that ends the sign-in, or how it goes on. */
export type Outcome = ChallengeResult | Ask | Right

/** RespondToAuthChallenge, as it came. */
export type ChallengeAnswer = {
  ChallengeName: string
  Session?: string | undefined
  ChallengeResponses: Record<string, string>
}

/** An answer with what it answers. */
export type Answer<State extends SignIn = SignIn> = {
  challenge: string
  handle: string
  state: State
  /** Undefined where a name that nobody has is to be refused as a wrong answer is. */
  person: Person | undefined
  responses: Record<string, string>
}

/** A sign-in that begins with this person, or with somebody whom nobody here is. */
export function beginSignIn(
  { person, sub }: { person: Person | undefined; sub: string },
  given: Omit<SignIn, 'sub' | 'passwordMark'>,
): SignIn {
  return {
    ...given,
    sub,
    username: given.username.toLowerCase(),
    passwordMark: person ? passwordMark(person) : '',
  }
}

/** Whether a sign-in may go on: it ends when its person is disabled or their password is changed. */
export function isUnchanged(person: Person, signIn: SignIn): boolean {
  return person.enabled && passwordMark(person) === signIn.passwordMark
}

/** Stands for a password as it is stored, to notice that it was changed meanwhile. */
export function passwordMark({ sealedVerifier }: Person): string {
  return createHash('sha256').update(sealedVerifier).digest('base64')
}

/** Under what a challenge is stored: who is asked for a passkey may choose another factor instead. */
export function storedName(challenge: string): string {
  return challenge === 'WEB_AUTHN' || challenge === 'SELECT_CHALLENGE' ? 'FIRST_FACTOR' : challenge
}

/** Asks for a challenge: what the client is told, and what is stored until its answer comes. */
export function askFor(
  { challenges }: CognitoParts,
  challenge: ChallengeName,
  state: SignIn,
  parameters: Record<string, string> | ((handle: string) => Record<string, string>),
  { lifetime, ...members }: { lifetime?: number; AvailableChallenges?: string[] } = {},
): Completed {
  const { handle, write } = challenges.prepare(storedName(challenge), state, lifetime)
  const ChallengeParameters = typeof parameters === 'function' ? parameters(handle) : parameters
  return { answer: { ChallengeName: challenge, Session: handle, ChallengeParameters, ...members }, write }
}

/** Throws InvalidParameterException when it is missing. */
export function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (!value) {
    throw invalidParameter(`Missing required parameter ${name}`)
  }
  return value
}

/** Where a request comes from that names its device. */
export function requestLocation({ DEVICE_KEY }: Record<string, string>, context: RequestContext): Location {
  return { address: context.address, deviceKey: DEVICE_KEY }
}

/** Where a sign-in goes on. */
export function signInLocation({ deviceKey }: SignIn, { address }: RequestContext): Location {
  return { address, deviceKey }
}
