import type { AttendeeFilter, AttendeePage } from '@vestry/contract/attendees.ts'
import { searchWords } from '@vestry/contract/person-keys.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school-rules.ts'
import { createListQuery } from '../../database/list-query.ts'
import type { Database } from '../../database/open-database.ts'
import { attendeesById } from './attendees-sql.ts'

const BY_LAST_NAME = ['last_key', 'first_key']
const ORDERS: Record<AttendeeOrder, string[]> = {
  default: BY_LAST_NAME,
  lastname: BY_LAST_NAME,
  firstname: ['first_key', 'last_key'],
  birthdate: ['birthdate', ...BY_LAST_NAME],
}

/** Lists attendees, one page at a time. */
export function createAttendeeList(database: Database): (filter: AttendeeFilter) => Promise<AttendeePage> {
  const find = createListQuery(database, {
    table: 'attendee',
    scope: 'attendees',
    orders: ORDERS,
    read: (ids) => attendeesById(database.sql, ids),
  })
  return ({ search, ...page }) => find({ texts: searchWords(search), filter: {}, ...page })
}
