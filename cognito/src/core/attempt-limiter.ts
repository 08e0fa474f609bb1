import { type Kysely, sql as query } from 'kysely'
import type { CognitoTables } from './cognito-tables.ts'
import type { Encryptor } from './encryptor.ts'
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

/** Where somebody is who gives a password or a code. */
export type Location = { address: string; deviceKey?: string | undefined }

const MINUTE = 60_000
/** How long a place stays known after the last sign-in there. */
const LOCATION_REMEMBERED = 90 * 24 * 60 * MINUTE
/** So many attempts of strangers an hour are borne, at all people together, and as many at once. */
const BORNE_AN_HOUR = 100
const SPACING = (60 * MINUTE) / BORNE_AN_HOUR
/** How far ahead of its budget guessing is counted: so long it weighs on strangers after it has ended. */
const MAX_DEBT = 2 * 60 * MINUTE

/** What strangers are held to while more is guessed than is borne. */
const underAttack = (pace: Limit): Limit => ({
  ...pace,
  free: 3,
  firstPause: 15 * MINUTE,
  longestPause: 120 * MINUTE,
})

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>

/**
 * Lets passwords and codes be tried slowly. A place that the person has signed in from has a counter of its own:
 * what strangers guess makes only strangers wait.
 */
export function createAttemptLimiter(
  { sql }: Database,
  clock: Clock,
  encryptor: Encryptor,
  throttle: Throttle,
) {
  const pressureRow = encryptor.mac('throttle', 'pressure').toString('base64')
  const namesOf = ({ address, deviceKey }: Location) => [
    ...(deviceKey === undefined ? [] : [`device ${deviceKey}`]),
    `network ${networkOf(address)}`,
  ]
  const digestOf = (sub: string, name: string) => encryptor.mac('place', sub, name).toString('base64')

  async function knownName(
    sub: string,
    place: Location,
    from: Kysely<CognitoTables> = sql,
  ): Promise<string | undefined> {
    const names = namesOf(place)
    const rows = await from
      .selectFrom('identity_place')
      .select('place')
      .where(
        'place',
        'in',
        names.map((name) => digestOf(sub, name)),
      )
      .where('latest', '>', clock.now() - LOCATION_REMEMBERED)
      .execute()
    return names.find((name) => rows.some(({ place: known }) => known === digestOf(sub, name)))
  }

  /** Whose attempts these are: the person's at a place of theirs, or everybody's elsewhere. */
  async function counterOf(
    sub: string,
    place: Location,
  ): Promise<{ who: string; isUnknownLocation: boolean }> {
    const name = await knownName(sub, place)
    return name === undefined
      ? { who: sub, isUnknownLocation: true }
      : { who: `${sub} ${name}`, isUnknownLocation: false }
  }

  async function isUnderAttack(): Promise<boolean> {
    const row = await sql
      .selectFrom('identity_throttle')
      .select('locked_until')
      .where('subject', '=', pressureRow)
      .executeTakeFirst()
    return row !== undefined && row.locked_until - clock.now() > 60 * MINUTE
  }

  /** Moves the point in time to which the budget is used up: the generic cell rate algorithm. */
  async function weigh(spacing: number): Promise<void> {
    const now = clock.now()
    await sql
      .insertInto('identity_throttle')
      .values({ subject: pressureRow, attempts: 1, latest: now, locked_until: now + Math.max(0, spacing) })
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

  async function admit(pace: Limit, sub: string, place: Location): Promise<boolean> {
    const { who, isUnknownLocation } = await counterOf(sub, place)
    if (!isUnknownLocation) {
      return throttle.admit(pace, who)
    }
    const pressed = await isUnderAttack()
    const ofAddress = pressed ? { ...PASSWORDS_FROM_ADDRESS, free: 10 } : PASSWORDS_FROM_ADDRESS
    if (
      (await throttle.isPaused(pace, who)) ||
      !(await throttle.admit(ofAddress, networkOf(place.address))) ||
      !(await throttle.admit(pressed ? underAttack(pace) : pace, who))
    ) {
      return false
    }
    await weigh(SPACING)
    return true
  }

  async function wasRight(pace: Limit, sub: string, place: Location): Promise<void> {
    if (await pardon(pace, sub, place)) {
      await throttle.refund(PASSWORDS_FROM_ADDRESS, networkOf(place.address))
      await weigh(-SPACING)
    }
  }

  /** Lets the attempts of the person be forgotten, or the one of a stranger; answers whether it was one's. */
  async function pardon(pace: Limit, sub: string, place: Location): Promise<boolean> {
    const { who, isUnknownLocation } = await counterOf(sub, place)
    // Strangers' other attempts stay counted, or each sign-in of the person would give them new ones.
    await (isUnknownLocation ? throttle.refund(pace, who) : throttle.clear(pace, who))
    return isUnknownLocation
  }

  const isAddressPaused = ({ address }: Location) =>
    throttle.isPaused(PASSWORDS_FROM_ADDRESS, networkOf(address))

  return {
    /** Whether strangers there must wait, of whom that person is one. */
    isStrangerPaused: async (sub: string, place: Location) =>
      (await knownName(sub, place)) === undefined && (await isAddressPaused(place)),

    /** Whether passwords of that name are refused from there just now. */
    async isPaused(sub: string, place: Location): Promise<boolean> {
      const { who, isUnknownLocation } = await counterOf(sub, place)
      return (
        (await throttle.isPaused(PASSWORDS_OF_USER, who)) ||
        (isUnknownLocation && (await isAddressPaused(place)))
      )
    },

    /** Counts a password before it is looked at; false while it must not be. */
    admitPassword: (sub: string, place: Location) => admit(PASSWORDS_OF_USER, sub, place),

    passwordWasRight: (sub: string, place: Location) => wasRight(PASSWORDS_OF_USER, sub, place),

    /** Counts a code before it is looked at; false while it must not be. */
    admitCode: (sub: string, place: Location, pace = CODES_TRIED) => admit(pace, sub, place),

    codeWasRight: (sub: string, place: Location, pace = CODES_TRIED) => wasRight(pace, sub, place),

    /** By whose name a person is counted at a place of theirs; undefined where that is none. */
    async counterAtHome(
      sub: string,
      place: Location,
      from?: Kysely<CognitoTables>,
    ): Promise<string | undefined> {
      const name = await knownName(sub, place, from)
      return name && `${sub} ${name}`
    },

    /** Whether that is not one of the person's places. */
    isUnknownLocation: async (sub: string, place: Location) => (await knownName(sub, place)) === undefined,

    /**
     * Counts a code that is to be sent to somebody, apart for strangers and for the person; false during a pause. With
     * `ofAddress` strangers are counted by address too, over all people.
     */
    async admitCodeSent(
      sub: string,
      place: Location,
      pace = CODES_SENT,
      ofAddress?: Limit,
    ): Promise<boolean> {
      const { who, isUnknownLocation } = await counterOf(sub, place)
      return (
        (!isUnknownLocation || !ofAddress || (await throttle.admit(ofAddress, networkOf(place.address)))) &&
        (await throttle.admit(pace, who))
      )
    },

    /** Takes back a code that was sent and came back. */
    async codeCameBack(sub: string, place: Location, pace: Limit): Promise<void> {
      await pardon(pace, sub, place)
    },

    /** Keeps in mind that the person has signed in there. */
    async welcome(sub: string, place: Location, into: Kysely<CognitoTables> = sql): Promise<void> {
      for (const name of namesOf(place)) {
        await into
          .insertInto('identity_place')
          .values({ place: digestOf(sub, name), sub, latest: clock.now() })
          .onConflict((conflict) => conflict.column('place').doUpdateSet({ latest: clock.now() }))
          .execute()
      }
    },

    async sweep(): Promise<void> {
      await sql
        .deleteFrom('identity_place')
        .where('latest', '<=', clock.now() - LOCATION_REMEMBERED)
        .execute()
    },
  }
}
