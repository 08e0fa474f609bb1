import { runtimeConfig } from './console-config.ts'

/** The day that it is at the church, `YYYY-MM-DD`, wherever the browser stands. */
export function churchToday(): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: runtimeConfig().timeZone, dateStyle: 'short' }).format(
    new Date(),
  )
}
