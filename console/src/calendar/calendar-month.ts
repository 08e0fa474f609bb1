import type { WeekStart } from '@vestry/contract/church-setting-rules.ts'

/** Where calendars begin the week with Sunday (CLDR), of the lands in which our languages are spoken. */
const SUNDAY_FIRST = new Set(
  'AU BZ CA CO DO GT HN IN JM KE MX NI PA PE PH PR PY SA SG SV US VE ZA ZW'.split(' '),
)
type Weekday = 0 | 1 | 6
const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const
const DAY = 86_400_000
const WEEK = 7

/** A month, `YYYY-MM`; anything else in the address is the month of `today`. */
export function readMonth(text: string | null, today: string): string {
  return text !== null && /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : today.slice(0, 7)
}

/** The month so many months after another one. */
export function plusMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** The day that the week begins with, as the church has set it or as it is where the language is spoken: 0 is Sunday. */
export function firstWeekday(
  language: string,
  preferred: readonly string[],
  set: WeekStart = 'language',
): Weekday {
  if (set !== 'language') {
    return WEEKDAYS[set]
  }
  const own = preferred.find((tag) => tag.split('-')[0] === language) ?? language
  return SUNDAY_FIRST.has(new Intl.Locale(own).maximize().region ?? '') ? 0 : 1
}

/** The weeks that a month touches, each of seven days, `YYYY-MM-DD`. */
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
