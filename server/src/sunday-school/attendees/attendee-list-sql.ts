import type { Attendee, AttendeeFilter, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { lastBirthdayOn } from '@vestry/contract/rules/age-on.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
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

/** `namesOnly`: finds and sorts them by nothing but their names. `today` is the church's. */
type Question = AttendeeFilter & { today: string; namesOnly?: boolean }
/** Those whose names contain these words, or who were born after one day and no later than another. */
type Filter = { names?: readonly string[]; born?: { after: string; until: string } }

/** Lists attendees, one page at a time. */
export function createAttendeeList(database: Database): (question: Question) => Promise<AttendeePage> {
  const find = createListQuery<Filter, AttendeeOrder, Attendee>(database, {
    table: 'attendee',
    scope: 'attendees',
    orders: ORDERS,
    where: ({ names, born }) => (names && areNamed(names)) ?? (born && areBorn(born)),
    read: (ids) => attendeesById(database.sql, ids),
  })
  return ({ search, today, age_from, age_to, namesOnly = false, ...page }) => {
    const texts = searchWords(search)
    if (!namesOnly) {
      const after = age_to === undefined ? '' : yearsBefore(today, age_to + 1)
      const until = yearsBefore(today, age_from ?? 0)
      const isAny = age_from === undefined && age_to === undefined
      return find({ ...page, texts, filter: isAny ? {} : { born: { after, until } } })
    }
    const orderBy = page.orderBy === 'birthdate' ? 'default' : page.orderBy
    return find({ ...page, texts, orderBy, filter: texts === undefined ? {} : { names: texts } })
  }
}

/** A birth date is kept as text; an unknown one is empty, and therefore not after any day. */
function areBorn({ after, until }: NonNullable<Filter['born']>) {
  return sql<SqlBool>`(birthdate > ${after} and birthdate <= ${until})`
}

/** The last birth date of people who are this many years old on this day; the calendar need not have it. */
function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}-${lastBirthdayOn(day)}`
}

/** Those whose names contain all of these words. */
function areNamed(words: readonly string[]) {
  const conditions = words.map((word) => sql`first_key || ' ' || last_key like ${`%${word}%`}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
