import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql as query } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flawOf, type IdentityHouse, MINUTE, openIdentityHouse } from '../../testing/identity-house.ts'

/*
 * The refresh tokens of several sign-ins of two people, each used again, too late, under another's sign-in, after a
 * sign-out. A model says after each what may come back; it knows nothing of how the service does it.
 */

let house: IdentityHouse
beforeAll(async () => {
  house = await openIdentityHouse()
  // Nobody's machine stops here, and waiting for the disk is most of the work.
  await query`pragma synchronous = off`.execute(house.database.sql)
})
afterAll(async () => house.close())

const NAMES = ['ann', 'ben'] as const
type Name = (typeof NAMES)[number]
const GRACE = MINUTE
const LIFETIME = 30 * 24 * 60 * MINUTE

/** One sign-in: its refresh tokens in their order, and when each was first exchanged. */
type Family = {
  owner: Name
  chain: string[]
  exchanged: (number | undefined)[]
  accessToken: string
  idToken: string
  until: number
  isOver: boolean
}

type Parish = { families: Family[]; enabled: Record<Name, boolean>; given: Set<string>; reuses: number }

type Command =
  | { kind: 'sign in'; who: Name }
  | { kind: 'refresh'; pick: number; back: number; times: 1 | 2 }
  | { kind: 'foreign'; how: 'made up' | 'cut' | 'access token' | 'digest'; pick: number }
  | { kind: 'revoke'; pick: number; back: number }
  | { kind: 'sign out everywhere'; pick: number }
  | { kind: 'disable' | 'enable'; who: Name }
  | { kind: 'wait'; milliseconds: number }

const pick = fc.nat(5)
/** How many steps before the latest token of its sign-in: mostly none. */
const back = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
)
const who = fc.constantFrom(...NAMES)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sign in' as const), who }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      pick,
      back,
      times: fc.constantFrom(1 as const, 2 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('foreign' as const),
      how: fc.constantFrom('made up', 'cut', 'access token', 'digest'),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), pick, back }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign out everywhere' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('enable' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(1000, GRACE, GRACE + 1, 20 * MINUTE, LIFETIME / 2),
    }),
  },
)

const emailOf = (name: Name) => `${name}@example.org`
const passwordOf = (name: Name) => `Mustard-seed-7-${name}!`

async function openParish(): Promise<Parish> {
  for (const { email } of await house.staff.list()) {
    await house.staff.remove(email)
  }
  for (const name of NAMES) {
    await house.staff.create({ email: emailOf(name), password: passwordOf(name), permanent: true })
  }
  await house.database.sql.deleteFrom('audit_event').execute()
  return { families: [], enabled: { ann: true, ben: true }, given: new Set(), reuses: 0 }
}

async function obey(parish: Parish, asked: Command): Promise<void> {
  const { families, enabled } = parish
  const family = 'pick' in asked ? families.at(-1 - (asked.pick % Math.max(families.length, 1))) : undefined
  if (asked.kind === 'wait') {
    house.wait(asked.milliseconds)
  } else if (asked.kind === 'disable' || asked.kind === 'enable') {
    const isEnabled = asked.kind === 'enable'
    await house.staff.setEnabled(emailOf(asked.who), isEnabled)
    enabled[asked.who] = isEnabled
    if (!isEnabled) {
      endAll(parish, asked.who)
    }
  } else if (asked.kind === 'sign in') {
    await signIn(parish, asked.who)
  } else if (family && asked.kind === 'refresh') {
    await refresh(parish, family, asked.back, asked.times)
  } else if (family && asked.kind === 'foreign') {
    await refreshWithForeign(family, asked.how)
  } else if (family && asked.kind === 'revoke') {
    const Token = family.chain.at(-1 - asked.back) ?? family.chain[0]
    expect((await house.send('RevokeToken', { ClientId: house.ids.userPoolClientId, Token })).body).toEqual(
      {},
    )
    family.isOver = true
  } else if (family && asked.kind === 'sign out everywhere') {
    const { status } = await house.send('GlobalSignOut', { AccessToken: family.accessToken })
    // An access token is good for an hour; of that the other tests tell.
    if (status === 200) {
      expect(isAlive(family)).toBe(true)
      endAll(parish, family.owner)
    }
  }
}

async function signIn(parish: Parish, owner: Name): Promise<void> {
  const { AuthenticationResult: tokens } = await house.signIn(emailOf(owner), passwordOf(owner))
  expect(tokens !== undefined).toBe(parish.enabled[owner])
  if (tokens) {
    expect(parish.given.has(tokens.RefreshToken)).toBe(false)
    parish.given.add(tokens.RefreshToken)
    parish.families.push({
      owner,
      chain: [tokens.RefreshToken],
      exchanged: [undefined],
      accessToken: tokens.AccessToken,
      idToken: tokens.IdToken,
      until: house.clock.now() + LIFETIME,
      isOver: false,
    })
  }
}

const ask = async (RefreshToken: string) =>
  (await house.send('GetTokensFromRefreshToken', { ClientId: house.ids.userPoolClientId, RefreshToken })).body

async function refresh(parish: Parish, family: Family, steps: number, times: 1 | 2): Promise<void> {
  const at = Math.max(0, family.chain.length - 1 - steps)
  const token = family.chain[at] ?? ''
  const answers = await Promise.all(Array.from({ length: times }, () => ask(token)))
  const exchanged = family.exchanged[at]
  if (!isAlive(family)) {
    for (const answer of answers) {
      expect(flawOf(answer)).toMatch(
        /^NotAuthorizedException: (Invalid Refresh Token\.|Refresh Token has expired)$/,
      )
    }
  } else if (exchanged !== undefined && house.clock.now() - exchanged > GRACE) {
    expect(answers.every(({ AuthenticationResult }) => AuthenticationResult === undefined)).toBe(true)
    expect(answers.map(({ __type }) => __type)).toContain('RefreshTokenReuseException')
    family.isOver = true
    parish.reuses += 1
  } else {
    // Whoever asks, and how often: there is one successor.
    const successors = new Set(
      answers.map(({ AuthenticationResult }) => AuthenticationResult?.RefreshToken ?? ''),
    )
    expect(successors.size).toBe(1)
    const [successor = ''] = successors
    if (exchanged === undefined) {
      expect(parish.given.has(successor)).toBe(false)
      parish.given.add(successor)
      family.exchanged[at] = house.clock.now()
      family.chain.push(successor)
      family.exchanged.push(undefined)
    }
    expect(successor).toBe(family.chain[at + 1])
    family.accessToken = answers[0]?.AuthenticationResult?.AccessToken ?? ''
    family.idToken = answers[0]?.AuthenticationResult?.IdToken ?? ''
    expect(await house.verifyIdToken(family.idToken)).toMatchObject({ email: emailOf(family.owner) })
  }
}

/** What was never given out as a refresh token gets nothing, and ends nothing. */
async function refreshWithForeign(
  family: Family,
  how: (Command & { kind: 'foreign' })['how'],
): Promise<void> {
  const latest = family.chain.at(-1) ?? ''
  const token = {
    'made up': 'x'.repeat(64),
    cut: latest.slice(0, -1),
    'access token': family.accessToken,
    digest: createHash('sha256').update(latest).digest('base64'),
  }[how]
  expect(flawOf(await ask(token))).toBe('NotAuthorizedException: Invalid Refresh Token.')
}

const isAlive = ({ isOver, until }: Family) => !isOver && house.clock.now() < until

function endAll({ families }: Parish, owner: Name): void {
  for (const family of families.filter((one) => one.owner === owner)) {
    family.isOver = true
  }
}

/** At the end: what lives, lives with one token that nobody has used; what is over gave its last. */
async function lookBack({ families, reuses }: Parish): Promise<void> {
  const { sql } = house.database
  await house.sweep()
  const living = families.filter(isAlive)
  expect(await sql.selectFrom('identity_family').selectAll().execute()).toHaveLength(living.length)
  const unused = await sql
    .selectFrom('identity_refresh_token')
    .selectAll()
    .where('rotated', 'is', null)
    .execute()
  expect(new Set(unused.map(({ origin_jti }) => origin_jti)).size).toBe(unused.length)
  expect(unused).toHaveLength(living.length)
  for (const family of families) {
    expect((await ask(family.chain.at(-1) ?? '')).AuthenticationResult !== undefined).toBe(isAlive(family))
    if (!isAlive(family)) {
      expect(await house.verifyIdToken(family.idToken)).toBeUndefined()
    }
  }
  const told = await sql
    .selectFrom('audit_event')
    .where('kind', '=', 'refresh_token_reused')
    .selectAll()
    .execute()
  expect(told).toHaveLength(reuses)
}

const refreshOnce = { kind: 'refresh', pick: 0, back: 0, times: 1 } as const
/** A stolen token is used after its owner has gone on; and the other way round. */
const THEFT: Command[] = [
  { kind: 'sign in', who: 'ann' },
  { kind: 'sign in', who: 'ann' },
  refreshOnce,
  refreshOnce,
  { kind: 'wait', milliseconds: GRACE },
  { ...refreshOnce, back: 1 },
  { kind: 'wait', milliseconds: 1000 },
  { ...refreshOnce, back: 2, times: 2 },
  refreshOnce,
  { ...refreshOnce, pick: 1 },
]

test('whichever refresh token comes back, when, and how often, each sign-in has one living chain, and a copy ends it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 24, size: 'max' }), async (commands) => {
      const parish = await openParish()
      for (const asked of commands) {
        await obey(parish, asked)
      }
      await lookBack(parish)
    }),
    { numRuns: 12, examples: [[THEFT]] },
  )
})
