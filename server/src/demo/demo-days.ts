const DAY = 86_400_000

/** A day so many days after another one; both are `YYYY-MM-DD`. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** The Sunday on or before a day. */
export function sundayOf(day: string): string {
  return plusDays(day, -new Date(day).getUTCDay())
}
