/** An earlier day is a slip of the keyboard: a browser turns a year typed as 26 into 0026. */
export const FIRST_DAY = '1900-01-01'

/**
 * Whether a text is a day: there is no 30 February, and no 45 October either, from which not even a Date can be made.
 */
export function isDay(text: string | null): text is string {
  const date = new Date(`${text}T00:00:00Z`)
  return text !== null && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
