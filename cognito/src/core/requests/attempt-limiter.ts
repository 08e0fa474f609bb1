import { type Kysely, sql as query } from 'kysely'
import type { Encryptor } from '../keys/encryptor.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import type { Clock, Database } from './host.ts'
import { networkOf } from './source-network.ts'
import {
  CODES_SENT,
  CODES_TRIED,
  type Limit,
  PASSWORDS_FROM_ADDRESS,
  PASSWORDS_OF_USER,
  type Throttle,
} from './throttle.ts'

/** Where a person who gives a password or a code is. */
export type Location = { address: string; deviceKey?: string | undefined }

const MINUTE = 60_000
/** How long a location stays known after the last sign-in there. */
const LOCATION_REMEMBERED = 90 * 24 * 60 * MINUTE
/**
 * How many failed attempts an hour from unknown locations are allowed, on all accounts together, and as many at once.
 */
const FAILURES_AN_HOUR = 100
const SPACING = (60 * MINUTE) / FAILURES_AN_HOUR
/**
 * How far ahead of the budget failures are counted. An hour's budget is allowed at once, so that an attack slows
 * unknown locations down for up to an hour after it has ended.
 */
const MAX_DEBT = 2 * 60 * MINUTE

/** The limit for unknown locations while the budget is used up. */
const underAttack = (limit: Limit): Limit => ({
  ...limit,
  free: 3,
  firstPause: 15 * MINUTE,
  longestPause: 120 * MINUTE,
})

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>

/**
 * Lets passwords and codes be tried slowly. A location from which the user has signed in has a counter of its own:
 * failures from unknown locations make only those wait.
 */
export function createAttemptLimiter(
  { sql }: Database,
  clock: Clock,
  encryptor: Encryptor,
  throttle: Throttle,
) {
  const attackRow = encryptor.mac('throttle', 'pressure').toString('base64')
  const namesOf = ({ address, deviceKey }: Location) => [
    ...(deviceKey === undefined ? [] : [`device ${deviceKey}`]),
    `network ${networkOf(address)}`,
  ]
  const digestOf = (sub: string, name: string) => encryptor.mac('place', sub, name).toString('base64')

  async function knownName(
    sub: string,
    location: Location,
    from: Kysely<CognitoTables> = sql,
  ): Promise<string | undefined> {
    const names = namesOf(location)
    const rows = await from
      .selectFrom('identity_location')
      .select('location')
      .where(
        'location',
        'in',
        names.map((name) => digestOf(sub, name)),
      )
      .where('latest', '>', clock.now() - LOCATION_REMEMBERED)
      .execute()
    return names.find((name) => rows.some(({ location }) => location === digestOf(sub, name)))
  }

  /** Whose attempts these are: the user's at a known location, or everybody's elsewhere. */
  async function counterOf(
    sub: string,
    location: Location,
  ): Promise<{ who: string; isUnknownLocation: boolean }> {
    const name = await knownName(sub, location)
    return name === undefined
      ? { who: sub, isUnknownLocation: true }
      : { who: `${sub} ${name}`, isUnknownLocation: false }
  }

  async function isUnderAttack(): Promise<boolean> {
    const row = await sql
      .selectFrom('identity_throttle')
      .select('locked_until')
      .where('subject', '=', attackRow)
      .executeTakeFirst()
    return row !== undefined && row.locked_until - clock.now() > 60 * MINUTE
  }

  /** Moves the time to which the budget is used up: the generic cell rate algorithm. */
  async function drawOnBudget(spacing: number): Promise<void> {
    const now = clock.now()
    await sql
      .insertInto('identity_throttle')
      .values({ subject: attackRow, attempts: 1, latest: now, locked_until: now + Math.max(0, spacing) })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          latest: now,
          locked_until: query<number>`case
            when identity_throttle.locked_until < ${now} then ${now + Math.max(0, spacing)}
            when identity_throttle.locked_until + ${spacing} > ${now + MAX_DEBT} then ${now + MAX_DEBT}
            else identity_throttle.locked_until + ${spacing} end`,
        }),
      )
      .execute()
  }

  async function count(limit: Limit, sub: string, location: Location): Promise<boolean> {
    const { who, isUnknownLocation } = await counterOf(sub, location)
    if (!isUnknownLocation) {
      return throttle.count(limit, who)
    }
    const attacked = await isUnderAttack()
    const ofAddress = attacked ? { ...PASSWORDS_FROM_ADDRESS, free: 10 } : PASSWORDS_FROM_ADDRESS
    if (
      (await throttle.isPaused(limit, who)) ||
      !(await throttle.count(ofAddress, networkOf(location.address))) ||
      !(await throttle.count(attacked ? underAttack(limit) : limit, who))
    ) {
      return false
    }
    await drawOnBudget(SPACING)
    return true
  }

  async function refund(limit: Limit, sub: string, location: Location): Promise<void> {
    if (await refundOrClear(limit, sub, location)) {
      await throttle.refund(PASSWORDS_FROM_ADDRESS, networkOf(location.address))
      await drawOnBudget(-SPACING)
    }
  }

  /** Clears the attempts of a known location, or refunds the one of an unknown location; returns whether it was unknown. */
  async function refundOrClear(limit: Limit, sub: string, location: Location): Promise<boolean> {
    const { who, isUnknownLocation } = await counterOf(sub, location)
    // Other attempts from unknown locations stay counted, or each sign-in of the user would give them new ones.
    await (isUnknownLocation ? throttle.refund(limit, who) : throttle.clear(limit, who))
    return isUnknownLocation
  }

  const isAddressPaused = ({ address }: Location) =>
    throttle.isPaused(PASSWORDS_FROM_ADDRESS, networkOf(address))

  return {
    /** Whether the user is at an unknown location whose address must wait. */
    isUnknownLocationPaused: async (sub: string, location: Location) =>
      (await knownName(sub, location)) === undefined && (await isAddressPaused(location)),

    /** Whether passwords for that name are refused from there at present. */
    async isPaused(sub: string, location: Location): Promise<boolean> {
      const { who, isUnknownLocation } = await counterOf(sub, location)
      return (
        (await throttle.isPaused(PASSWORDS_OF_USER, who)) ||
        (isUnknownLocation && (await isAddressPaused(location)))
      )
    },

    /** Counts a password before it is looked at; false while it must not be. */
    countPassword: (sub: string, location: Location) => count(PASSWORDS_OF_USER, sub, location),

    refundPassword: (sub: string, location: Location) => refund(PASSWORDS_OF_USER, sub, location),

    /** Counts a code before it is looked at; false while it must not be. */
    countCode: (sub: string, location: Location, limit = CODES_TRIED) => count(limit, sub, location),

    refundCode: (sub: string, location: Location, limit = CODES_TRIED) => refund(limit, sub, location),

    /** The counter of a user's known location; undefined where it is unknown. */
    async counterOfKnownLocation(
      sub: string,
      location: Location,
      from?: Kysely<CognitoTables>,
    ): Promise<string | undefined> {
      const name = await knownName(sub, location, from)
      return name && `${sub} ${name}`
    },

    /** Whether the user has not signed in there. */
    isUnknownLocation: async (sub: string, location: Location) =>
      (await knownName(sub, location)) === undefined,

    /**
     * Counts a code that is to be sent to somebody, apart for unknown locations; false during a pause. With `ofAddress`
     * unknown locations are counted by address too, over all users.
     */
    async countCodeSent(
      sub: string,
      location: Location,
      limit = CODES_SENT,
      ofAddress?: Limit,
    ): Promise<boolean> {
      const { who, isUnknownLocation } = await counterOf(sub, location)
      return (
        (!isUnknownLocation ||
          !ofAddress ||
          (await throttle.count(ofAddress, networkOf(location.address)))) &&
        (await throttle.count(limit, who))
      )
    },

    /** Takes back a code that was sent, once it was entered. */
    async refundCodeSent(sub: string, location: Location, limit: Limit): Promise<void> {
      await refundOrClear(limit, sub, location)
    },

    /** Remembers that the user signed in there. */
    async remember(sub: string, location: Location, into: Kysely<CognitoTables> = sql): Promise<void> {
      for (const name of namesOf(location)) {
        await into
          .insertInto('identity_location')
          .values({ location: digestOf(sub, name), sub, latest: clock.now() })
          .onConflict((conflict) => conflict.column('location').doUpdateSet({ latest: clock.now() }))
          .execute()
      }
    },

    async sweep(): Promise<void> {
      await sql
        .deleteFrom('identity_location')
        .where('latest', '<=', clock.now() - LOCATION_REMEMBERED)
        .execute()
    },
  }
}
