import type { DailyStep } from '@vestry/contract/rules/report-rules.ts'
import { dayAfter } from '../church-time.ts'

/** The most days that a step can have. */
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const

/**
 * The first day of the week, month or year that a day is in, or the day itself. `firstDay` is the day on which weeks
 * begin; 0 is Sunday.
 */
export function stepOf(day: string, step: DailyStep, firstDay: number): string {
  if (step === 'day') {
    return day
  }
  if (step === 'year') {
    return `${day.slice(0, 4)}-01-01`
  }
  if (step === 'month') {
    return `${day.slice(0, 7)}-01`
  }
  const weekday = new Date(day).getUTCDay()
  return dayAfter(day, -((weekday - firstDay + 7) % 7)) ?? day
}

/** The first day of each step between two days. */
export function stepsWithin(from: string, to: string, step: DailyStep, firstDay: number): string[] {
  const days: string[] = []
  let day: string | undefined = stepOf(from, step, firstDay)
  while (day !== undefined && day <= to) {
    days.push(day)
    const later = dayAfter(day, DAYS[step])
    day = later && stepOf(later, step, firstDay)
  }
  return days
}
