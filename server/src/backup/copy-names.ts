const DAY = 24 * 60 * 60_000

/** A copy is named after its time; nothing else in the folder is read, or removed as too old. */
export const IS_COPY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/

/** When a copy was made, in milliseconds, by the clock it was made with. */
export function timeOfCopy(id: string): number {
  const [day = '', time = ''] = id.split(/[TZ]/)
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}

/** Oldest first. Those dated more than a day ahead come before all others: the clock was wrong when they were made. */
export function sortCopies(ids: readonly string[], now: number): string[] {
  const isAhead = (id: string) => timeOfCopy(id) > now + DAY
  const byName = ids.toSorted()
  return [...byName.filter(isAhead), ...byName.filter((id) => !isAhead(id))]
}
