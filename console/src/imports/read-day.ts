/** How dates are written that have the year at the end. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Days are texts such as 2018-05-03; `none` is a text that is no birth date, such as a date without its year. */
export type DayRead = { day: string } | 'none' | 'two_digits' | 'invalid'

const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/
const YEAR_LAST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?: .*)?$/
const ORDERED = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]'?\d{2}(?:\d{2})?(?: .*)?$/
const TWO_DIGITS =
  /^\d{1,2}[-/. ]\d{1,2}[-/. ]'?\d{2}$|^(?:\p{L}{3,}\.? \d{1,2}|\d{1,2} \p{L}{3,}\.?),? '?\d{2}$/u
const NO_YEAR = /^(?:--)?\d{1,2}[-/.]\d{1,2}[-/.]?$|^(?:\p{L}{3,}\.? \d{1,2}|\d{1,2}(?: de)? \p{L}{3,}\.?)$/u
const NAMED = /^(?:(\p{L}{3,})\.? (\d{1,2})|(\d{1,2})(?: de)?[- ](\p{L}{3,})\.?)(?:,| de|-)? ?(\d{4})$/u
/** The first letters of the months in English and in Spanish. */
const MONTHS = [
  ['jan', 'ene'],
  ['feb'],
  ['mar'],
  ['apr', 'abr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct'],
  ['nov'],
  ['dec', 'dic'],
]

/**
 * Reads a day; `order` is for dates that have the year at the end. A year of two digits is the last such year up to
 * `latestYear`.
 */
export function readDay(text: string, order: DateOrder, latestYear?: number): DayRead {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (trimmed === '' || NO_YEAR.test(trimmed)) {
    return 'none'
  }
  if (hasShortYear(trimmed)) {
    return latestYear === undefined ? 'two_digits' : readDay(withLongYear(trimmed, latestYear), order)
  }
  const [, year, month, day] = YEAR_FIRST.exec(trimmed) ?? []
  if (year !== undefined) {
    return dayOf(year, month, day)
  }
  const [, first, second, last] = YEAR_LAST.exec(trimmed) ?? []
  if (last !== undefined) {
    return order === 'dmy' ? dayOf(last, second, first) : dayOf(last, first, second)
  }
  const [, name = '', dayAfter, dayBefore, nameAfter = '', namedYear] = NAMED.exec(trimmed) ?? []
  const letters = (name || nameAfter).slice(0, 3).toLowerCase()
  const place = MONTHS.findIndex((names) => names.includes(letters))
  return place === -1 ? 'invalid' : dayOf(namedYear, String(place + 1), dayAfter ?? dayBefore)
}

/** Whether a day is written with a year of two digits. */
export function hasShortYear(text: string): boolean {
  return TWO_DIGITS.test(withoutTime(text))
}

function withLongYear(text: string, latestYear: number): string {
  return withoutTime(text).replace(/'?(\d{2})$/, (_, digits: string) => {
    const year = latestYear - (latestYear % 100) + Number(digits)
    return String(year > latestYear ? year - 100 : year)
  })
}

function withoutTime(text: string): string {
  return text.trim().replace(/[T ]\d{1,2}:\d{2}.*$/, '')
}

/**
 * Whether the text means that there is no birth date, such as N/A, a year alone, or a spreadsheet's number for a day.
 */
export function isNoDay(text: string): boolean {
  return /^\D*$|^\D*\d{4}\D*$|^\d{5}(?:\.\d+)?$/.test(text.trim())
}

function dayOf(year = '', month = '', day = ''): DayRead {
  // Some programs write the first year for a missing one.
  if (Number(year) <= 1) {
    return 'none'
  }
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? { day: text } : 'invalid'
}

const TIME_BESIDE =
  /^\S*\d[T ](\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?\s*m\.?)?)(?:\.\d+)?\s*(Z|UTC|GMT)?/iu

/** The time next to a day, as it is written; midnight is how a day without a time is written. */
export function timeBesideDay(text: string): { text: string; isUniversal: boolean } | undefined {
  const [, time, zone] = TIME_BESIDE.exec(text.trim().replace(/\s+/g, ' ')) ?? []
  return time === undefined || MIDNIGHT.test(time)
    ? undefined
    : { text: time, isUniversal: zone !== undefined }
}

/** Turns `9:05`, `09:05:00`, `9.05 h` and `9:05 p. m.` into `HH:MM`; nothing if it is not a time. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute = '', half = ''] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*(?:([ap])\.?\s*m?\.?|h\.?)?$/i.exec(text.trim()) ?? []
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour === '' || hours > 23 || Number(minute) > 59
    ? undefined
    : `${String(hours).padStart(2, '0')}:${minute}`
}

/** Whether a date is written with the year at the end, so that its order matters. */
export function isOrdered(text: string): boolean {
  return ORDERED.test(withoutTime(text))
}

const MIDNIGHT = /^(?:0?0|12(?=.*a))[:.]00(?:[:.]00)?(?:\s*a\.?\s*m\.?)?$/i

/** The order of the dates: one order, `ask` if they fit both or neither, and `any` if none has the year at the end. */
export function findDateOrder(texts: readonly string[]): DateOrder | 'ask' | 'any' {
  const pairs = texts.map((text) => ORDERED.exec(withoutTime(text))).filter((found) => found !== null)
  const dayFirst = pairs.some(([, first]) => Number(first) > 12)
  const monthFirst = pairs.some(([, , second]) => Number(second) > 12)
  if (pairs.every(([, first, second]) => first === second)) {
    return 'any'
  }
  return dayFirst === monthFirst ? 'ask' : dayFirst ? 'dmy' : 'mdy'
}
