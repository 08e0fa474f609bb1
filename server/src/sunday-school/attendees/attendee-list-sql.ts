import type { AttendeeFilter, AttendeePage } from '@vestry/contract/attendees.ts'
import { searchWords } from '@vestry/contract/person-keys.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school-rules.ts'
import { createListWalker } from '../../database/list-walker.ts'
import { holdsAll, trigramWay } from '../../database/list-words.ts'
import { memoizeByVersion } from '../../database/memoize-by-version.ts'
import type { Database } from '../../database/open-database.ts'
import { attendeesById } from './attendees-sql.ts'

const BY_LAST_NAME = ['last_key', 'first_key']
const ORDERS: Record<AttendeeOrder, string[]> = {
  default: BY_LAST_NAME,
  lastname: BY_LAST_NAME,
  firstname: ['first_key', 'last_key'],
  birthdate: ['birthdate', ...BY_LAST_NAME],
}
const MAX_REMEMBERED = 200

/** Lists attendees, one page at a time; an answer stands as long as no attendee changes. */
export function createAttendeeList(database: Database, keep: (page: AttendeePage) => AttendeePage) {
  const { sql: db } = database
  const walk = createListWalker(database, { area: 'attendees', table: 'attendee' })
  const answers = memoizeByVersion<AttendeePage>(MAX_REMEMBERED)

  return async (filter: AttendeeFilter): Promise<AttendeePage> => {
    const { changes } = await database.readVersioned('attendees')
    return await answers(changes, JSON.stringify(filter), async () => keep(await list(filter)))
  }

  async function list({ search, orderBy, direction, limit, offset }: AttendeeFilter): Promise<AttendeePage> {
    const words = searchWords(search)
    if (words?.length === 0) {
      return { results: [], totalCount: 0 }
    }
    const { ids, totalCount } = await walk({
      key: JSON.stringify(words ?? null),
      where: words && holdsAll(words),
      ways: words && trigramWay(database, 'attendee_search', words),
      order: ORDERS[orderBy],
      direction,
      limit,
      offset,
    })
    return { results: await attendeesById(db, ids), totalCount }
  }
}
