import type { ChildFamilies, Safeguarding } from '@vestry/contract/calls/families.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { findCollectors } from './collectors-sql.ts'
import { childrenOf, familiesOf } from './families-sql.ts'

export type Care = Selectable<Tables['attendee_care']>

/** What is said of a child's needs and photos. */
export async function findCare(db: Kysely<Tables>, attendee_id: number): Promise<Care> {
  const row = await db
    .selectFrom('attendee_care')
    .selectAll()
    .where('attendee_id', '=', attendee_id)
    .executeTakeFirst()
  return row ?? { attendee_id, photo_consent: 'not_asked', needs_reviewed: '', need_detail: '', version: 0 }
}

/** A child's families as they are on this day, and whoever else is barred from the child. */
export async function describeFamilies(
  db: Kysely<Tables>,
  attendee_id: number,
  today: string,
): Promise<ChildFamilies> {
  const { version, photo_consent, needs_reviewed } = await findCare(db, attendee_id)
  const collectors = await findCollectors(db, [attendee_id], today)
  const ids = (await familiesOf(db, [attendee_id])).get(attendee_id) ?? []
  const names = new Map(
    (ids.length === 0
      ? []
      : await db.selectFrom('family').select(['id', 'name']).where('id', 'in', ids).execute()
    ).map(({ id, name }) => [id, name]),
  )
  for (const { family_id, family_name } of collectors) {
    names.set(family_id, family_name)
  }
  const siblings = new Map<number, ChildFamilies['siblings'][number]>()
  for (const { id, first_name, last_name } of [...(await childrenOf(db, ids)).values()].flat()) {
    siblings.set(id, { id, first_name, last_name })
  }
  return {
    attendee_id,
    version,
    photo_consent,
    needs_reviewed: needs_reviewed || null,
    families: [...names].map(([id, name]) => ({
      id,
      name,
      adults: collectors
        .filter(({ family_id }) => family_id === id)
        .map(({ attendee_id: _, family_id: __, family_name: ___, ...adult }) => adult),
    })),
    siblings: [...siblings.values()].filter(({ id }) => id !== attendee_id),
  }
}

/** What few may read: its reading is to be recorded. */
export async function readSafeguarding(db: Kysely<Tables>, attendee_id: number): Promise<Safeguarding> {
  const { version, need_detail } = await findCare(db, attendee_id)
  const bars = await db
    .selectFrom('collect_rule')
    .select(['adult_id', 'reason'])
    .where('attendee_id', '=', attendee_id)
    .where('rule', '=', 'barred')
    .orderBy('adult_id')
    .execute()
  return { attendee_id, version, need_detail, bars }
}
