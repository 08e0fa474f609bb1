const STORED_AS = 'vestry.classHistoryDate'

/** Whether a text is a day that the history can go back from: one that there is, and not after today. */
export function isPastDay(text: string | null, today: string): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && text <= today && isInCalendar(text)
}

/** There is no 30 February, and no 45 October either, of which not even a Date can be made. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/**
 * Keeps the chosen day, so that whoever comes back from marking attendance finds it again. Who has chosen none sees
 * what is today then.
 */
export function rememberHistoryDate(day: string | undefined): void {
  if (day === undefined) {
    sessionStorage.removeItem(STORED_AS)
  } else {
    sessionStorage.setItem(STORED_AS, day)
  }
}

/** The day that was kept, if there is one and it is no day to come. */
export function rememberedHistoryDate(today: string): string | undefined {
  const stored = sessionStorage.getItem(STORED_AS)
  return isPastDay(stored, today) ? stored : undefined
}
