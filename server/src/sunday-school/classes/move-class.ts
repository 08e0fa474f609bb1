import type { Transaction } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from './class-access.ts'
import { findBooked, setTime } from './sessions-sql.ts'

/** By how many days sessions move, and to which time of day (`THH:MM:SS`), if that changes. */
export type Move = { days: number; time: string | undefined }

const MAX_NAMED = 3

/**
 * Moves sessions, which are given by time, with all their records; refused if a child would then be in two classes at
 * once. The session that is furthest along in the direction of the move goes first, so that none passes a session that
 * has yet to move: otherwise a weekly series moved by a week would meet its own records.
 */
export async function moveSessions(
  db: Transaction<Tables>,
  sessions: readonly SessionRow[],
  { days, time }: Move,
): Promise<void> {
  for (const { id, session_datetime } of days > 0 ? sessions.toReversed() : sessions) {
    const day = dayAfter(session_datetime, days)
    if (day === undefined) {
      throw new ApiError('invalid_request', 'session_datetime must not lead a class out of the calendar.', {
        field: 'session_datetime',
      })
    }
    const to = `${day}${time ?? session_datetime.slice(10)}`
    const booked = await findBooked(db, id, to)
    if (booked.length > 0) {
      throw new ApiError(
        'in_another_class',
        `${formatNames(booked)} would be in two classes at once, on ${formatTime(to)}.`,
      )
    }
    await setTime(db, id, to)
  }
}

/** Such as "Ana Ruiz, Ben Cole, Cleo Diaz and 4 more". */
function formatNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED)
  const more = names.length - named.length
  const last = more > 0 ? `${more} more` : named.pop()
  return named.length > 0 ? `${named.join(', ')} and ${last}` : `${last}`
}

function formatTime(time: string): string {
  return `${time.slice(0, 10)} at ${time.slice(11, 16)}`
}
