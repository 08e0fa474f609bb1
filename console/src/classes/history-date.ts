import { isDay } from '@vestry/contract/rules/is-day.ts'

const STORED_AS = 'vestry.classHistoryDate'

/** Whether a text is a day up to which the history can be shown: an existing day, and not after today. */
export function isPastDay(text: string | null, today: string): text is string {
  return isDay(text) && text <= today
}

/**
 * Keeps the chosen day, so that a person who comes back from marking attendance finds it again. For a person who has
 * chosen none, it is always the present day.
 */
export function rememberHistoryDate(day: string | undefined): void {
  if (day === undefined) {
    sessionStorage.removeItem(STORED_AS)
  } else {
    sessionStorage.setItem(STORED_AS, day)
  }
}

/** The day that was kept, if there is one and it is not in the future. */
function rememberedHistoryDate(today: string): string | undefined {
  const stored = sessionStorage.getItem(STORED_AS)
  return isPastDay(stored, today) ? stored : undefined
}

/** The day up to which classes are shown: the one in the address, or else the one that was kept, or else today. */
export function historyDay(asked: string | null, today: string): string {
  return isPastDay(asked, today) ? asked : (rememberedHistoryDate(today) ?? today)
}
