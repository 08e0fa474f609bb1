import type { Clock } from './clock.ts'

const DAY = 86_400_000

/** Kept by time zone: making one takes thirty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** What the church's wall clock shows, as `YYYY-MM-DDTHH:MM:SS`. */
export function churchTime(clock: Clock, timeZone: string): string {
  return wallClockAt(clock.now(), timeZone)
}

/** The same for a given moment, in milliseconds since 1970. */
export function wallClockAt(moment: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(moment).replace(' ', 'T').padStart('0026-05-03T10:30:00'.length, '0')
}

/**
 * The moment at which the church's wall clock shows this, in milliseconds since 1970. Where the clock is put back and
 * shows it twice, it is the first; where the clock is put forward and skips it, undefined.
 */
export function momentOf(wallClock: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${wallClock}Z`)
  const moments = [-DAY, DAY].map((shift) => {
    const near = asUtc + shift
    return asUtc - (Date.parse(`${wallClockAt(near, timeZone)}Z`) - near)
  })
  return moments.sort((a, b) => a - b).find((moment) => wallClockAt(moment, timeZone) === wallClock)
}

/** The church's present day, as `YYYY-MM-DD`. */
export function churchDay(clock: Clock, timeZone: string): string {
  return churchTime(clock, timeZone).slice(0, 10)
}

/** When a day begins for the church, in milliseconds since 1970. */
export function churchMidnight(day: string, timeZone: string): number {
  const midnight = Date.parse(day)
  const ahead = (moment: number) => Date.parse(`${wallClockAt(moment, timeZone)}Z`) - moment
  // The clock may be put forward or back between the two moments.
  return midnight - ahead(midnight - ahead(midnight))
}

/** How many days lie between two days, or between two dates with times, whose hours don't count. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(from.slice(0, 10)) - Date.parse(to.slice(0, 10))) / -DAY
}

/** The day this many days later, as `YYYY-MM-DD`; undefined if the year has more than four digits. */
export function dayAfter(day: string, days: number): string | undefined {
  const later = new Date(Date.parse(day.slice(0, 10)) + days * DAY).toISOString()
  return /^\d{4}-/.test(later) ? later.slice(0, 10) : undefined
}
