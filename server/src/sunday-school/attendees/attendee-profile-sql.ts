import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import type { Teacher } from '@vestry/contract/calls/classes.ts'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { findAssigned } from '../classes/assigned-teachers-sql.ts'
import { teachersOf } from '../classes/teachers.ts'

const MAX_SESSIONS = 12
const MAX_COMMENTS = 50

/**
 * The child, and the day (`YYYY-MM-DD`) of the profile; with `sub`, only of the classes that are assigned to this
 * person.
 */
type Wanted = { id: number; today: string; sub: string | undefined }

/** The series in which the child is enrolled: those with a class to come, by their next class, and then the others. */
export async function listClassesOf(
  db: Kysely<Tables>,
  { id, today, sub }: Wanted,
  people: readonly Teacher[],
): Promise<AttendeeProfile['classes']> {
  const rows = await ownSessions(db, sub)
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .innerJoin('class_series', 'class_series.id', 'class_session.series_id')
    .where('attendee_id', '=', id)
    .select(['class_session.id', 'class_session.series_id', 'class_series.title', 'session_datetime'])
    .select('cancelled')
    .orderBy('session_datetime')
    .orderBy('class_session.id')
    .execute()
  const found = [...Map.groupBy(rows, ({ series_id }) => series_id)].flatMap(([series_id, sessions]) => {
    const last = sessions.at(-1)
    const next = sessions.find((one) => one.session_datetime >= today && one.cancelled === 0)
    return last === undefined ? [] : [{ series_id, title: last.title, next, last }]
  })
  const assigned = await findAssigned(
    db,
    found.map(({ next, last }) => next ?? last),
  )
  return found
    .map(({ series_id, title, next, last }) => ({
      series_id,
      title,
      teachers: teachersOf(assigned.get((next ?? last).id), people).map(({ name }) => name),
      next: next ? { class_id: next.id, session_datetime: next.session_datetime } : null,
      last: last.session_datetime,
    }))
    .sort((a, b) =>
      a.next && b.next
        ? compare(a.next.session_datetime, b.next.session_datetime)
        : Number(b.next !== null) - Number(a.next !== null) || compare(b.last, a.last),
    )
}

/**
 * How the child came to the latest sessions until today, the oldest first: sessions with a record of the child and,
 * after the first of these, also sessions of its series that were recorded without it.
 */
export async function listAttendanceOf(
  db: Kysely<Tables>,
  { id, today, sub }: Wanted,
): Promise<AttendeeProfile['attendance']> {
  const until = `${today}T23:59:59`
  const own = await ownRecords(db, { id, sub })
    .where('attendance.session_datetime', '<=', until)
    .limit(MAX_SESSIONS)
    .execute()
  const { first } = await ownSessions(db, sub)
    .innerJoin('attendance', 'class_id', 'class_session.id')
    .where('attendee_id', '=', id)
    .select(({ fn }) => fn.min<string | null>('attendance.session_datetime').as('first'))
    .executeTakeFirstOrThrow()
  if (first === null) {
    return []
  }
  const without = await ownSessions(db, sub)
    .where('series_id', 'in', (of) =>
      of.selectFrom('roster').select('series_id').where('attendee_id', '=', id),
    )
    .where('cancelled', '=', 0)
    .where('session_datetime', '>=', first)
    .where('session_datetime', '<=', until)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance')
          .select('attendance.id')
          .whereRef('attendance.class_id', '=', 'class_session.id')
          .where('marked', '=', 1),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.id')
            .where('attendee_id', '=', id)
            .whereRef('attendance.session_datetime', '=', 'class_session.session_datetime'),
        ),
      ),
    )
    .select(['class_session.id as class_id', 'title', 'session_datetime'])
    .orderBy('session_datetime', 'desc')
    .orderBy('class_session.id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return [...own.map(attendedClass), ...without.map((row) => ({ ...row, state: 'not_recorded' as const }))]
    .sort((a, b) => compare(a.session_datetime, b.session_datetime))
    .slice(-MAX_SESSIONS)
}

/** The comments on the child's attendance, the latest first. */
export async function listCommentsOn(
  db: Kysely<Tables>,
  { id, sub }: Wanted,
): Promise<AttendeeProfile['comments']> {
  const rows = await ownRecords(db, { id, sub })
    .select('comment')
    .where('comment', '<>', '')
    .limit(MAX_COMMENTS)
    .execute()
  return rows.map(({ comment, ...row }) => ({ ...attendedClass(row), comment }))
}

function ownSessions(db: Kysely<Tables>, sub: string | undefined) {
  return onlyOf(db.selectFrom('class_session'), sub)
}

function ownRecords(db: Kysely<Tables>, { id, sub }: Pick<Wanted, 'id' | 'sub'>) {
  return ownSessions(db, sub)
    .innerJoin('attendance', 'class_id', 'class_session.id')
    .where('attendee_id', '=', id)
    .select(['class_id', 'title', 'attendance.session_datetime', 'attended', 'marked'])
    .orderBy('attendance.session_datetime', 'desc')
}

function onlyOf(
  sessions: SelectQueryBuilder<Tables, 'class_session', object>,
  sub: string | undefined,
): SelectQueryBuilder<Tables, 'class_session', object> {
  return sub === undefined
    ? sessions
    : sessions.where('class_session.id', 'in', (own) =>
        own.selectFrom('class_teacher').select('class_id').where('sub', '=', sub),
      )
}

type RecordedRow = {
  class_id: number
  title: string
  session_datetime: string
  attended: number
  marked: number
}

function attendedClass({ attended, marked, ...row }: RecordedRow): AttendeeProfile['attendance'][number] {
  return { ...row, state: stateOf({ attended, marked }) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
