import { type PageReads, type Read, TODAY } from '../api/page-reads.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'

/** What an administrator's church has yet to set up. */
export const gettingStarted = () =>
  ({ call: 'GET /getting-started', query: { timeZone: ownTimeZone() } }) as const satisfies Read

export const todayReads: PageReads = (_address, may) => [
  TODAY,
  ...(may('administer') ? [gettingStarted()] : []),
]
