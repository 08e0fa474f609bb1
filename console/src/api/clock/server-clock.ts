let ahead = 0

/** Takes over the time of an answer, as its header `Date` gives it: the clock of this machine may be wrong. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '')
  if (!Number.isNaN(time)) {
    ahead = time - Date.now()
  }
}

/** The time by the server's clock, in milliseconds since 1970, as far as an answer has told it. */
export function serverNow(): number {
  return Date.now() + ahead
}
