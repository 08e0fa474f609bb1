import { isDay } from '@vestry/contract/rules/is-day.ts'
import { monthOf } from '@vestry/contract/sermon-sources/read-date.ts'
import { keyOf } from './header-key.ts'

/** How dates are written that have the year at the end. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Days are texts such as 2018-05-03; `none` is a text that is no birth date, such as a date without its year. */
export type DayRead = { day: string } | 'none' | 'two_digits' | 'invalid'

/** The person's answers about years: the latest that two digits mean, and the first of the days that have none. */
export type Years = { latestYear?: number | undefined; firstDay?: string | undefined }

/**
 * A date as it is written. Its year has two digits or four, or is empty; `numbers` are its day and its month, in either
 * order.
 */
type Written = { year: string; after: string } & (
  | { month: string; day: string }
  | { numbers: [first: string, second: string] }
)

const FORMS = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})(?: ?[-/.] ?| )(?<month>\d{1,2})(?: ?[-/.] ?| )(?<day>\d{1,2})(?!\d)\.?/,
  /^(?<first>\d{1,2})(?: ?[-/.] ?| )(?<second>\d{1,2})(?: ?[-/.] ?| )'?(?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|[ºª.])?(?: of | de |[-/ ])?(?<name>\p{L}{3,})\.?(?:,? del? |[-/, ]{0,2})'?(?<year>\d{4}|\d{2})(?!\d)/iu,
  /^(?<name>\p{L}{3,})\.?[- ](?<day>\d{1,2})(?:st|nd|rd|th|[ºª])?(?:, ?|[- ])'?(?<year>\d{4}|\d{2})(?!\d)/iu,
  /^(?<year>\d{4})[-/ ](?<name>\p{L}{3,})\.?[-/ ](?<day>\d{1,2})(?!\d)/u,
  /^--(?<month>\d{2})-(?<day>\d{2})(?!\d)/,
  /^(?<first>\d{1,2})[-/.](?<second>\d{1,2})(?!\d)[-/.]?/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|[ºª.])?(?: of | de |[-/ ])(?<name>\p{L}{3,})\.?/iu,
  /^(?<name>\p{L}{3,})\.?[- ](?<day>\d{1,2})(?:st|nd|rd|th|[ºª])?(?!\d)/iu,
]
const TIME =
  /^(?:T|,? (?:at |a las? )?)(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?\s*m\.?)?|\d{1,2}\s*[ap]\.?\s*m\.?)(?:\.\d+)?\s*(?:(Z|UTC|GMT)(?![-+]\d))?/iu

/** In English and in Spanish; their first three letters are enough. */
const WEEKDAYS = [
  ...['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  ...['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'],
]
const WEEKDAY_BEFORE = /^(\p{L}{3,})\.?,? (?=.*\d)/u

/** Without what can't be seen, such as the signs that say in which direction a spreadsheet writes. */
function clean(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutWeekday(text: string): string {
  const [before = '', word = ''] = WEEKDAY_BEFORE.exec(text) ?? []
  return before !== '' && WEEKDAYS.some((name) => name.startsWith(keyOf(word)))
    ? text.slice(before.length)
    : text
}

/** The date with which a text begins, perhaps after the name of its weekday, and what comes after it. */
function findDate(text: string): Written | undefined {
  const cleaned = clean(text)
  return matchDate(cleaned) ?? matchDate(withoutWeekday(cleaned))
}

function matchDate(text: string): Written | undefined {
  for (const form of FORMS) {
    const match = form.exec(text)
    const { year = '', month, day = '', name = '', first = '', second = '' } = match?.groups ?? {}
    const after = text.slice(match?.[0].length)
    const named = monthOf(name)
    const isWhole = after === '' || (year.length < 4 ? TIME.test(after) : /^[T ,(]/.test(after))
    if (match === null || !isWhole || (name !== '' && named === undefined)) {
      continue
    }
    return first !== ''
      ? { year, after, numbers: [first, second] }
      : { year, after, day, month: month ?? String(named) }
  }
  return undefined
}

/**
 * Reads a day; `order` is for dates that have the year at the end, or none. A year of two digits is the last such year up
 * to `latestYear`, a day without a year the first such day from `firstDay` on.
 */
export function readDay(text: string, order: DateOrder, { latestYear, firstDay }: Years = {}): DayRead {
  const date = findDate(text)
  if (date === undefined) {
    return clean(text) === '' ? 'none' : 'invalid'
  }
  const [first, second] = 'month' in date ? [date.month, date.day] : date.numbers
  const [month, day] = 'month' in date || order === 'mdy' ? [first, second] : [second, first]
  switch (date.year.length) {
    case 0:
      return firstDay === undefined ? 'none' : dayFrom(firstDay, month, day)
    case 2:
      return latestYear === undefined
        ? 'two_digits'
        : dayOf(longYear(Number(date.year), latestYear), month, day)
    default:
      return dayOf(Number(date.year), month, day)
  }
}

function dayFrom(firstDay: string, month: string, day: string): DayRead {
  const year = Number(firstDay.slice(0, 4))
  const days = [year, year + 1].map((one) => dayOf(one, month, day))
  return days.find((read) => typeof read === 'object' && read.day >= firstDay) ?? 'invalid'
}

function longYear(digits: number, latestYear: number): number {
  const year = latestYear - (latestYear % 100) + digits
  return year > latestYear ? year - 100 : year
}

/** Some programs write the first year for a missing one, others no day and no month. */
function dayOf(year: number, month: string, day: string): DayRead {
  if (year <= 1 || Number(month) === 0 || Number(day) === 0) {
    return 'none'
  }
  const text = `${String(year).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? { day: text } : 'invalid'
}

/** Whether a day is written with a year of two digits. */
export function hasShortYear(text: string): boolean {
  return findDate(text)?.year.length === 2
}

/** Whether a day is written without its year. */
export function lacksYear(text: string): boolean {
  return findDate(text)?.year === ''
}

/** Whether a date is written with the year at the end, or without it, so that its order matters. */
export function isOrdered(text: string): boolean {
  const date = findDate(text)
  return date !== undefined && 'numbers' in date
}

/** The order of the dates: one order, `ask` if they fit both or neither, and `any` if none has an order. */
export function findDateOrder(texts: readonly string[]): DateOrder | 'ask' | 'any' {
  const pairs = texts.flatMap((text) => {
    const date = findDate(text)
    return date !== undefined && 'numbers' in date ? [date.numbers.map(Number)] : []
  })
  const dayFirst = pairs.some(([first = 0]) => first > 12)
  const monthFirst = pairs.some(([, second = 0]) => second > 12)
  if (pairs.every(([first, second]) => first === second || first === 0 || second === 0)) {
    return 'any'
  }
  return dayFirst === monthFirst ? 'ask' : dayFirst ? 'dmy' : 'mdy'
}

/**
 * Whether the text means that there is no birth date, such as N/A, an age or a year alone, or a spreadsheet's number for a
 * day.
 */
export function isNoDay(text: string): boolean {
  return /^\D*$|^\D*\d{1,2}\D*$|^\D*\d{4}\D*$|^\d{5}(?:\.\d+)?$/.test(text.trim())
}

const MIDNIGHT = /^(?:0?0|12(?=.*a))(?:[:.]00(?:[:.]00)?)?(?:\s*a\.?\s*m\.?)?$/i

/** The time next to a day, as it is written; midnight is how a day without a time is written. */
export function timeBesideDay(text: string): { text: string; isUniversal: boolean } | undefined {
  const [, time, zone] = TIME.exec(findDate(text)?.after ?? '') ?? []
  return time === undefined || MIDNIGHT.test(time)
    ? undefined
    : { text: time, isUniversal: zone !== undefined }
}

/** Turns `9:05`, `09:05:00`, `9.05 h`, `9 am` and `9:05 p. m.` into `HH:MM`; nothing if it is not a time. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute = '00', half = ''] =
    /^(\d{1,2})(?:[:.](\d{2})(?:[:.]\d{2})?|(?=\s*(?:[ap]\.?\s*m|h)))\s*(?:([ap])\.?\s*m?\.?|h\.?)?$/i.exec(
      clean(text),
    ) ?? []
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour === '' || hours > 23 || Number(minute) > 59
    ? undefined
    : `${String(hours).padStart(2, '0')}:${minute}`
}
