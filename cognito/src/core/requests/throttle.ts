import { type Kysely, sql as query } from 'kysely'
import type { Encryptor } from '../keys/encryptor.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import type { Clock, Database } from './host.ts'

/**
 * How often something may be tried: freely at first, then with a pause that doubles; everything is forgotten in time.
 */
export type Limit = {
  name: string
  free: number
  firstPause: number
  longestPause: number
  /** Milliseconds without an attempt after which counting starts again. */
  forget: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A user's passwords, when tried from unknown locations. */
export const PASSWORDS_OF_USER: Limit = {
  name: 'password/user',
  free: 5,
  firstPause: SECOND,
  longestPause: 15 * MINUTE,
  forget: DAY,
}
/** Only failures stay counted here: a whole church office may share one address. */
export const PASSWORDS_FROM_ADDRESS: Limit = {
  name: 'password/address',
  free: 50,
  firstPause: SECOND,
  longestPause: 15 * MINUTE,
  forget: HOUR,
}
/** The present password, which somebody signed in gives to choose a new one. */
export const PASSWORDS_TO_CHANGE: Limit = { ...PASSWORDS_OF_USER, name: 'password/change' }
export const CODES_SENT: Limit = {
  name: 'code/sent',
  free: 5,
  firstPause: MINUTE,
  longestPause: HOUR,
  forget: 4 * HOUR,
}
export const CODES_ASKED_FROM_ADDRESS: Limit = { ...CODES_SENT, name: 'code/address', free: 50 }
export const CODES_TRIED: Limit = {
  name: 'code/tried',
  free: 10,
  firstPause: MINUTE,
  longestPause: HOUR,
  forget: DAY,
}
/**
 * Codes of sign-ins, apart from those above and by factor: a person who knows only a name must not be able to keep its
 * owner from a second factor.
 */
export const SIGN_IN_CODES_SENT: Record<'first' | 'second', Limit> = {
  first: { ...CODES_SENT, name: 'sign-in/sent/first', longestPause: 15 * MINUTE },
  second: { ...CODES_SENT, name: 'sign-in/sent/second', longestPause: 15 * MINUTE, free: 10 },
}
export const SIGN_IN_CODES_TRIED: Record<'first' | 'second', Limit> = {
  first: { ...CODES_TRIED, name: 'sign-in/tried/first', longestPause: 15 * MINUTE },
  second: { ...CODES_TRIED, name: 'sign-in/tried/second', longestPause: 15 * MINUTE, free: 5 },
}
/** A whole church office that signs in by codes may share one address. */
export const SIGN_IN_CODES_FROM_ADDRESS: Limit = {
  ...PASSWORDS_FROM_ADDRESS,
  name: 'sign-in/address',
  free: 100,
}
/** Accounts made from one address. */
export const SIGN_UPS_FROM_ADDRESS: Limit = {
  name: 'sign-up/address',
  free: 10,
  firstPause: MINUTE,
  longestPause: HOUR,
  forget: DAY,
}
const MAX_RETENTION = DAY

/**
 * How much of something is allowed without counting it against anybody: so many at once, and one more each interval.
 */
export type Budget = { name: string; burst: number; spacing: number }

/** A church that signs in behind one address on a Sunday morning begins a tenth of these. */
export const SIGN_INS_BEGUN_FROM_ADDRESS: Budget = {
  name: 'begin/address',
  burst: 600,
  spacing: 2 * SECOND,
}

/**
 * The same for one user at a location where they have signed in before, in case somebody beside them has used up the
 * address's.
 */
export const SIGN_INS_BEGUN_FROM_KNOWN_LOCATION: Budget = {
  name: 'begin/home',
  burst: 20,
  spacing: 30 * SECOND,
}

export type Throttle = ReturnType<typeof createThrottle>

/** Counts attempts in the database, so that several processes count together and a restart forgets nothing. */
export function createThrottle(
  { sql }: Database,
  clock: Clock,
  encryptor: Encryptor,
  onRefused: () => void = () => undefined,
) {
  const subjectOf = (limit: { name: string }, who: string) =>
    encryptor.mac('throttle', limit.name, who).toString('base64')

  /** How far ahead of its time a budget may be drawn on with one still left. */
  const latestStart = ({ burst, spacing }: Budget) => clock.now() + (burst - 1) * spacing

  async function find(subject: string) {
    return sql.selectFrom('identity_throttle').selectAll().where('subject', '=', subject).executeTakeFirst()
  }

  return {
    /** Whether a pause is on. */
    async isPaused(limit: Limit, who: string): Promise<boolean> {
      const row = await find(subjectOf(limit, who))
      const isPaused = row !== undefined && row.locked_until > clock.now()
      if (isPaused) {
        onRefused()
      }
      return isPaused
    },

    /** Counts an attempt before it is made; false, and nothing counted, while a pause is on. */
    async count(limit: Limit, who: string): Promise<boolean> {
      const subject = subjectOf(limit, who)
      for (;;) {
        const now = clock.now()
        const row = await find(subject)
        if (row && row.locked_until > now) {
          onRefused()
          return false
        }
        const attempts = row && now - row.latest < limit.forget ? row.attempts + 1 : 1
        const pause = Math.min(limit.longestPause, limit.firstPause * 2 ** (attempts - limit.free))
        const next = { attempts, latest: now, locked_until: attempts < limit.free ? 0 : now + pause }
        const written = row
          ? await sql
              .updateTable('identity_throttle')
              .set(next)
              .where('subject', '=', subject)
              .where('attempts', '=', row.attempts)
              .where('latest', '=', row.latest)
              .executeTakeFirst()
          : await sql
              .insertInto('identity_throttle')
              .values({ subject, ...next })
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
        // If another attempt was counted in the meantime, this one is counted again on top of it.
        if (
          ('numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows) === 1n
        ) {
          return true
        }
      }
    },

    /** Takes back an attempt that turned out to be right. */
    async refund(limit: Limit, who: string): Promise<void> {
      await sql
        .updateTable('identity_throttle')
        .set((set) => ({ attempts: set('attempts', '-', 1), locked_until: 0 }))
        .where('subject', '=', subjectOf(limit, who))
        .where('attempts', '>', 0)
        .execute()
    },

    /**
     * Whether a budget is used up; only looks, and is therefore cheap. A caller who refuses for it has to call
     * `onRefused`.
     */
    async isSpent(budget: Budget, who: string): Promise<boolean> {
      const row = await find(subjectOf(budget, who))
      return row !== undefined && row.locked_until > latestStart(budget)
    },

    onRefused,

    /** Draws on a budget, by the generic cell rate algorithm; false, and nothing drawn, when it is used up. */
    async spend(budget: Budget, who: string, into: Kysely<CognitoTables> = sql): Promise<boolean> {
      const now = clock.now()
      const { spacing } = budget
      const { numInsertedOrUpdatedRows } = await into
        .insertInto('identity_throttle')
        .values({ subject: subjectOf(budget, who), attempts: 1, latest: now, locked_until: now + spacing })
        .onConflict((conflict) =>
          conflict
            .column('subject')
            .doUpdateSet({
              latest: now,
              locked_until: query<number>`case
                when identity_throttle.locked_until < ${now} then ${now + spacing}
                else identity_throttle.locked_until + ${spacing} end`,
            })
            .where('identity_throttle.locked_until', '<=', latestStart(budget)),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async clear(limit: Limit, who: string): Promise<void> {
      await sql.deleteFrom('identity_throttle').where('subject', '=', subjectOf(limit, who)).execute()
    },

    async sweep(): Promise<void> {
      await sql
        .deleteFrom('identity_throttle')
        // A count far ahead comes from a clock that was wrong.
        .where(({ or, eb }) =>
          or([
            eb('latest', '<', clock.now() - MAX_RETENTION),
            eb('latest', '>', clock.now() + MAX_RETENTION),
          ]),
        )
        .execute()
    },
  }
}
