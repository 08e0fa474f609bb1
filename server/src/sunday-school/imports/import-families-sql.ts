import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { findCollectors } from '../families/collectors-sql.ts'
import { addFamilies, familiesById, familiesOf, updateFamily } from '../families/families-sql.ts'
import { collectFamilies, keepChange, keepMade } from '../families/family-changes.ts'
import type { PlannedFamily, PresentFamilies } from './plan-families.ts'
import type { Plan, ReadRow } from './plan-rows.ts'
import { personOf } from './read-household.ts'

/** The families here that rows may mean: those of their children, and those with an adult of a name in the rows. */
export async function findPresentFamilies(
  db: Kysely<Tables>,
  plans: readonly Plan[],
  rows: readonly Pick<ReadRow, 'household'>[],
  today: string,
): Promise<PresentFamilies> {
  const adults = rows.flatMap(({ household }) => household?.adults ?? [])
  if (rows.every(({ household }) => household === undefined)) {
    return { families: [], barred: new Map() }
  }
  const known = [...new Set(plans.flatMap((plan) => plan.known.map(({ id }) => id)))]
  const names = new Set(adults.map((adult) => personOf(adult).name))
  const here = await db.selectFrom('adult').select(['family_id', 'first_name', 'last_name']).execute()
  const named = here.filter((adult) => names.has(personOf({ ...adult, phone: '', email: '' }).name))
  const ids = new Set([
    ...named.map(({ family_id }) => family_id),
    ...[...(await familiesOf(db, known)).values()].flat(),
  ])
  const families = await inParts([...ids], (part) => familiesById(db, part))
  const children = [...known, ...families.flatMap((family) => family.children.map(({ id }) => id))]
  const collectors = await findCollectors(db, [...new Set(children)], today)
  const barred = Map.groupBy(
    collectors.filter(({ rule }) => rule === 'barred'),
    ({ attendee_id }) => attendee_id,
  )
  return { families, barred }
}

/** Makes and fills families, and keeps what they were, so that undoing the import takes that back. */
export async function saveFamilies(
  db: Kysely<Tables>,
  import_id: number,
  planned: readonly PlannedFamily[],
  by: { at: number; changed_by: string; changed_by_name: string },
): Promise<{ added: number[]; changed: number[] }> {
  const contents = planned.map(({ former, name, adults, joining }) => ({
    former,
    content: { name, adults, children: [...(former?.children ?? []).map(({ id }) => id), ...joining] },
  }))
  const fresh = contents.flatMap(({ former, content }) => (former ? [] : content))
  const added = await addFamilies(db, fresh)
  const made = added.map((id, at) => ({ id, name: fresh[at]?.name ?? '' }))
  await keepMade(db, import_id, made, by)
  const changed: number[] = []
  for (const { former, content } of contents) {
    if (former) {
      const before = await collectFamilies(db, [former.id])
      await updateFamily(db, former, content)
      await keepChange(db, { kind: 'imported', former: before, result: [former.id], import_id }, by)
      changed.push(former.id)
    }
  }
  return { added, changed }
}
