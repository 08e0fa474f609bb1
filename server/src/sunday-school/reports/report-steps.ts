import type { ReportStep } from '@vestry/contract/report-rules.ts'
import type { Tally } from '@vestry/contract/reports.ts'
import { dayAfter } from '../../church-time.ts'

export const NOTHING: Tally = { classes: 0, rolls: 0, present: 0, absent: 0 }

/** The first day of the week, month or year of a day; `firstDay` begins the week, 0 is Sunday. */
export function stepOf(day: string, step: ReportStep, firstDay: number): string {
  if (step === 'year') {
    return `${day.slice(0, 4)}-01-01`
  }
  if (step === 'month') {
    return `${day.slice(0, 7)}-01`
  }
  const weekday = new Date(day).getUTCDay()
  return dayAfter(day, -((weekday - firstDay + 7) % 7)) ?? day
}

/** The first day of each step from one day to another. */
export function stepsWithin(from: string, to: string, step: ReportStep, firstDay: number): string[] {
  const days: string[] = []
  let day: string | undefined = stepOf(from, step, firstDay)
  while (day !== undefined && day <= to) {
    days.push(day)
    const later = dayAfter(day, { week: 7, month: 31, year: 366 }[step])
    day = later && stepOf(later, step, firstDay)
  }
  return days
}

/** What several tallies add up to. */
export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (sum, { classes, rolls, present, absent }) => ({
      classes: sum.classes + classes,
      rolls: sum.rolls + rolls,
      present: sum.present + present,
      absent: sum.absent + absent,
    }),
    NOTHING,
  )
}
