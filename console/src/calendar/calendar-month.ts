import type { Weekday } from '../ui/reports/first-weekday.ts'

const DAY = 86_400_000
const WEEK = 7

/** A month, `YYYY-MM`; anything else in the address counts as the month of `today`. */
export function readMonth(text: string | null, today: string): string {
  return text !== null && /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : today.slice(0, 7)
}

/** The month this many months after another one. */
export function plusMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** The weeks of which a month has at least one day; each has seven days, `YYYY-MM-DD`. */
export function weeksOf(month: string, first: Weekday): string[][] {
  const start = Date.parse(`${month}-01`)
  const before = (new Date(start).getUTCDay() - first + WEEK) % WEEK
  const days = (Date.parse(`${plusMonths(month, 1)}-01`) - start) / DAY
  return Array.from({ length: Math.ceil((before + days) / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) =>
      new Date(start + (week * WEEK + day - before) * DAY).toISOString().slice(0, 10),
    ),
  )
}
