import { EARLY_MINUTES } from '@vestry/contract/sunday-school/station-rules.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { endOf, laterBy } from '../door/door-classes-sql.ts'

/**
 * Whether families may take themselves in: from an hour before the first class of the day until the last one is over;
 * and when they may next, that day. The classes are in their order, and `now` is the church's wall clock.
 */
export function stationHours(
  sessions: readonly SessionRow[],
  now: string,
): { open: boolean; opens: string | null } {
  const held = sessions.filter(({ cancelled }) => cancelled === 0)
  const [first] = held
  if (first === undefined) {
    return { open: false, opens: null }
  }
  const opens = laterBy(first.session_datetime, -EARLY_MINUTES)
  return now < opens
    ? { open: false, opens: opens.slice(11, 16) }
    : { open: held.some((session) => now < endOf(session)), opens: null }
}
