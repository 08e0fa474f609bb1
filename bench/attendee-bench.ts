/**
 * How the list of attendees behaves as it grows: `node bench/attendee-bench.ts [--postgres] [--items 1000,100000]`.
 */
import { AttendeeFilter } from '@vestry/contract/attendees.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { createAttendeeList } from '@vestry/server/sunday-school/attendees/attendee-list-sql.ts'
import { eachSize, readOptions } from './bench-server.ts'
import { FEW, fillAttendees, MANY, NONE, PHONE } from './fill-attendees.ts'
import { createListReport } from './list-report.ts'

const options = readOptions('1000,100000,1000000')
const report = createListReport('attendees', options)
await eachSize(options, { fill: fillAttendees, measure })
report.print()
await report.write()

async function measure(database: Database, attendees: number) {
  const last = Math.ceil(attendees / 10) * 10 - 10
  const middle = Math.floor(last / 20) * 10
  const cases: Record<string, object> = {
    'page 1': {},
    'last page': { offset: last },
    'middle page': { offset: middle },
    'by first name, page 1': { orderBy: 'firstname' },
    'by first name, last page': { orderBy: 'firstname', offset: last },
    'by birthdate, page 1': { orderBy: 'birthdate' },
    'by birthdate, middle page': { orderBy: 'birthdate', offset: middle },
    'search, ten hits': { search: FEW },
    'search, ten hits, by birthdate': { search: FEW, orderBy: 'birthdate' },
    'search, no hits': { search: NONE },
    'search, a third of all': { search: MANY },
    'search, a third of all, far page': {
      search: MANY,
      offset: Math.min(Math.floor(attendees / 60) * 10, 9_990),
    },
    'search, hits at the end of the order': { search: 'moreno zapata' },
    'search, two words, many hits': { search: `maría ${MANY}` },
    'search, phone number': { search: PHONE },
    'search, part of an e-mail address': { search: 'parent42@example' },
    'search, two letters, many hits': { search: 'ar' },
    'search, two letters, no hits': { search: 'qq' },
    'search, one letter, many hits': { search: 'q' },
    'search, one letter, no hits': { search: 'ж' },
    'search, two pairs of letters': { search: 'zo ui' },
    'search, a word and two letters, no hits': { search: `${MANY} qq` },
  }
  for (const [name, query] of Object.entries(cases)) {
    const filter = AttendeeFilter.parse({ direction: 'ASC', ...query })
    const create = () => {
      const list = createAttendeeList(database)
      return (page: object) => list({ today: '2026-05-03', ...filter, ...page })
    }
    await report.measure(name, attendees, create, filter)
  }
}
