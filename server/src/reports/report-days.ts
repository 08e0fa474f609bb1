import { MAX_REPORT_DAYS } from '@vestry/contract/rules/report-rules.ts'
import { churchDay, churchTime, dayAfter, daysBetween } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import { ApiError } from '../http/api-errors.ts'

/** From one time to another, both included. */
type DateRange = { first: string; last: string }

/** The days that a report is about, and the same number of days before them. */
export type ReportDays = {
  /** The part of the range that has begun. */
  held: DateRange
  /** The last day of the range that has begun; if none has, the last day of the range. */
  until: string
  before: { from: string; to: string }
  heldBefore: DateRange
  /** The church's time. */
  now: string
}

/** Reads the range of a report by the church's clock, and refuses one that is too long for a report. */
export function createReportDays({ clock, timeZone }: { clock: Clock; timeZone: () => string }) {
  return (from: string, to: string): ReportDays => {
    const days = daysBetween(from, to) + 1
    if (days < 1 || days > MAX_REPORT_DAYS) {
      throw new ApiError(
        'invalid_request',
        `to must be a date from ${from} on, and no more than ${MAX_REPORT_DAYS} days may be asked for.`,
        { field: 'to' },
      )
    }
    const today = churchDay(clock, timeZone())
    const until = from <= today && today < to ? today : to
    const before = {
      from: dayAfter(from, daysBetween(until, from) - 1) ?? from,
      to: dayAfter(from, -1) ?? from,
    }
    const now = churchTime(clock, timeZone())
    return {
      held: begunWithin(now, from, to),
      until,
      before,
      heldBefore: begunWithin(now, before.from, before.to),
      now,
    }
  }
}

/** The part of the range until now. */
function begunWithin(now: string, from: string, to: string): DateRange {
  const last = `${to}T23:59:59`
  return { first: `${from}T00:00:00`, last: last < now ? last : now }
}
