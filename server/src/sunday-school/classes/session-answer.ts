import type { SessionRow } from './class-access.ts'

/** What every response says of a session. */
export const SESSION_COLUMNS = [
  'id',
  'series_id',
  'title',
  'session_datetime',
  'end_time',
  'room',
  'cancelled',
] as const
export type SessionColumns = Pick<SessionRow, (typeof SESSION_COLUMNS)[number]>

/** A session as calls return it: without an end if none is known. */
export function sessionAnswer<Row extends Pick<SessionRow, 'end_time' | 'cancelled'>>(row: Row) {
  const { end_time, cancelled, ...rest } = row
  return { ...rest, ...(end_time !== '' && { end_time }), cancelled: cancelled === 1 }
}
