import type { Repeat } from '@vestry/contract/classes.ts'
import { MAX_SESSIONS } from '@vestry/contract/sunday-school-rules.ts'
import { RRuleTemporal } from 'rrule-temporal'
import { ApiError } from '../../http/api-errors.ts'

/**
 * When the sessions of a series are: the first one on the first day that fits, at or after `start`. The wall
 * clock is all that is reckoned with, so a class at half past ten stays there when summer time begins.
 */
export function planTimes(start: string, repeat: Repeat): string[] {
  const [first] = occurrences(start, { weekdays: repeat.weekdays, every: 1, times: 1 })
  const times = first === undefined ? [] : occurrences(first, repeat)
  if (times.length === 0) {
    throw new ApiError('invalid_request', 'No class would be held: the series ends before its first day.', {
      field: 'repeat',
    })
  }
  if (times.length > MAX_SESSIONS) {
    throw new ApiError(
      'invalid_request',
      `That would be more than ${MAX_SESSIONS} classes. Let the series end earlier.`,
      { field: 'repeat' },
    )
  }
  return times
}

/** The times that a rule gives, of too many only the first ones. A wall clock is written as if it were UTC. */
function occurrences(start: string, { every, weekdays, until, times }: Repeat): string[] {
  const end = times === undefined ? `UNTIL=${compact(`${until}T23:59:59`)}` : `COUNT=${times}`
  const rule = new RRuleTemporal({
    rruleString:
      `DTSTART:${compact(start)}\n` +
      `RRULE:FREQ=WEEKLY;INTERVAL=${every};BYDAY=${[...new Set(weekdays)]};WKST=MO;${end}`,
  })
  return rule
    .all((_, index) => index <= MAX_SESSIONS)
    .map((time) => time.toString().split('+')[0] ?? '')
    .filter((time) => /^\d{4}-/.test(time))
}

function compact(time: string): string {
  return `${time.replace(/[-:]/g, '')}Z`
}
