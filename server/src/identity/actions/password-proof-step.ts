import { randomBytes } from 'node:crypto'
import type { Settled } from '../guards/challenges.ts'
import { PASSWORDS_OF_USER } from '../guards/throttle.ts'
import { IdentityError, invalidParameter, invalidSession, tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { sameBytes } from '../people/passwords.ts'
import type { Known } from '../people/people.ts'
import { expectedSignature, publicB, readPublicA } from '../srp/srp-exchange.ts'
import { numberOf } from '../srp/srp-group.ts'
import type { Asker } from './action.ts'
import { beginSignIn } from './finish-sign-in.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

type State = {
  username: string
  sub: string
  a: string
  b: string
  publicB: string
  deviceKey?: string | undefined
}

/** How far a client's clock may be off. The challenge itself is good for three minutes and one answer only. */
const MOST_SKEW = 10 * 60_000

/** Asks for the proof that the client knows the password. The secret block is the session's handle as well. */
export async function askPasswordProof(
  parts: IdentityParts,
  known: Known,
  { username, srpA, deviceKey }: { username: string; srpA: string; deviceKey?: string | undefined },
): Promise<object> {
  const a = readPublicA(srpA)
  if (a === undefined) {
    throw invalidParameter('SRP_A is not a valid public value.')
  }
  const verifier = parts.passwords.open(known)
  const b = numberOf(randomBytes(32))
  const answered = publicB(verifier, b).toString(16)
  const state: State = {
    // As it was asked for and not as we know it, or a name that nobody has would be answered differently.
    username: username.toLowerCase(),
    sub: known.sub,
    a: a.toString(16),
    b: b.toString(16),
    publicB: answered,
    deviceKey,
  }
  const { handle, write } = parts.challenges.prepare('PASSWORD_VERIFIER', state)
  await write(parts.database.sql)
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    Session: handle,
    ChallengeParameters: {
      SALT: verifier.salt.toString(16),
      SECRET_BLOCK: handle,
      SRP_B: answered,
      USERNAME: known.sub,
      USER_ID_FOR_SRP: known.sub,
    },
  }
}

/** Checks the proof. A session that carries another secret block or another user is not this session. */
export async function answerPasswordProof(
  parts: IdentityParts,
  given: ChallengeAnswer,
  asker: Asker,
): Promise<object> {
  const {
    USERNAME: username = '',
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock = '',
    PASSWORD_CLAIM_SIGNATURE: signature = '',
    TIMESTAMP: timestamp = '',
  } = given.ChallengeResponses
  if (given.Session !== undefined && given.Session !== secretBlock) {
    throw invalidSession()
  }
  const request = { username, secretBlock, signature, timestamp }
  return parts.challenges.answer<State>('PASSWORD_VERIFIER', secretBlock, request, async (state) => {
    if (username.toLowerCase() !== state.sub && username.toLowerCase() !== state.username) {
      throw invalidSession()
    }
    if (!isTimely(timestamp, parts.clock.now())) {
      throw new IdentityError('NotAuthorizedException', 'The clock of this device is too far off to sign in.')
    }
    return checkProof(parts, state, request, asker)
  })
}

async function checkProof(
  parts: IdentityParts,
  state: State,
  request: { secretBlock: string; signature: string; timestamp: string },
  asker: Asker,
): Promise<Settled> {
  if (!(await parts.throttle.admit(PASSWORDS_OF_USER, state.sub))) {
    return { error: tooManyPasswords() }
  }
  const person = await parts.people.findBySub(state.sub)
  const expected = expectedSignature(
    {
      verifier: parts.passwords.open({ sub: state.sub, sealedVerifier: person?.sealedVerifier }),
      a: BigInt(`0x${state.a}`),
      b: BigInt(`0x${state.b}`),
      publicB: BigInt(`0x${state.publicB}`),
    },
    {
      poolName: parts.passwords.poolName,
      sub: state.sub,
      secretBlock: request.secretBlock,
      timestamp: request.timestamp,
    },
  )
  if (!sameBytes(expected, Buffer.from(request.signature, 'base64')) || !person) {
    return { error: await wrongPasswordFrom(parts, asker, person) }
  }
  await parts.throttle.clear(PASSWORDS_OF_USER, state.sub)
  const signIn = beginSignIn({ person, sub: person.sub }, { ...state, firstFactor: 'password' })
  return proceed(parts, person, signIn, asker)
}

/** The protocol's own date form, such as `Sat Nov 7 00:53:20 UTC 2026`. */
function isTimely(timestamp: string, now: number): boolean {
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) UTC (\d{4})$/.exec(timestamp)
  if (!parts) {
    return false
  }
  const [, month, day, time, year] = parts
  return Math.abs(Date.parse(`${day} ${month} ${year} ${time} GMT`) - now) <= MOST_SKEW
}
