import type { ClassDetail, SeriesSession } from '@vestry/contract/calls/classes.ts'
import {
  MAX_WEEKS_APART,
  WEEKDAYS,
  type Weekday,
} from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { addDays, type ClassValues, daysBetween, valuesOfClass, weekdayOf } from './class-fields.ts'

/**
 * The first values of the form for the term after a series: the same class, for as many weeks, beginning on the first
 * such weekday after the series has ended, and not before today. Notes belong to one class, so they are not copied.
 */
export function valuesOfNextTerm(
  detail: ClassDetail,
  sessions: readonly SeriesSession[],
  today: string,
): ClassValues {
  const days = sessions.map(({ session_datetime }) => session_datetime.slice(0, 10)).toSorted()
  const [first = detail.session_datetime.slice(0, 10)] = days
  const last = days.at(-1) ?? first
  const weekdays = usualWeekdays(days)
  let start = addDays(last, 1) < today ? today : addDays(last, 1)
  while (!weekdays.includes(weekdayOf(start))) {
    start = addDays(start, 1)
  }
  return {
    ...valuesOfClass(detail),
    notes: '',
    session_datetime: `${start}T${detail.session_datetime.slice(11, 16)}`,
    repeat: days.length > 1,
    every: String(weeksApart(days.filter((day) => weekdays.includes(weekdayOf(day))))),
    weekdays: weekdays.length > 1 ? weekdays : [],
    until: addDays(start, daysBetween(first, last)),
  }
}

/** The weekdays of these days, without those to which only a few were moved. */
function usualWeekdays(days: readonly string[]): Weekday[] {
  const counts = Map.groupBy(days, weekdayOf)
  const most = Math.max(...[...counts.values()].map((some) => some.length))
  return WEEKDAYS.filter((day) => (counts.get(day)?.length ?? 0) * 2 >= most)
}

/**
 * The largest number of weeks that divides all the distances between the days; a day that was left out doesn't change
 * it.
 */
function weeksApart(days: readonly string[]): number {
  const weeks = [...new Set(days.map((day) => addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)))))]
  const apart = weeks.slice(1).reduce((divisor, monday) => {
    return greatestCommonDivisor(divisor, daysBetween(weeks[0] ?? monday, monday) / 7)
  }, 0)
  return apart >= 1 && apart <= MAX_WEEKS_APART ? apart : 1
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
