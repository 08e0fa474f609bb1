import { MAX_SESSIONS, WEEKDAYS, type Weekday } from './sunday-school-rules.ts'

// When the classes of a series take place: the form shows what is calculated here, and the server plans by it. No
// schema is here, so that the browser may load it.

/** Every `every` weeks on these weekdays until a day (included) or so many classes, but not on the days in `skip`. */
export type Rhythm = {
  every: number
  weekdays: readonly Weekday[]
  until?: string | undefined
  times?: number | undefined
  skip?: readonly string[] | undefined
}

/** A time of the rhythm, and whether it is skipped. */
export type PlannedTime = { time: string; skipped: boolean }

const DAY = 86_400_000
const LAST_DAY = '9999-12-31'

/**
 * The times, beginning with the first day that fits, at or after `start`; weeks are counted from that day's week and
 * begin on Monday. `times` counts classes that are held, so that a skipped one is made up for at the end. Only the wall
 * clock is used: a class at half past ten stays there when summer time begins. If there are too many times, one more
 * than a series may have is returned.
 */
export function planTimes(start: string, rhythm: Rhythm): PlannedTime[] {
  const { every, until = LAST_DAY, times = MAX_SESSIONS + 1, skip = [] } = rhythm
  const first = dayNumber(start)
  const last = dayNumber(until)
  const weekdays = WEEKDAYS.flatMap((day, at) => (rhythm.weekdays.includes(day) ? [at] : []))
  const planned: PlannedTime[] = []
  let left = Math.min(times, MAX_SESSIONS + 1)
  // Day 0, the first of January 1970, was a Thursday.
  let monday = first - ((first + 3) % 7)
  if (weekdays.every((at) => monday + at < first)) {
    monday += 7
  }
  for (; weekdays.length > 0 && monday <= last && left > 0; monday += 7 * every) {
    for (const number of weekdays.map((at) => monday + at)) {
      if (number >= first && number <= last && left > 0) {
        const day = new Date(number * DAY).toISOString().slice(0, 10)
        const skipped = skip.includes(day)
        planned.push({ time: `${day}${start.slice(10)}`, skipped })
        left -= skipped ? 0 : 1
      }
    }
  }
  return planned
}

/** The times at which a class is held. */
export function heldTimes(planned: readonly PlannedTime[]): string[] {
  return planned.filter(({ skipped }) => !skipped).map(({ time }) => time)
}

/** Why nothing can be planned like this. */
export function planFlaw(
  planned: readonly PlannedTime[],
): 'endsEarly' | 'allSkipped' | 'tooMany' | undefined {
  const held = heldTimes(planned).length
  if (held === 0) {
    return planned.length === 0 ? 'endsEarly' : 'allSkipped'
  }
  return held > MAX_SESSIONS ? 'tooMany' : undefined
}

function dayNumber(time: string): number {
  return Date.parse(time.slice(0, 10)) / DAY
}
