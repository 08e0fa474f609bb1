import type { Kysely, Selectable } from 'kysely'
import { inParts } from '../database/in-parts.ts'
import type { Tables } from '../database/tables.ts'
import { readContent, type TrashedRows } from './trash-content.ts'
import { findHolder, presentOf, saveContent } from './trash-sql.ts'

/** What a change of families keeps of what they were, by table. */
export type FamilyRows = {
  [Table in 'family' | 'adult' | 'family_child' | 'collect_rule']: Selectable<Tables[Table]>[]
}

/** The families of a child who is there, or who lies in the trash with these rows. */
export async function findFamilies(
  db: Kysely<Tables>,
  attendee_id: number,
  trashed: TrashedRows = {},
): Promise<number[]> {
  const rows = await db
    .selectFrom('family_child')
    .select('family_id')
    .where('attendee_id', '=', attendee_id)
    .execute()
  return [...new Set([...rows, ...(trashed.family_child ?? [])].map(({ family_id }) => family_id))]
}

/** The families of a child, and those with an adult of whom something is said for the child, such as that it is barred. */
export async function findConcerned(
  db: Kysely<Tables>,
  attendee_id: number,
  trashed: TrashedRows = {},
): Promise<number[]> {
  const rows = await db
    .selectFrom('collect_rule')
    .select('adult_id')
    .where('attendee_id', '=', attendee_id)
    .execute()
  const families = await familiesOfAdults(db, [...rows, ...(trashed.collect_rule ?? [])])
  return [...new Set([...(await findFamilies(db, attendee_id, trashed)), ...families])]
}

async function familiesOfAdults(
  db: Kysely<Tables>,
  rules: readonly { adult_id: number }[],
): Promise<number[]> {
  const rows = await inParts([...new Set(rules.map(({ adult_id }) => adult_id))], (part) =>
    db.selectFrom('adult').select('family_id').where('id', 'in', part).execute(),
  )
  return rows.map(({ family_id }) => family_id)
}

/**
 * A child is gone for good: of the families that it concerned, those that concern no other child, in the trash neither,
 * go with their adults. A family whose children are all gone stays while one of its adults is barred from another child.
 * What is kept of former families says nothing of the child any more.
 */
export async function forgetFamilies(
  db: Kysely<Tables>,
  attendee_id: number,
  family_ids: readonly number[],
): Promise<void> {
  await forgetInChanges(db, attendee_id)
  const waiting = family_ids.length === 0 ? new Set() : await familiesInTrash(db, attendee_id)
  for (const id of family_ids.filter((family) => !waiting.has(family))) {
    const other = await db
      .selectFrom('family_child')
      .select('attendee_id')
      .where('family_id', '=', id)
      .where('attendee_id', '<>', attendee_id)
      .unionAll(
        db
          .selectFrom('collect_rule')
          .innerJoin('adult', 'adult.id', 'adult_id')
          .select('attendee_id')
          .where('family_id', '=', id)
          .where('attendee_id', '<>', attendee_id),
      )
      .limit(1)
      .executeTakeFirst()
    if (other === undefined) {
      await db.deleteFrom('family').where('id', '=', id).execute()
    }
  }
}

const isOfOther = (attendee_id: number) => (row: { attendee_id: number }) => row.attendee_id !== attendee_id

/** The families that concern another child who can still be restored. */
async function familiesInTrash(db: Kysely<Tables>, attendee_id: number): Promise<Set<number>> {
  const entries = await db
    .selectFrom('trash')
    .select('content')
    .where('kind', 'in', ['attendee', 'merge'])
    .execute()
  const isOther = isOfOther(attendee_id)
  const trashed = entries.map((entry) => readContent(entry).rows)
  const rules = trashed.flatMap(({ collect_rule = [] }) => collect_rule.filter(isOther))
  return new Set([
    ...trashed.flatMap(({ family_child = [] }) => family_child.filter(isOther)).map((row) => row.family_id),
    ...(await familiesOfAdults(db, rules)),
  ])
}

async function forgetInChanges(db: Kysely<Tables>, attendee_id: number): Promise<void> {
  const isOther = isOfOther(attendee_id)
  for (const { id, former } of await db.selectFrom('family_change').select(['id', 'former']).execute()) {
    const rows: FamilyRows = JSON.parse(former)
    const kept = {
      ...rows,
      family_child: rows.family_child.filter(isOther),
      collect_rule: rows.collect_rule.filter(isOther),
    }
    const isAlone = kept.family_child.length === 0 && rows.family_child.length > 0
    if (isAlone) {
      await db.deleteFrom('family_change').where('id', '=', id).execute()
    } else if (JSON.stringify(kept) !== former) {
      await db
        .updateTable('family_change')
        .set({ former: JSON.stringify(kept) })
        .where('id', '=', id)
        .execute()
    }
  }
}

/**
 * Takes out of the rows of a child that comes back what is about families and adults who were deleted meanwhile; it goes to
 * what is kept of them, and comes back with them.
 */
export async function leaveGoneFamilies(db: Kysely<Tables>, rows: TrashedRows): Promise<void> {
  const { family_child = [], collect_rule = [] } = rows
  const families = await presentOf(
    db,
    'family',
    family_child.map(({ family_id }) => family_id),
  )
  const adults = await presentOf(
    db,
    'adult',
    collect_rule.map(({ adult_id }) => adult_id),
  )
  const gone = {
    family_child: family_child.filter(({ family_id }) => !families.has(family_id)),
    collect_rule: collect_rule.filter(({ adult_id }) => !adults.has(adult_id)),
  }
  Object.assign(rows, {
    family_child: family_child.filter(({ family_id }) => families.has(family_id)),
    collect_rule: collect_rule.filter(({ adult_id }) => adults.has(adult_id)),
  })
  if (gone.family_child.length > 0 || gone.collect_rule.length > 0) {
    await keepInChanges(db, gone)
  }
}

type OfChildren = Pick<FamilyRows, 'family_child' | 'collect_rule'>

async function keepInChanges(db: Kysely<Tables>, { family_child, collect_rule }: OfChildren): Promise<void> {
  for (const { id, former } of await db.selectFrom('family_change').select(['id', 'former']).execute()) {
    const rows: FamilyRows = JSON.parse(former)
    const families = new Set(rows.family.map((family) => family.id))
    const adults = new Set(rows.adult.map((adult) => adult.id))
    const own = {
      family_child: family_child.filter(({ family_id }) => families.has(family_id)),
      collect_rule: collect_rule.filter(({ adult_id }) => adults.has(adult_id)),
    }
    if (own.family_child.length > 0 || own.collect_rule.length > 0) {
      const kept = { ...rows, ...joinRows(rows, own) }
      await db
        .updateTable('family_change')
        .set({ former: JSON.stringify(kept) })
        .where('id', '=', id)
        .execute()
    }
  }
}

/**
 * Of rows about children and families that come back, returns those of children who are there. Those of children in the
 * trash go there, and come back with them.
 */
export async function placeOfChildren(db: Kysely<Tables>, rows: OfChildren): Promise<OfChildren> {
  const ids = [...new Set([...rows.family_child, ...rows.collect_rule].map((row) => row.attendee_id))]
  const there = await presentOf(db, 'attendee', ids)
  const of = (isWanted: (id: number) => boolean) => ({
    family_child: rows.family_child.filter(({ attendee_id }) => isWanted(attendee_id)),
    collect_rule: rows.collect_rule.filter(({ attendee_id }) => isWanted(attendee_id)),
  })
  for (const id of ids.filter((one) => !there.has(one))) {
    const holder = await findHolder(db, `attendee/${id}`)
    if (holder) {
      const { rows: held, needs } = readContent(holder)
      const own = of((one) => one === id)
      await saveContent(db, holder.record, { rows: { ...held, ...joinRows(held, own) }, needs })
    }
  }
  return of((id) => there.has(id))
}

/** Each row once. */
function joinRows({ family_child = [], collect_rule = [] }: TrashedRows, others: OfChildren): OfChildren {
  const families = [...family_child, ...others.family_child]
  const rules = [...collect_rule, ...others.collect_rule]
  return {
    family_child: [...new Map(families.map((row) => [`${row.family_id} ${row.attendee_id}`, row])).values()],
    collect_rule: [...new Map(rules.map((row) => [`${row.adult_id} ${row.attendee_id}`, row])).values()],
  }
}

/** Whoever has one of these families open sees that it changed. */
export async function countUpFamilies(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await inParts([...new Set(ids)], async (part) => {
    await db
      .updateTable('family')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('id', 'in', part)
      .execute()
    return []
  })
}

/** What was done to families before this moment can't be undone any more. */
export async function forgetChanges(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('family_change').where('at', '<', before).execute()
}
