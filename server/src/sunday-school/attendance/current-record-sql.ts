import type { RollMark } from '@vestry/contract/calls/attendance.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from '../classes/class-access.ts'

type RecordRow = Selectable<Tables['attendance']>

/** The record of a child at the time of a class, in this class or in another one. */
export type CurrentRecord = {
  attendee_id: number
  on_roster: boolean
  /** The record at that time; the database allows at most one. */
  record:
    | (Pick<RecordRow, 'id' | 'class_id' | 'attended' | 'marked' | 'comment' | 'version'> & {
        class_title: string
      })
    | undefined
}

/** Which marks were taken out of a class, and at which version. */
export function readRemoved({ removed_marks }: Pick<SessionRow, 'removed_marks'>): Map<number, number> {
  const removed = JSON.parse(removed_marks) as Record<string, number>
  return new Map(Object.entries(removed).map(([id, version]) => [Number(id), version]))
}

/** The mark of a child of whom a class has no record. */
export function noMark(version = 0): RollMark {
  return { state: 'not_recorded', comment: '', version }
}

export function stateOf({ attended, marked }: Pick<RecordRow, 'attended' | 'marked'>): RollState {
  if (marked === 0) {
    return 'not_recorded'
  }
  return attended === 1 ? 'present' : 'absent'
}

/** The mark of a child in a class, if the class has a record of it. */
export function markIn(session: SessionRow, current: CurrentRecord | undefined): RollMark | undefined {
  const record = current?.record
  return record?.class_id === session.id
    ? { state: stateOf(record), comment: record.comment, version: record.version }
    : undefined
}

/** The marks of those of these children that exist, in a class. */
export async function findMarks(
  db: Kysely<Tables>,
  session: SessionRow,
  attendee_ids: readonly number[],
): Promise<Map<number, RollMark>> {
  const removed = readRemoved(session)
  const records = await findCurrentRecords(db, session, attendee_ids)
  return new Map(
    [...records].map(([id, current]) => [id, markIn(session, current) ?? noMark(removed.get(id))]),
  )
}

/** The columns of a record in this state. */
export function columnsOf(state: RollState): Pick<RecordRow, 'attended' | 'marked'> {
  return { attended: state === 'present' ? 1 : 0, marked: state === 'not_recorded' ? 0 : 1 }
}

/** Those of these children that exist, each with their record at the time of the class. */
export async function findCurrentRecords(
  db: Kysely<Tables>,
  session: SessionRow,
  attendee_ids: readonly number[],
): Promise<Map<number, CurrentRecord>> {
  if (attendee_ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('attendee')
    .leftJoin('roster', (join) =>
      join.onRef('roster.attendee_id', '=', 'attendee.id').on('roster.series_id', '=', session.series_id),
    )
    .leftJoin('attendance', (join) =>
      join
        .onRef('attendance.attendee_id', '=', 'attendee.id')
        .on('attendance.session_datetime', '=', session.session_datetime),
    )
    .leftJoin('class_session', 'class_session.id', 'attendance.class_id')
    .where('attendee.id', 'in', attendee_ids)
    .select([
      'attendee.id as attendee_id',
      'roster.series_id as enrolled',
      'attendance.id',
      'attendance.class_id',
      'attendance.attended',
      'attendance.marked',
      'attendance.comment',
      'attendance.version',
      'class_session.title as class_title',
    ])
    .execute()
  return new Map(
    rows.map(({ attendee_id, enrolled, ...record }) => [
      attendee_id,
      {
        attendee_id,
        on_roster: enrolled !== null,
        record: record.id === null ? undefined : (record as CurrentRecord['record']),
      },
    ]),
  )
}
