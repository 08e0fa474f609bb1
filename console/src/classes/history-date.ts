const STORED_AS = 'vestry.classHistoryDate'

/** Whether a text is a day that the history can go back from: one that there is, and not after today. */
export function isPastDay(text: string | null, today: string): text is string {
  return (
    text !== null &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    text <= today &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  )
}

/** Keeps the chosen day, so that whoever comes back from marking attendance finds it again. */
export function rememberHistoryDate(day: string): void {
  sessionStorage.setItem(STORED_AS, day)
}

/** The day that was kept, if there is one and it is no day to come. */
export function rememberedHistoryDate(today: string): string | undefined {
  const stored = sessionStorage.getItem(STORED_AS)
  return isPastDay(stored, today) ? stored : undefined
}
