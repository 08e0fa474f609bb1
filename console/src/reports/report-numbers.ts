import type { Tally } from '@vestry/contract/reports.ts'

/** The share of those recorded who were present, 0 to 1; nothing where nobody is recorded. */
export function shareOf({ present, absent }: Tally): number | undefined {
  const recorded = present + absent
  return recorded === 0 ? undefined : present / recorded
}

/** How many were present at a class whose roll was taken; nothing where no roll was. */
export function averageOf({ present, rolls }: Tally): number | undefined {
  return rolls === 0 ? undefined : present / rolls
}

/** How a report writes its numbers, with a dash where there is none. */
export function numbersIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const orDash = (format: Intl.NumberFormat) => (value: number | undefined) =>
    value === undefined ? '–' : format.format(value)
  return { whole: orDash(whole), percent: orDash(percent), tenths: orDash(tenths) }
}
