import { isDay } from '@vestry/contract/rules/is-day.ts'
import { MAX_REPORT_DAYS, REPORT_STEPS, type ReportStep } from '@vestry/contract/rules/report-rules.ts'

/** The ranges that are offered; `term` only if there is one, and `own` is any other range. */
export const RANGES = ['weeks', 'months', 'years', 'term', 'own'] as const
export type RangeName = (typeof RANGES)[number]

/** From one day to another, `YYYY-MM-DD`, both included. */
export type ReportRange = { name: RangeName; from: string; to: string; step: ReportStep }

/** From the first class of a series to its last. */
export type Term = { from: string; to: string }

const DAY = 86_400_000
const WEEKS = 12

/** The range in an address; the last twelve weeks if the address names none that is allowed. */
export function readRange(query: URLSearchParams, today: string, term?: Term): ReportRange {
  const [from, to, step] = [query.get('from'), query.get('to'), query.get('step')]
  if (isDay(from) && isDay(to) && rangeError(from, to) === undefined) {
    return { name: 'own', from, to, step: REPORT_STEPS.find((known) => known === step) ?? 'week' }
  }
  return namedRange(query.get('range'), today, term)
}

function namedRange(name: string | null, today: string, term: Term | undefined): ReportRange {
  if (name === 'term' && term !== undefined) {
    return { name, ...term, step: 'week' }
  }
  const year = Number(today.slice(0, 4))
  if (name === 'months') {
    const first = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 12, 1))
    return { name, from: dayOf(first), to: today, step: 'month' }
  }
  if (name === 'years') {
    return { name, from: `${year - 9}-01-01`, to: today, step: 'year' }
  }
  const first = new Date(Date.parse(today) - (WEEKS * 7 - 1) * DAY)
  return { name: 'weeks', from: dayOf(first), to: today, step: 'week' }
}

/** The address of a range, with the other parameters of the query. */
export function writeRange(query: URLSearchParams, range: ReportRange): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const part of ['range', 'from', 'to', 'step']) {
    next.delete(part)
  }
  if (range.name === 'own') {
    next.set('from', range.from)
    next.set('to', range.to)
    next.set('step', range.step)
  } else if (range.name !== 'weeks') {
    next.set('range', range.name)
  }
  return next
}

/** Another range that is offered; `own` begins with the range shown. */
export function chooseRange(name: RangeName, shown: ReportRange, today: string, term?: Term): ReportRange {
  return name === 'own' ? { ...shown, name } : namedRange(name, today, term)
}

/** The range for another class, or for none: there, the term of this class is just two dates. */
export function elsewhere(range: ReportRange): ReportRange {
  return range.name === 'term' ? { ...range, name: 'own' } : range
}

/** Why a range is not allowed. */
export function rangeError(from: string, to: string): 'order' | 'length' | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days < 1) {
    return 'order'
  }
  return days > MAX_REPORT_DAYS ? 'length' : undefined
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
