import { partOf, type RecordOf } from '@vestry/contract/records/record-fields.ts'
import { CLASS_TEXTS } from '@vestry/contract/sunday-school/class-record.ts'
import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from './class-access.ts'
import { findErased } from './erased-tally-sql.ts'

/** What a session says besides its time and its teachers. */
export type SessionText = RecordOf<typeof CLASS_TEXTS>

export async function insertSessions(
  db: Kysely<Tables>,
  series_id: number,
  content: SessionText,
  times: readonly string[],
): Promise<void> {
  await db
    .insertInto('class_session')
    .values(
      times.map((session_datetime) => ({
        series_id,
        session_datetime,
        ...partOf(CLASS_TEXTS, content),
        search_key: searchKey(content.title),
        cancelled: 0,
        version: 1,
        roll_version: 1,
      })),
    )
    .execute()
}

/** The session itself, or it and all later ones of its series, by time. */
export async function sessionsFrom(
  db: Kysely<Tables>,
  session: SessionRow,
  scope: Scope,
): Promise<SessionRow[]> {
  return scope === 'one' ? [session] : [session, ...(await sessionsAfter(db, session))]
}

async function sessionsAfter(
  db: Kysely<Tables>,
  { id, series_id, session_datetime }: SessionRow,
): Promise<SessionRow[]> {
  return await db
    .selectFrom('class_session')
    .selectAll()
    .where('series_id', '=', series_id)
    .where((session) =>
      session.or([
        session('session_datetime', '>', session_datetime),
        session.and([session('session_datetime', '=', session_datetime), session('id', '>', id)]),
      ]),
    )
    .orderBy('session_datetime')
    .orderBy('id')
    .execute()
}

/** What comes after a session in its series: how many sessions, and how many records they have. */
export async function countFollowing(
  db: Kysely<Tables>,
  session: SessionRow,
): Promise<{ sessions: number; records: number }> {
  const after = await sessionsAfter(db, session)
  return { sessions: after.length, records: await countRecords(db, after) }
}

export async function countRecords(db: Kysely<Tables>, sessions: readonly { id: number }[]): Promise<number> {
  const counts = await countRecordsOfEach(db, sessions)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * How many attendance records each session has, those of erased children included; sessions without any are left out.
 */
export async function countRecordsOfEach(
  db: Kysely<Tables>,
  sessions: readonly { id: number }[],
): Promise<Map<number, number>> {
  if (sessions.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('attendance')
    .select((record) => ['class_id', record.fn.countAll<number>().as('records')])
    .where('class_id', 'in', idsOf(sessions))
    .groupBy('class_id')
    .execute()
  const counts = new Map(rows.map(({ class_id, records }) => [class_id, records]))
  for (const [class_id, { records }] of await findErased(db, idsOf(sessions))) {
    counts.set(class_id, (counts.get(class_id) ?? 0) + records)
  }
  return counts
}

/** Sets columns of these sessions and increases their versions. */
export async function updateSessions(
  db: Kysely<Tables>,
  sessions: readonly { id: number }[],
  columns: Partial<SessionText & { cancelled: number }>,
): Promise<void> {
  await db
    .updateTable('class_session')
    .set((session) => ({
      ...columns,
      ...(columns.title !== undefined && { search_key: searchKey(columns.title) }),
      version: session('version', '+', 1),
    }))
    .where('id', 'in', idsOf(sessions))
    .execute()
}

/** The names of those with a record in this session who also have one in another session at this time. */
export async function findBooked(db: Kysely<Tables>, class_id: number, time: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attendance as mine')
    .innerJoin('attendance as other', 'other.attendee_id', 'mine.attendee_id')
    .innerJoin('attendee', 'attendee.id', 'mine.attendee_id')
    .select(['first_name', 'last_name'])
    .where('mine.class_id', '=', class_id)
    .where('other.session_datetime', '=', time)
    .where('other.class_id', '<>', class_id)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee.id')
    .execute()
  return rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
}

/** Gives a session its new time. The database changes its records accordingly. */
export async function setTime(db: Kysely<Tables>, id: number, session_datetime: string): Promise<void> {
  await db.updateTable('class_session').set({ session_datetime }).where('id', '=', id).execute()
}

export async function deleteSessions(db: Kysely<Tables>, sessions: readonly { id: number }[]): Promise<void> {
  await db.deleteFrom('class_session').where('id', 'in', idsOf(sessions)).execute()
}

export function idsOf(sessions: readonly { id: number }[]): number[] {
  return sessions.map(({ id }) => id)
}
