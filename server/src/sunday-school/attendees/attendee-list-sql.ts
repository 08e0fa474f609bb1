import type { Attendee, AttendeeFilter, AttendeePage } from '@vestry/contract/attendees.ts'
import { searchWords } from '@vestry/contract/person-keys.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school-rules.ts'
import { type SqlBool, sql } from 'kysely'
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

/** `namesOnly`: neither found nor sorted by anything but their names. */
type Question = AttendeeFilter & { namesOnly?: boolean }

/** Lists attendees, one page at a time. */
export function createAttendeeList(database: Database): (question: Question) => Promise<AttendeePage> {
  const find = createListQuery<{ names?: readonly string[] }, AttendeeOrder, Attendee>(database, {
    table: 'attendee',
    scope: 'attendees',
    orders: ORDERS,
    where: ({ names }) => (names === undefined ? undefined : areNamed(names)),
    read: (ids) => attendeesById(database.sql, ids),
  })
  return ({ search, namesOnly = false, ...page }) => {
    const texts = searchWords(search)
    if (!namesOnly) {
      return find({ ...page, texts, filter: {} })
    }
    const orderBy = page.orderBy === 'birthdate' ? 'default' : page.orderBy
    return find({ ...page, orderBy, filter: texts === undefined ? {} : { names: texts } })
  }
}

/** Those in whose names all the words stand; none by no word. */
function areNamed(words: readonly string[]) {
  return sql<SqlBool>`(${
    words.length === 0
      ? sql`1 = 0`
      : sql.join(
          words.map((word) => sql`first_key || ' ' || last_key like ${`%${word}%`}`),
          sql` and `,
        )
  })`
}
