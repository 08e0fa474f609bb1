import type { DailyStep } from '@vestry/contract/rules/report-rules.ts'
import { formatMonth } from '../days/day-headings.ts'
import { dateFormat } from '../intl-formats.ts'
import { formatDate } from '../wall-clock.ts'

/** The name of a step in a table, from its first day: `Mon 23 Nov 2026`, `November 2026`, `2026`. */
export function nameOfStep(day: string, step: DailyStep, language: string): string {
  if (step === 'year') {
    return day.slice(0, 4)
  }
  return step === 'month' ? formatMonth(day.slice(0, 7), language) : formatDate(day, language)
}

/** The label below the bar of a step: `23 Nov`, `Nov 2026`, `2026`. */
export function labelOfStep(day: string, step: DailyStep, language: string): string {
  const year = day.slice(0, 4)
  if (step === 'year') {
    return year
  }
  const month = dateFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(day))
  return step === 'month' ? `${month} ${year}` : `${Number(day.slice(8))} ${month}`
}
