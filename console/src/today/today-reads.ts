import { type PageReads, type Read, TODAY } from '../api/page-reads.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'

/** What an administrator's church has yet to set up. */
export const gettingStarted = () =>
  ({ call: 'GET /getting-started', query: { timeZone: ownTimeZone() } }) as const satisfies Read

/** To name its time zone, a browser reads what it knows of languages: the first call doesn't wait for that. */
export const todayReads: PageReads = function* (_address, may) {
  yield TODAY
  if (may('administer')) {
    yield gettingStarted()
  }
}
