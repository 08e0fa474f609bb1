let ahead = 0

/**
 * Takes over the time from a response's `Date` header, since the clock of this machine may be wrong; `at`: when the
 * response came, by this machine's clock.
 */
export function noteServerTime(date: string | null, at = Date.now()): void {
  const time = Date.parse(date ?? '')
  if (!Number.isNaN(time)) {
    ahead = time - at
  }
}

/** The time by the server's clock, in milliseconds since 1970; before any response, by this machine's. */
export function serverNow(): number {
  return Date.now() + ahead
}
