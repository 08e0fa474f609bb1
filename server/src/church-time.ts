import type { Clock } from './clock.ts'

/** What the church's wall clock shows, as `YYYY-MM-DDTHH:MM:SS`. */
export function churchTime(clock: Clock, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Date(clock.now()).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
}

/** The church's day, as `YYYY-MM-DD`. */
export function churchDay(clock: Clock, timeZone: string): string {
  return churchTime(clock, timeZone).slice(0, 10)
}

const DAY = 86_400_000

/** When a day of the church's begins, in milliseconds since 1970. */
export function churchMidnight(day: string, timeZone: string): number {
  const midnight = Date.parse(day)
  const ahead = (moment: number) => {
    const shown = new Date(moment).toLocaleString('sv-SE', { timeZone })
    return Date.parse(`${shown.replace(' ', 'T')}Z`) - moment
  }
  // The clock may be put forward or back between the two moments.
  return midnight - ahead(midnight - ahead(midnight))
}

/** How many days lie between two days, or two dates and times whatever their hours. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(from.slice(0, 10)) - Date.parse(to.slice(0, 10))) / -DAY
}

/** The day so many days later, as `YYYY-MM-DD`; undefined where a year no longer has four digits. */
export function dayAfter(day: string, days: number): string | undefined {
  const later = new Date(Date.parse(day.slice(0, 10)) + days * DAY).toISOString()
  return /^\d{4}-/.test(later) ? later.slice(0, 10) : undefined
}
