import type { DoorBook } from '@vestry/contract/calls/door-offline.ts'
import { KEPT_DIGITS } from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { familiesById, familiesOf } from '../families/families-sql.ts'
import { listSessions } from './door-classes-sql.ts'
import { describeFamilies } from './find-at-door.ts'
import { listDoorCollectors } from './hand-over.ts'

/** What a device keeps of a day besides codes of its own; `now` is the church's wall clock. */
export async function readDoorBook(db: Kysely<Tables>, now: string): Promise<Omit<DoorBook, 'codes'>> {
  const day = now.slice(0, 10)
  const children = await findExpected(db, day)
  const families = await familiesOf(db, children)
  const ids = [...new Set([...families.values()].flat())]
  const together = await inParts(ids, (part) => familiesById(db, part))
  const alone = await attendeesById(
    db,
    children.filter((id) => !families.has(id)),
  )
  const described = await describeFamilies(db, together, alone, now)
  const all = [
    ...new Set(described.flatMap((family) => family.children.map(({ attendee_id }) => attendee_id))),
  ]
  return {
    day,
    families: described.map((family) => ({
      ...family,
      adults: family.adults.map((adult) => ({ ...adult, phone: lastDigits(adult.phone) })),
    })),
    adults: await listDoorCollectors(db, all, day),
  }
}

/** The children on the rosters of a day's classes, and whoever is here. */
async function findExpected(db: Kysely<Tables>, day: string): Promise<number[]> {
  const series = (await listSessions(db, day))
    .filter(({ cancelled }) => cancelled === 0)
    .map(({ series_id }) => series_id)
  const expected =
    series.length === 0
      ? []
      : await db.selectFrom('roster').select('attendee_id').where('series_id', 'in', series).execute()
  const here = await db.selectFrom('stay').select('attendee_id').where('gone_at', '=', 0).execute()
  return [...new Set([...expected, ...here].map(({ attendee_id }) => attendee_id))]
}

const NOT_DIGITS = /\D+/g

function lastDigits(phone: string): string {
  const digits = phone.replace(NOT_DIGITS, '').slice(-KEPT_DIGITS)
  return digits === '' ? '' : `…${digits}`
}
