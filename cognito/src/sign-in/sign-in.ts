import { createHash } from 'node:crypto'
import type { RequestContext } from '../action.ts'
import type { ChallengeResult, Completed } from '../core/factors/challenges.ts'
import type { Location } from '../core/requests/attempt-limiter.ts'
import type { SecondFactor, User } from '../core/users/users-sql.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { CustomRound } from './custom-challenge.ts'

/** What is known about a sign-in between two of its challenges. */
export type SignIn = {
  sub: string
  /** The name that was typed, in lower case: clients send it or the id with every answer. */
  username: string
  /** Stands for the password as it was stored when the sign-in began; one that was changed ends it. */
  passwordMark: string
  /** How the user has proved who they are, once they have done so. */
  firstFactor?: 'password' | 'passkey' | 'email' | 'sms' | 'custom'
  /** What came on top of it, once something has. */
  secondFactor?: SecondFactor | undefined
  /** Whether the client names its device in this flow, and remembers the key given to it. */
  tracksDevices?: boolean | undefined
  /** The device that the client says it is; not proved yet. */
  deviceKey?: string | undefined
  /** The rounds so far of a sign-in by custom challenges. */
  rounds?: CustomRound[] | undefined
}

/** What can be asked for, by the protocol's names. */
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

/** How far the sign-in of somebody who has proved something has come. */
export type Reached = { user: User; signIn: SignIn }

/** A challenge that is to be asked for. `Who` includes undefined if a name that nobody has is asked as well. */
export type Ask<Who = User | undefined> = {
  ask: ChallengeName
  user: Who
  signIn: SignIn
  /** What the client sent with its choice. */
  parameters?: Record<string, string>
  /** The second factor that a right answer switches on. */
  switchesOn?: SecondFactor
}

/** Something just proved, on which the next step depends. */
export type Proved = Reached & {
  proved:
    | 'custom round'
    | 'first factor'
    | 'account'
    | 'new password'
    | 'device'
    | 'new factor'
    | 'second factor'
  /** What is to be written with what comes next. */
  write?: Completed['write']
}

/** What comes of a challenge: a response that is ready, an error that ends the sign-in, or how it goes on. */
export type Outcome = ChallengeResult | Ask | Proved

/** An answer with the stored challenge; `user` is undefined if every answer must be wrong. */
type Answered<State = SignIn> = {
  name: string
  handle: string
  state: State
  user: User | undefined
  responses: Record<string, string>
}

type Does<Given> = (parts: CognitoParts, given: Given, context: RequestContext) => Outcome | Promise<Outcome>

/** Asks for a challenge, or has it answered at once. */
export type AskChallenge<Who = User | undefined> = Does<Ask<Who> & { parameters: Record<string, string> }>

/** Checks an answer. A thrown error leaves the challenge open for another try; a returned one ends the sign-in. */
export type CheckAnswer<State = SignIn> = Does<Answered<State>>

/** A sign-in that begins with this user, or with somebody unknown. */
export function beginSignIn(
  { user, sub }: { user: User | undefined; sub: string },
  given: Omit<SignIn, 'sub' | 'passwordMark'>,
): SignIn {
  return {
    ...given,
    sub,
    username: given.username.toLowerCase(),
    // Also for nobody, so that it takes as long.
    passwordMark: passwordMark(user ?? { encryptedVerifier: sub }),
  }
}

/** Whether a sign-in may go on: it ends when its user is disabled or their password is changed. */
export function isUnchanged(user: User, signIn: SignIn): boolean {
  return user.enabled && passwordMark(user) === signIn.passwordMark
}

/** Stands for a password as it is stored, to notice a change in the meantime. */
export function passwordMark({ encryptedVerifier }: Pick<User, 'encryptedVerifier'>): string {
  return createHash('sha256').update(encryptedVerifier).digest('base64')
}

/** The name under which a challenge is stored: a person asked for a passkey may choose another factor instead. */
export function storedChallengeName(challenge: string): string {
  return challenge === 'WEB_AUTHN' || challenge === 'SELECT_CHALLENGE' ? 'FIRST_FACTOR' : challenge
}

/** For steps that take longer than a code: installing an app, thinking of a password. */
export const SET_UP_LIFETIME = 15 * 60_000

/** Asks for a challenge: the response to the client, and what is stored until its answer comes. */
export function askFor(
  { challenges }: CognitoParts,
  challenge: ChallengeName,
  state: SignIn,
  parameters: Record<string, string> | ((handle: string) => Record<string, string>),
  { lifetime, ...members }: { lifetime?: number; AvailableChallenges?: string[] } = {},
): Completed {
  const { handle, write } = challenges.prepare(storedChallengeName(challenge), state, lifetime)
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

/** Where a request comes from, with the device that it names. */
export function locationOf({ address }: RequestContext, deviceKey: string | undefined): Location {
  return { address, deviceKey }
}
