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
