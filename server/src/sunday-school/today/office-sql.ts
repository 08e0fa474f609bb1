import type { Office, TodayClass } from '@vestry/contract/today.ts'
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { wallClockAt } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
import { SESSION_COLUMNS, type SessionColumns, sessionAnswer } from '../classes/session-answer.ts'
import { awayOn } from '../rosters/expected-sql.ts'

const UNFINISHED = 6
const SERMONS = 3

/** The classes of a time, by time. */
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

/** The classes of a time that were held, and of which nothing is recorded: those that a teacher is reminded of. */
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
 * The classes of a time that were held, and whose roll was not taken, or only in part. Nobody is missing from the rolls
 * before the first that records them or, while there is none, from any but the latest; nor from one that they were known
 * to be away from.
 */
function unfinished(db: Kysely<Tables>, range: DateRange) {
  return db
    .selectFrom('class_session')
    .where('session_datetime', '>=', range.first)
    .where('session_datetime', '<=', range.last)
    .where('cancelled', '=', 0)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`class_session.id in ${withoutRoll(db, range).select('class_session.id')}`,
        exists(
          selectFrom('roster')
            .select('roster.attendee_id')
            .whereRef('roster.series_id', '=', 'class_session.series_id')
            .where((child) => {
              const mark = child
                .selectFrom('attendance as mark')
                .select('mark.id')
                .whereRef('mark.attendee_id', '=', 'roster.attendee_id')
                .where('mark.marked', '=', 1)
              const inSeries = mark
                .innerJoin('class_session as other', 'other.id', 'mark.class_id')
                .whereRef('other.series_id', '=', 'roster.series_id')
              const later = child
                .selectFrom('class_session as later')
                .select('later.id')
                .whereRef('later.series_id', '=', 'roster.series_id')
                .whereRef('later.session_datetime', '>', 'class_session.session_datetime')
                .where('later.session_datetime', '<=', range.last)
                .where('later.cancelled', '=', 0)
              const [who, when] = [sql.ref('roster.attendee_id'), sql.ref('class_session.session_datetime')]
              return child.and([
                child.not(child.exists(mark.whereRef('mark.class_id', '=', 'class_session.id'))),
                child.not(child.exists(awayOn(db, who, when))),
                child.or([
                  child.exists(
                    inSeries.whereRef('other.session_datetime', '<', 'class_session.session_datetime'),
                  ),
                  child.and([child.not(child.exists(inSeries)), child.not(child.exists(later))]),
                ]),
              ])
            }),
        ),
      ]),
    )
}

/** The newest of them and how many there are. */
export async function listUnfinished(
  db: Kysely<Tables>,
  range: DateRange,
): Promise<{ classes: SessionColumns[]; count: number }> {
  const rows = await unfinished(db, range)
    .select(SESSION_COLUMNS)
    .select(({ fn }) => fn.countAll<number>().over().as('found'))
    .orderBy('session_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(UNFINISHED)
    .execute()
  return { classes: rows.map(({ found: _, ...session }) => session), count: rows[0]?.found ?? 0 }
}

/** Tells of each class how far its roll is. */
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

/** Drafts, those that were added last first, and what is scheduled, the soonest first. */
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
 * A few sermons with their presenters. Taken before the join, they are read from the end of an index, whatever the
 * database would rather begin with.
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
