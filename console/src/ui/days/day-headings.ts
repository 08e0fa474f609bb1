import { capitalised, written } from '../wall-clock.ts'

/** A month, `2026-11`, as a heading: `November 2026`, `Noviembre de 2026`. */
export function formatMonth(month: string, locale: string): string {
  return heading(`${month}-01`, locale, { month: 'long', year: 'numeric' })
}

/** The month of a date, where there is little room: `Nov`. */
export function formatShortMonth(date: string, locale: string): string {
  return heading(date.slice(0, 10), locale, { month: 'short' })
}

/** The weekday of a day: `Sunday` or `Sun`, as a heading. */
export function formatWeekday(day: string, locale: string, length: 'long' | 'short'): string {
  return heading(day, locale, { weekday: length })
}

/** As a heading begins. */
function heading(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return capitalised(written(day, locale, options), locale)
}
