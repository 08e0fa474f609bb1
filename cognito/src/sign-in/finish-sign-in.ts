import { createHash } from 'node:crypto'
import type { RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import type { ChallengeResult, Completed } from '../core/challenges.ts'
import { newDeviceFor, noteSignIn } from '../core/known-devices.ts'
import { holdPerson, type Person, type SecondFactor } from '../core/people.ts'
import { CognitoError, invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

/** What is known of a sign-in between two of its steps. */
export type SignIn = {
  sub: string
  /** The name that was typed, in small letters: clients send it or the id with every step. */
  username: string
  /** Stands for the password as it was kept when the sign-in began; one that was changed ends it. */
  passwordMark: string
  /** How the person has proved who they are. */
  firstFactor: 'password' | 'passkey' | 'email' | 'sms' | 'custom'
  /** What came on top of it, once it has. */
  secondFactor?: SecondFactor | undefined
  /** Whether the client names its device in this flow, and remembers the key that it is given for one. */
  tracksDevices?: boolean | undefined
  /** The device that the client says it is: one of this person's, though not proved yet. */
  deviceKey?: string | undefined
}

/** A sign-in that begins with this person, or with somebody whom nobody here is. */
export function beginSignIn(
  known: { person: Person | undefined; sub: string },
  given: Pick<SignIn, 'username' | 'firstFactor' | 'tracksDevices' | 'deviceKey'>,
): SignIn {
  return {
    ...given,
    sub: known.sub,
    username: given.username.toLowerCase(),
    passwordMark: known.person ? markOf(known.person) : '',
  }
}

/** Why the person can't sign in although they have proved who they are. */
export function signInError(parts: CognitoParts, person: Person): CognitoError | undefined {
  if (!person.enabled) {
    return new CognitoError('NotAuthorizedException', 'User is disabled.')
  }
  if (person.status === 'UNCONFIRMED') {
    return new CognitoError('UserNotConfirmedException', 'User is not confirmed.')
  }
  if (person.status === 'RESET_REQUIRED') {
    return new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  if (person.temporaryUntil !== undefined && person.temporaryUntil <= parts.clock.now()) {
    return new CognitoError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
  }
  return undefined
}

/** Where a sign-in goes on. */
export function placeOfSignIn({ deviceKey }: SignIn, { address }: RequestContext): Location {
  return { address, deviceKey }
}

/** Tokens of a new session, as the last answer of a sign-in; none after a new password or the end of the account. */
export function signedIn(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  context: RequestContext,
): Completed {
  const { sessions, tokens, auditLog } = parts
  const session = sessions.prepare(person.sub, { deviceKey: signIn.deviceKey })
  const newDevice = newDeviceFor(parts, signIn, session.originJti)
  return {
    answer: {
      ChallengeParameters: {},
      AuthenticationResult: {
        ...tokens.issue(person, { ...session, deviceKey: signIn.deviceKey ?? newDevice?.DeviceKey }),
        ...(newDevice && { NewDeviceMetadata: newDevice }),
      },
    },
    async write(sql) {
      if (!(await holdPerson(sql, person, ['sealedVerifier', 'enabled']))) {
        throw invalidSession()
      }
      await session.write(sql)
      await noteSignIn(parts, sql, signIn.deviceKey, context.address)
      await parts.attemptLimiter.welcome(person.sub, placeOfSignIn(signIn, context), sql)
      const self = auditActor(person)
      const detail = [signIn.firstFactor, signIn.secondFactor].filter(Boolean).join(' + ')
      const entry = { actor: self, subject: self, address: context.address, detail }
      await auditLog.record({ kind: 'sign_in', ...entry }, sql)
    },
  }
}

/**
 * Runs a later step of a sign-in for whom it began with. `person` is undefined where a name that nobody has is to
 * be treated like any other; such a step must fail as a wrong answer does. An error that `run` throws leaves the
 * step open for another try, one that it returns ends it. `stands` tells whether a person's sign-in may go on; before
 * anything is proved it must not tell of them what nobody would be told.
 */
export async function answerStep<State extends SignIn>(
  parts: CognitoParts,
  given: ChallengeAnswer,
  run: (state: State, person: Person | undefined) => Promise<ChallengeResult>,
  stands: (person: Person, state: State) => boolean = stillStands,
): Promise<object> {
  const { ChallengeName: step, Session: handle = '', ChallengeResponses: request } = given
  return parts.challenges.answer<State>(step, handle, request, async (state) => {
    const person = await parts.people.findBySub(state.sub)
    const username = (request.USERNAME ?? '').toLowerCase()
    // Clients name who it is by the name that was typed, by the id, or by an address that has this id.
    if (username !== state.username && (await parts.people.identify(username)).sub !== state.sub) {
      throw invalidSession()
    }
    if (person && !stands(person, state)) {
      return { error: invalidSession() }
    }
    return run(state, person)
  })
}

/** Whether a sign-in may go on: it ends when its person is disabled or their password is changed. */
export function stillStands(person: Person, { passwordMark }: SignIn): boolean {
  return person.enabled && markOf(person) === passwordMark
}

/** For a step before any proof: that somebody is locked out is said once they have proved who they are. */
export const nothingIsProved = () => true

/** A person as the audit trail names them. */
export function auditActor(person: Person) {
  return { sub: person.sub, name: person.email }
}

/** Stands for a password as it is kept, to notice that it was changed meanwhile. */
export function markOf(person: Person): string {
  return createHash('sha256').update(person.sealedVerifier).digest('base64')
}
