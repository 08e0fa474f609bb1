import type { Office, TodayClass } from '@vestry/contract/calls/today.ts'
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { wallClockAt } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
import { SESSION_COLUMNS, type SessionColumns, sessionAnswer } from '../classes/session-answer.ts'
import { awayOn } from '../rosters/expected-sql.ts'

const UNFINISHED = 6
const SERMONS = 3

/** The classes within a time, by time. */
export async function listHeld(db: Kysely<Tables>, { first, last }: DateRange): Promise<SessionColumns[]> {
  return await db
    .selectFrom('class_session')
    .select(SESSION_COLUMNS)
    .where('session_datetime', '>=', first)
    .where('session_datetime', '<=', last)
    .orderBy('session_datetime')
    .orderBy('id')
    .execute()
}

/** The classes within a time that were held but have no records: those of which a teacher is reminded. */
export function withoutRoll(db: Kysely<Tables>, { first, last }: DateRange) {
  return db
    .selectFrom('class_session')
    .where('session_datetime', '>=', first)
    .where('session_datetime', '<=', last)
    .where('cancelled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('class_tally')
            .select('class_tally.class_id')
            .whereRef('class_tally.class_id', '=', 'class_session.id')
            .where(sql<boolean>`present + absent > 0`),
        ),
      ),
    )
}

/**
 * Everybody on a roster who has no mark in a roll of this time that was taken, and who was not known to be away, with
 * the time of the series' first roll that records them.
 */
async function listOpen(db: Kysely<Tables>, { first, last }: DateRange) {
  const expected = db
    .selectFrom('class_session')
    .innerJoin('class_tally', 'class_tally.class_id', 'class_session.id')
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .where('class_session.session_datetime', '>=', first)
    .where('class_session.session_datetime', '<=', last)
    .where('cancelled', '=', 0)
    .where(sql<boolean>`present + absent > 0`)
    .select(['class_session.id as class_id', 'class_session.session_datetime', 'roster.attendee_id'])
  // A mark has the time of its class. This is not a join, because PostgreSQL would read all marks that each child ever
  // had.
  const marked = db
    .selectFrom('attendance')
    .where('session_datetime', '>=', first)
    .where('session_datetime', '<=', last)
    .where('marked', '=', 1)
    .select(['class_id', 'session_datetime', 'attendee_id'])
  return await db
    .selectFrom(expected.except(marked).as('open'))
    .innerJoin('class_session', 'class_session.id', 'open.class_id')
    .where(({ not, exists }) =>
      not(exists(awayOn(db, sql.ref('open.attendee_id'), sql.ref('open.session_datetime')))),
    )
    .select((child) => [
      'open.class_id',
      child
        .selectFrom('attendance as mark')
        .innerJoin('class_session as other', 'other.id', 'mark.class_id')
        .whereRef('mark.attendee_id', '=', 'open.attendee_id')
        .where('mark.marked', '=', 1)
        .whereRef('other.series_id', '=', 'class_session.series_id')
        .select(({ fn }) => fn.min<string | null>('mark.session_datetime').as('first'))
        .as('first_recorded'),
    ])
    .execute()
}

/**
 * The newest classes within a time that were held and whose roll was not taken, or only in part, and how many there
 * are. Nobody is missing from the rolls before the first that records them or, while none does, from any roll but the
 * latest.
 */
export async function listUnfinished(
  db: Kysely<Tables>,
  range: DateRange,
): Promise<{ classes: SessionColumns[]; count: number }> {
  const [held, untaken, open] = await Promise.all([
    listHeld(db, range),
    withoutRoll(db, range).select('class_session.id').execute(),
    listOpen(db, range),
  ])
  // They come by time, so the last class of each series stays.
  const latest = new Map(
    held.flatMap(({ series_id, session_datetime, cancelled }) =>
      cancelled ? [] : [[series_id, session_datetime]],
    ),
  )
  const missing = Map.groupBy(open, ({ class_id }) => class_id)
  const withoutAny = new Set(untaken.map(({ id }) => id))
  const unfinished = held.filter(
    ({ id, series_id, session_datetime }) =>
      withoutAny.has(id) ||
      missing
        .get(id)
        ?.some(({ first_recorded }) =>
          first_recorded === null
            ? session_datetime === latest.get(series_id)
            : first_recorded < session_datetime,
        ),
  )
  return { classes: unfinished.reverse().slice(0, UNFINISHED), count: unfinished.length }
}

/** Adds to each class how far its roll has been taken. */
export async function countRolls(
  db: Kysely<Tables>,
  sessions: readonly SessionColumns[],
): Promise<TodayClass[]> {
  if (sessions.length === 0) {
    return []
  }
  const rosters = await db
    .selectFrom('roster')
    .select(({ fn }) => ['series_id', fn.countAll<number>().as('enrolled')])
    .where('series_id', 'in', [...new Set(sessions.map(({ series_id }) => series_id))])
    .groupBy('series_id')
    .execute()
  const records = await db
    .selectFrom('attendance')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .leftJoin('roster', (join) =>
      join
        .onRef('roster.series_id', '=', 'class_session.series_id')
        .onRef('roster.attendee_id', '=', 'attendance.attendee_id'),
    )
    .select(({ fn }) => [
      'class_id',
      fn.countAll<number>().as('records'),
      fn.count<number>('roster.attendee_id').as('enrolled'),
      fn.sum<number>('marked').as('recorded'),
      fn.sum<number>('attended').as('present'),
    ])
    .where(
      'class_id',
      'in',
      sessions.map(({ id }) => id),
    )
    .groupBy('class_id')
    .execute()
  const enrolled = new Map(rosters.map((row) => [row.series_id, row.enrolled]))
  const counts = new Map(records.map((row) => [row.class_id, row]))
  const erased = await findErased(
    db,
    sessions.map(({ id }) => id),
  )
  return sessions.map((session) => {
    const counted = counts.get(session.id) ?? { records: 0, enrolled: 0, recorded: 0, present: 0 }
    const gone = erased.get(session.id) ?? { records: 0, present: 0, absent: 0 }
    const enrolledNow = enrolled.get(session.series_id) ?? 0
    return {
      ...sessionAnswer(session),
      children: enrolledNow + counted.records - counted.enrolled + gone.records,
      recorded: counted.recorded + gone.present + gone.absent,
      present: counted.present + gone.present,
    }
  })
}

/** The latest sermons, the newest first. */
export async function listLatestSermons(db: Kysely<Tables>): Promise<Office['sermons']> {
  return await withPresenters(db, (items) =>
    items.orderBy('event_datetime', 'desc').orderBy('id', 'desc').limit(SERMONS),
  )
    .select(TOLD)
    .orderBy('event_datetime', 'desc')
    .orderBy('chosen.id', 'desc')
    .execute()
}

/** Drafts, the last added first, and scheduled sermons, the soonest first. */
export async function listWorking(
  db: Kysely<Tables>,
  now: number,
  timeZone: string,
): Promise<Office['working']> {
  const drafts = await withPresenters(db, (items) =>
    items.where('publish_at', 'is', null).orderBy('id', 'desc').limit(SERMONS),
  )
    .select([...TOLD, 'publish_at'])
    .orderBy('chosen.id', 'desc')
    .execute()
  const scheduled = await withPresenters(db, (items) =>
    items.where('publish_at', '>', now).orderBy('publish_at').limit(SERMONS),
  )
    .select([...TOLD, 'publish_at'])
    .orderBy('publish_at')
    .execute()
  return [...drafts, ...scheduled].map(({ publish_at, ...sermon }) => ({
    ...sermon,
    publish_at: publish_at === null ? '' : wallClockAt(publish_at, timeZone),
  }))
}

const TOLD = ['uuid', 'localizedname', 'event_datetime', 'presenter_name as presenterName'] as const

/**
 * Some sermons with their presenters. They are limited before the join, so that they are read from the end of an index,
 * wherever the database would otherwise begin.
 */
function withPresenters(
  db: Kysely<Tables>,
  choose: (
    items: SelectQueryBuilder<Tables, 'preaching_item', Chosen>,
  ) => SelectQueryBuilder<Tables, 'preaching_item', Chosen>,
) {
  return db
    .selectFrom((from) =>
      choose(
        from
          .selectFrom('preaching_item')
          .select(['id', 'uuid', 'localizedname', 'event_datetime', 'preacher_id', 'publish_at']),
      ).as('chosen'),
    )
    .innerJoin('preacher', 'preacher.id', 'preacher_id')
}

type Chosen = Pick<
  Selectable<Tables['preaching_item']>,
  'id' | 'uuid' | 'localizedname' | 'event_datetime' | 'preacher_id' | 'publish_at'
>
