import { personKeys } from '@vestry/contract/text/person-keys.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { fillAttendees } from './fill-attendees.ts'
import { inChunks, two } from './made-up.ts'

const GROUPS = 'Lambs Seedlings Explorers Pilgrims Builders Harvesters Singers Witnesses'.split(' ')
/** The sessions of a series; a year has 52. */
const WEEKS = 52
const YEARS = 20
const FIRST_SUNDAY = Date.UTC(2006, 0, 1)
const A_WEEK = 7 * 24 * 3_600_000
const ON_A_ROSTER = 20
/** How many records a past session has: one is a guest's, the others are of children on its roster. */
const RECORDS = 20

/** In the titles of ten series. */
export const FEW = 'Quixote'
/** In an eighth of all titles. */
export const MANY = 'Lambs'
/** A teacher of many series, and a teacher of a single one. */
export const BUSY_TEACHER = '00000000-0000-4000-8000-000000000001'
export const TEACHER = '00000000-0000-4000-8000-000000000002'
/** A Sunday in the middle: half of the sessions are in the past. */
export const TODAY = '2016-01-03'

/**
 * Fills an empty database with this many sessions of Sunday classes over twenty years. The past ones have ten times as
 * many records as there are sessions in all, unless fewer are asked for.
 */
export async function fillClasses(database: Database, sessions: number, records = RECORDS): Promise<void> {
  const { sql } = database
  const attendees = Math.max(1000, sessions)
  await fillAttendees(database, attendees)
  const series = Math.ceil(sessions / WEEKS)
  const aYear = Math.ceil(series / YEARS)
  const enrolled = series * ON_A_ROSTER
  const titleOf = (of: number) => {
    const name = of % Math.ceil(series / 10) === 3 ? FEW : GROUPS[of % GROUPS.length]
    return `${name} ${1 + Math.floor(of / GROUPS.length)}`
  }
  const sessionOf = (index: number) => {
    const of = Math.floor(index / WEEKS)
    const week = Math.floor(of / aYear) * WEEKS + (index % WEEKS)
    const day = new Date(FIRST_SUNDAY + week * A_WEEK).toISOString().slice(0, 10)
    const session_datetime = `${day}T${two(9 + (of % 4))}:30:00`
    return { of, session_datetime }
  }
  await sql.transaction().execute(async (transaction) => {
    await inChunks(
      series,
      (of) => ({ title: titleOf(of), roster_version: 1 }),
      (rows) => transaction.insertInto('class_series').values(rows).execute(),
    )
    await inChunks(
      sessions,
      (index) => {
        const { of, session_datetime } = sessionOf(index)
        const title = titleOf(of)
        const keys = { title, search_key: searchKey(title), series_id: of + 1, session_datetime }
        return { ...keys, room: 'Hall', notes: '', cancelled: 0, version: 1, roll_version: 1 }
      },
      (rows) => transaction.insertInto('class_session').values(rows).execute(),
    )
    await inChunks(
      sessions,
      (index) => ({ class_id: index + 1, sub: teacherOf(sessionOf(index).of) }),
      (rows) => transaction.insertInto('class_teacher').values(rows).execute(),
    )
    await inChunks(
      series * ON_A_ROSTER,
      (index) => ({
        series_id: 1 + Math.floor(index / ON_A_ROSTER),
        attendee_id: 1 + index,
      }),
      (rows) => transaction.insertInto('roster').values(rows).execute(),
    )
    const over = Array.from({ length: sessions }, (_, index) => index).filter(
      (index) => sessionOf(index).session_datetime < TODAY,
    )
    await inChunks(
      over.length * records,
      (record) => {
        const index = over[Math.floor(record / records)] ?? 0
        const { of, session_datetime } = sessionOf(index)
        // Nobody is in two classes at once: each series has children of its own, and guests come after all of those.
        const isGuest = record % records === records - 1
        const attendee_id = isGuest
          ? 1 + enrolled + (index % (attendees - enrolled))
          : 1 + of * ON_A_ROSTER + (record % records)
        const mark = { attended: record % 5 === 0 ? 0 : 1, marked: 1, comment: '', version: 1 }
        return { class_id: index + 1, session_datetime, attendee_id, ...mark, changed: 0, changed_by: '' }
      },
      (rows) => transaction.insertInto('attendance').values(rows).execute(),
    )
  })
}

function teacherOf(series: number): string {
  if (series % 20 === 0) {
    return BUSY_TEACHER
  }
  return `00000000-0000-4000-8000-${(series + 1).toString(16).padStart(12, '0')}`
}

/** A class of today with a roster and a roll of two hundred children. Its id is returned. */
export async function addGreatClass({ sql }: Database): Promise<number> {
  const { id: series_id } = await sql
    .insertInto('class_series')
    .values({ title: 'Everybody', roster_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const child = { first_name: 'Roll', last_name: 'Called', parent_contact: '' }
  const row = { ...child, ...personKeys(child), birthdate: '', notes: '', is_member: 0, version: 1 }
  const children = await sql
    .insertInto('attendee')
    .values(Array.from({ length: 200 }, () => row))
    .returning('id')
    .execute()
  await sql
    .insertInto('roster')
    .values(children.map(({ id }) => ({ series_id, attendee_id: id })))
    .execute()
  const { id } = await sql
    .insertInto('class_session')
    .values({
      ...{ series_id, title: 'Everybody', search_key: 'everybody', session_datetime: `${TODAY}T08:00:00` },
      ...{ room: '', notes: '', cancelled: 0, version: 1, roll_version: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
