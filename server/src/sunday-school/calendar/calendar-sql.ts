import type { CalendarClass, CalendarSermon } from '@vestry/contract/calls/calendar.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { SESSION_COLUMNS, sessionAnswer } from '../classes/session-answer.ts'

/** The first and the last second that are wanted. */
export type DateRange = { first: string; last: string }

/** The class sessions within a time, by time; with `sub`, only those that are assigned to this person. */
export async function classesWithin(
  db: Kysely<Tables>,
  { first, last }: DateRange,
  sub: string | undefined,
): Promise<CalendarClass[]> {
  let query = db
    .selectFrom('class_session')
    .select(SESSION_COLUMNS)
    .where('session_datetime', '>=', first)
    .where('session_datetime', '<=', last)
  if (sub !== undefined) {
    query = query.where('id', 'in', (own) =>
      own.selectFrom('class_teacher').select('class_id').where('sub', '=', sub),
    )
  }
  const rows = await query.orderBy('session_datetime').orderBy('id').execute()
  return rows.map(sessionAnswer)
}

/** The sermons within a time, by time. */
export async function sermonsWithin(
  db: Kysely<Tables>,
  { first, last }: DateRange,
): Promise<CalendarSermon[]> {
  return await db
    .selectFrom('preaching_item')
    .select(['uuid', 'localizedname', 'event_datetime'])
    .where('event_datetime', '>=', first)
    .where('event_datetime', '<=', last)
    .orderBy('event_datetime')
    .orderBy('id')
    .execute()
}
