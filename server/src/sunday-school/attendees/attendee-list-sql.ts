import type { Attendee, AttendeeFilter, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { lastBirthdayOn } from '@vestry/contract/rules/age-on.ts'
import { MEMBERSHIPS, type NeedFilter } from '@vestry/contract/sunday-school/attendee-filters.ts'
import { REVIEW_DAYS } from '@vestry/contract/sunday-school/family-record.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import { allOf, createListQuery, type ListDefinition } from '../../database/list-query.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
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
/** What a child must be like: those of `names` contain these words. */
type Filter = {
  names?: readonly string[] | undefined
  born?: { after: string; until: string } | undefined
  series?: AttendeeFilter['series_id']
  membership?: AttendeeFilter['membership']
  family?: AttendeeFilter['family']
  need?: AttendeeFilter['need']
  /** Who was looked at before this day, or never, is to be asked again. */
  reviewedBefore?: string | undefined
}

/** Lists attendees, one page at a time; `most` is for tests. */
export function createAttendeeList(
  database: Database,
  most?: number,
): (question: Question) => Promise<AttendeePage> {
  const definition: ListDefinition<Filter, AttendeeOrder, Attendee> = {
    table: 'attendee',
    scope: 'attendees',
    orders: ORDERS,
    where: (filter) => conditionOf(filter, database),
    countOf: (filter, items) => countByFamily(database.sql, filter, items),
    looksElsewhere: ({ series, family, reviewedBefore }) =>
      (series ?? family ?? reviewedBefore) !== undefined,
    read: (ids) => attendeesById(database.sql, ids),
  }
  const find = createListQuery(database, definition, most)
  return ({ search, today, namesOnly = false, ...asked }) => {
    const { orderBy, direction, limit, offset } = asked
    const texts = searchWords(search)
    const page = { texts, orderBy, direction, limit, offset }
    if (namesOnly) {
      const byName = orderBy === 'birthdate' ? 'default' : orderBy
      return find({ ...page, orderBy: byName, filter: { names: texts } })
    }
    const { series_id: series, membership, need, family } = asked
    const before = need?.includes('not_reviewed') ? reviewedBefore(today) : undefined
    return find({
      ...page,
      filter: { born: bornWithin(asked, today), series, membership, need, family, reviewedBefore: before },
    })
  }
}

/** How many children have allergies or needs that nobody has looked at for so long that somebody should ask again. */
export async function countNotReviewed(database: Database, today: string): Promise<number> {
  const { count } = await database.sql
    .selectFrom('attendee')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(needCondition('not_reviewed', reviewedBefore(today), database))
    .executeTakeFirstOrThrow()
  return count
}

/** Whoever was looked at before this day is to be looked at again. */
function reviewedBefore(today: string): string {
  return dayAfter(today, -REVIEW_DAYS) ?? today
}

/** Born after one day and no later than another; undefined if every age will do. */
function bornWithin({ age_from, age_to }: AttendeeFilter, today: string): Filter['born'] {
  if (age_from === undefined && age_to === undefined) {
    return undefined
  }
  const after = age_to === undefined ? '' : yearsBefore(today, age_to + 1)
  return { after, until: yearsBefore(today, age_from ?? 0) }
}

function conditionOf(
  { names, born, series, membership, need, family, reviewedBefore: before = '' }: Filter,
  database: Database,
) {
  return allOf([
    names && areNamed(names),
    born && areBorn(born),
    series &&
      sql<SqlBool>`attendee.id in (select attendee_id from roster where series_id in (${sql.join(series)}))`,
    membership && sql<SqlBool>`is_member in (${sql.join(membership.map((one) => MEMBERSHIPS.indexOf(one)))})`,
    need && anyOf(need.map((one) => needCondition(one, before, database))),
    family &&
      anyOf(
        family.map((one) =>
          one === 'some' ? sql<SqlBool>`exists ${IN_FAMILY}` : sql<SqlBool>`not exists ${IN_FAMILY}`,
        ),
      ),
  ])
}

/** How many children have a family, or none, if nothing else is asked. */
async function countByFamily(
  db: Kysely<Tables>,
  { family, ...others }: Filter,
  items: number,
): Promise<number | undefined> {
  if (family?.length !== 1 || Object.values(others).some((one) => one !== undefined)) {
    return undefined
  }
  const { children } = await db
    .selectFrom('family_child')
    .select(({ fn }) => fn.count<number>('attendee_id').distinct().as('children'))
    .executeTakeFirstOrThrow()
  return family[0] === 'some' ? children : items - children
}

const IN_FAMILY = sql`(select 1 from family_child where family_child.attendee_id = attendee.id)`

function needCondition(need: NeedFilter, before: string, { dialect }: Database) {
  switch (need) {
    case 'allergies':
      return sql<SqlBool>`allergies <> ''`
    case 'needs':
      return sql<SqlBool>`needs <> ''`
    case 'not_reviewed': {
      // As the index on these children says it: then nothing else of them is read.
      const needing = sql.raw(
        dialect === 'sqlite' ? "allergies || needs <> ''" : "(allergies <> '' or needs <> '')",
      )
      return sql<SqlBool>`(${needing} and not exists (select 1 from attendee_care
        where attendee_care.attendee_id = attendee.id and needs_reviewed >= ${before}))`
    }
  }
}

function anyOf(conditions: readonly Expression<SqlBool>[]) {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
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
