let ahead = 0

/** Takes over the time from a response's `Date` header, since the clock of this machine may be wrong. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '')
  if (!Number.isNaN(time)) {
    ahead = time - Date.now()
  }
}

/** The time by the server's clock, in milliseconds since 1970; before any response, by this machine's. */
export function serverNow(): number {
  return Date.now() + ahead
}
