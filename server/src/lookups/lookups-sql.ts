import type { UsedName } from '@vestry/contract/lookups.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The two lists of names that preaching items choose from: table, name, and the column of an item that names one. */
export const LOOKUPS = {
  category: { table: 'preaching_category', name: 'category', used: 'preaching_category_id' },
  preacher: { table: 'preacher', name: 'presenter_name', used: 'preacher_id' },
} as const

export type LookupKind = keyof typeof LOOKUPS
export type Lookup = { id: number; name: string }

export async function listLookups(db: Kysely<Tables>, kind: LookupKind): Promise<Lookup[]> {
  return kind === 'category'
    ? await db
        .selectFrom('preaching_category')
        .select(['id', 'category as name'])
        .orderBy('name_key')
        .execute()
    : await db.selectFrom('preacher').select(['id', 'presenter_name as name']).orderBy('name_key').execute()
}

export async function findLookup(db: Kysely<Tables>, kind: LookupKind, id: number) {
  return await db.selectFrom(LOOKUPS[kind].table).select('id').where('id', '=', id).executeTakeFirst()
}

/** The id of the one that has this key. */
export async function findByKey(db: Kysely<Tables>, kind: LookupKind, name_key: string) {
  const row = await db
    .selectFrom(LOOKUPS[kind].table)
    .select('id')
    .where('name_key', '=', name_key)
    .executeTakeFirst()
  return row?.id
}

export async function insertLookup(
  db: Kysely<Tables>,
  kind: LookupKind,
  name: string,
  name_key: string,
): Promise<number> {
  const { id } =
    kind === 'category'
      ? await db
          .insertInto('preaching_category')
          .values({ category: name, name_key })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('preacher')
          .values({ presenter_name: name, name_key })
          .returning('id')
          .executeTakeFirstOrThrow()
  return id
}

export async function renameLookup(
  db: Kysely<Tables>,
  kind: LookupKind,
  { id, name }: Lookup,
  name_key: string,
): Promise<void> {
  if (kind === 'category') {
    await db
      .updateTable('preaching_category')
      .set({ category: name, name_key })
      .where('id', '=', id)
      .execute()
  } else {
    await db.updateTable('preacher').set({ presenter_name: name, name_key }).where('id', '=', id).execute()
  }
}

export async function deleteLookup(db: Kysely<Tables>, kind: LookupKind, id: number): Promise<void> {
  await db.deleteFrom(LOOKUPS[kind].table).where('id', '=', id).execute()
}

/** How many items name it. */
export async function countUses(db: Kysely<Tables>, kind: LookupKind, id: number): Promise<number> {
  const { uses } = await db
    .selectFrom('preaching_item')
    .select((items) => items.fn.countAll<number>().as('uses'))
    .where(LOOKUPS[kind].used, '=', id)
    .executeTakeFirstOrThrow()
  return uses
}

/** Each with how many items name it. */
export async function listUsedNames(db: Kysely<Tables>, kind: LookupKind): Promise<UsedName[]> {
  const { table, name, used } = LOOKUPS[kind]
  const found = await sql<UsedName>`select id, ${sql.ref(name)} as name, coalesce(items, 0) as items
    from ${sql.table(table)} left join
      (select ${sql.ref(used)} as used, count(*) as items from preaching_item group by 1) as uses on used = id
    order by name_key`.execute(db)
  return found.rows
}

/** Has the items of one name the other; whoever has one of them open is told that it has changed. */
export async function moveUses(
  db: Kysely<Tables>,
  kind: LookupKind,
  { id, into }: { id: number; into: number },
): Promise<number> {
  const { used } = LOOKUPS[kind]
  const { numUpdatedRows } = await db
    .updateTable('preaching_item')
    .set((item) => ({ [used]: into, version: item('version', '+', 1) }))
    .where(used, '=', id)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
