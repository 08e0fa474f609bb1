import type { RecordOf } from '@vestry/contract/records/record-fields.ts'
import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { NEWCOMER_FIELDS, NEWCOMING_ADULT_FIELDS } from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { findByRequest, insertAttendee } from '../attendees/attendees-sql.ts'
import { insertFamily } from '../families/families-sql.ts'

export type Newcomers = {
  request_id: string
  adult: RecordOf<typeof NEWCOMING_ADULT_FIELDS>
  children: readonly (RecordOf<typeof NEWCOMER_FIELDS> & { request_id: string; class_id: number })[]
}

/**
 * Adds a family that comes for the first time, with an adult who collects its children. The same request again adds
 * nothing. Returns which of it is new.
 */
export async function addNewcomers(db: Kysely<Tables>, { request_id, adult, children }: Newcomers) {
  const name = `${adult.first_name} ${adult.last_name}`.trim()
  const added: number[] = []
  const ids: number[] = []
  for (const { request_id: ofChild, class_id: _, ...child } of children) {
    const known = await findByRequest(db, ofChild)
    const content = { ...BLANK_ATTENDEE, ...child, parent_contact: `${name}, ${adult.phone}` }
    const id = known?.id ?? (await insertAttendee(db, content, ofChild))
    ids.push(id)
    if (!known) {
      added.push(id)
    }
  }
  const family = await db
    .selectFrom('family')
    .select('id')
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  const family_id =
    family?.id ??
    (await insertFamily(
      db,
      {
        name: adult.last_name || children[0]?.last_name || name,
        adults: [{ ...adult, email: '', language: '', collects: 'yes' }],
        children: ids,
      },
      request_id,
    ))
  return { ids, added, family_id, isNewFamily: family === undefined, adult: { family_id, name } }
}
