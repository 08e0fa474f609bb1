/** The time zone of this machine, such as `Europe/Madrid`. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
