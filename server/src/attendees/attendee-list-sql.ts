import type { AttendeeFilter, AttendeePage } from '@vestry/contract/attendees.ts'
import type { Database } from '../database/open-database.ts'
import { wordsOf } from './attendee-keys.ts'
import { attendeesById } from './attendees-sql.ts'

const ORDERS = {
  default: ['last_key', 'first_key', 'id'],
  lastname: ['last_key', 'first_key', 'id'],
  firstname: ['first_key', 'last_key', 'id'],
  birthdate: ['birthdate', 'last_key', 'first_key', 'id'],
} as const

export async function listAttendees({ sql: db }: Database, filter: AttendeeFilter): Promise<AttendeePage> {
  let wanted = db.selectFrom('attendee')
  for (const word of wordsOf(filter.search ?? '')) {
    wanted = wanted.where('search_key', 'like', `%${word}%`)
  }
  const { totalCount } = await wanted
    .select((row) => row.fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow()
  let page = wanted.select('id').limit(filter.limit).offset(filter.offset)
  for (const column of ORDERS[filter.orderBy]) {
    page = page.orderBy(column, filter.direction === 'ASC' ? 'asc' : 'desc')
  }
  const ids = (await page.execute()).map(({ id }) => id)
  return { results: await attendeesById(db, ids), totalCount }
}
