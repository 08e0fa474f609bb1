import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import { readContent, type TrashedRows } from './trash-content.ts'
import { findHolder, presentOf, saveContent } from './trash-sql.ts'

type Placed = {
  roster: Selectable<Tables['roster']>[]
  roster_past: Selectable<Tables['roster_past']>[]
  attendance: Selectable<Tables['attendance']>[]
  attendance_import_row: Selectable<Tables['attendance_import_row']>[]
}

const NONE = (): Placed => ({ roster: [], roster_past: [], attendance: [], attendance_import_row: [] })

/**
 * Of the rows that belong both to a child and to a class, returns those that can be inserted, with the times that the
 * classes have now. The others go to the deletion that removed what they lack; if that was deleted for good, they are
 * dropped.
 */
export async function placeRows(
  db: Kysely<Tables>,
  { roster = [], roster_past = [], attendance = [], attendance_import_row = [] }: TrashedRows,
): Promise<Placed> {
  const children = await presentOf(
    db,
    'attendee',
    [...roster, ...roster_past, ...attendance, ...attendance_import_row].map(
      ({ attendee_id }) => attendee_id,
    ),
  )
  const series = await presentOf(
    db,
    'class_series',
    [...roster, ...roster_past].map(({ series_id }) => series_id),
  )
  const sessions = await sessionsOf(
    db,
    [...attendance, ...attendance_import_row].map(({ class_id }) => class_id),
  )
  const times = new Map(sessions.map(({ id, session_datetime }) => [id, session_datetime]))
  const placed = NONE()
  const lacking = new Map<string, Placed>()
  const waitFor = (record: string) => {
    const rows = lacking.get(record) ?? NONE()
    lacking.set(record, rows)
    return rows
  }
  const placeOf = ({ series_id, attendee_id }: { series_id: number; attendee_id: number }) => {
    if (!series.has(series_id)) {
      return waitFor(`series/${series_id}`)
    }
    return children.has(attendee_id) ? placed : waitFor(`attendee/${attendee_id}`)
  }
  for (const row of roster) {
    placeOf(row).roster.push(row)
  }
  for (const row of roster_past) {
    placeOf(row).roster_past.push(row)
  }
  for (const row of attendance) {
    const session_datetime = times.get(row.class_id)
    if (session_datetime === undefined) {
      waitFor(`class/${row.class_id}`).attendance.push(row)
    } else if (!children.has(row.attendee_id)) {
      waitFor(`attendee/${row.attendee_id}`).attendance.push(row)
    } else {
      placed.attendance.push({ ...row, session_datetime })
    }
  }
  for (const row of attendance_import_row) {
    if (!times.has(row.class_id)) {
      waitFor(`class/${row.class_id}`).attendance_import_row.push(row)
    } else if (children.has(row.attendee_id)) {
      placed.attendance_import_row.push(row)
    } else {
      waitFor(`attendee/${row.attendee_id}`).attendance_import_row.push(row)
    }
  }
  for (const [record, rows] of lacking) {
    await handOver(db, record, rows)
  }
  await refuseCancelled(db, placed.attendance, sessions)
  await refuseBooked(db, placed.attendance)
  return placed
}

async function handOver(db: Kysely<Tables>, record: string, given: Placed): Promise<void> {
  const holder = await findHolder(db, record)
  if (holder) {
    const { rows, needs } = readContent(holder)
    await refuseCancelled(db, given.attendance, rows.class_session ?? [])
    const joined = {
      roster: [...(rows.roster ?? []), ...given.roster],
      roster_past: [...(rows.roster_past ?? []), ...given.roster_past],
      attendance: [...(rows.attendance ?? []), ...given.attendance],
      attendance_import_row: [...(rows.attendance_import_row ?? []), ...given.attendance_import_row],
    }
    await saveContent(db, holder.record, { rows: { ...rows, ...joined }, needs })
  }
}

type Session = Pick<Selectable<Tables['class_session']>, 'id' | 'session_datetime' | 'cancelled'>

async function sessionsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Session[]> {
  if (ids.length === 0) {
    return []
  }
  return await db
    .selectFrom('class_session')
    .select(['id', 'session_datetime', 'cancelled'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
}

/** Refuses records of a class that was cancelled while they were away: a class with records can't be cancelled. */
async function refuseCancelled(
  db: Kysely<Tables>,
  rows: Placed['attendance'],
  sessions: readonly Session[],
): Promise<void> {
  const cancelled = new Map(sessions.filter((one) => one.cancelled === 1).map((one) => [one.id, one]))
  for (const { class_id, attendee_id } of rows) {
    const session = cancelled.get(class_id)
    if (session) {
      throw new ApiError(
        'class_cancelled',
        `${await nameOf(db, attendee_id)} has a record in a class that was cancelled since, ${momentOf(session.session_datetime)}. Let the class be held after all, and restore again.`,
      )
    }
  }
}

/** Refuses to put a child into two classes at once. */
async function refuseBooked(db: Kysely<Tables>, rows: Placed['attendance']): Promise<void> {
  for (const [time, records] of Map.groupBy(rows, ({ session_datetime }) => session_datetime)) {
    const ids = records.map(({ attendee_id }) => attendee_id)
    const twice = ids.find((id, at) => ids.indexOf(id) !== at)
    const booked = await db
      .selectFrom('attendance')
      .select('attendee_id')
      .where('session_datetime', '=', time)
      .where('attendee_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    const id = booked?.attendee_id ?? twice
    if (id !== undefined) {
      throw new ApiError(
        'in_another_class',
        `${await nameOf(db, id)} would be in two classes at once, ${momentOf(time)}. Move one of the classes, or take the child out of it, and restore again.`,
      )
    }
  }
}

async function nameOf(db: Kysely<Tables>, attendee_id: number): Promise<string> {
  const { first_name, last_name } = await db
    .selectFrom('attendee')
    .select(['first_name', 'last_name'])
    .where('id', '=', attendee_id)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`
}

function momentOf(time: string): string {
  return `on ${time.slice(0, 10)} at ${time.slice(11, 16)}`
}
