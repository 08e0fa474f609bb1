import type { FamilyChange } from '@vestry/contract/calls/families.ts'
import type { FamilyChangeKind } from '@vestry/contract/sunday-school/family-record.ts'
import { MAX_FAMILIES } from '@vestry/contract/sunday-school/family-record.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type FamilyRows, placeOfChildren } from '../../trash/families-of-children.ts'
import { familiesOf } from './families-sql.ts'

// What is done to whole families is kept as what they were, and can be undone while they are what it made of them.

type Row<Table extends keyof FamilyRows> = FamilyRows[Table][number]

/** Which families there are after a change, and in which version. */
type Result = { id: number; name: string; version: number }[]

/** The rows of these families. */
export async function collectFamilies(db: Kysely<Tables>, ids: readonly number[]): Promise<FamilyRows> {
  const of = <Table extends 'adult' | 'family_child'>(table: Table) =>
    inParts(ids, (part) =>
      db
        .selectFrom(table as 'adult')
        .selectAll()
        .where('family_id', 'in', part)
        .execute(),
    ) as Promise<Row<Table>[]>
  const adult = await of('adult')
  return {
    family: await inParts(ids, (part) =>
      db.selectFrom('family').selectAll().where('id', 'in', part).execute(),
    ),
    adult,
    family_child: await of('family_child'),
    collect_rule: await inParts(
      adult.map(({ id }) => id),
      (part) => db.selectFrom('collect_rule').selectAll().where('adult_id', 'in', part).execute(),
    ),
  }
}

/** Keeps what was done: `former` families became those with these ids, as they are now. */
export async function keepChange(
  db: Kysely<Tables>,
  change: { kind: FamilyChangeKind; former: FamilyRows; result: readonly number[]; request_id?: string },
  by: { at: number; changed_by: string; changed_by_name: string },
): Promise<number> {
  const { kind, former, result, request_id = null } = change
  const now = await inParts(result, (part) =>
    db.selectFrom('family').select(['id', 'name', 'version']).where('id', 'in', part).execute(),
  )
  const { id } = await db
    .insertInto('family_change')
    .values({ kind, request_id, ...by, former: JSON.stringify(former), result: JSON.stringify(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listChanges(db: Kysely<Tables>, since: number): Promise<FamilyChange[]> {
  const rows = await db
    .selectFrom('family_change')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, kind, at, changed_by_name, former, result }) => {
    const before = readRows(former).family.map(({ name }) => name)
    const names = before.length > 0 ? before : readResult(result).map(({ name }) => name)
    return { id, kind, names: names.slice(0, 3), count: names.length, at, by: changed_by_name }
  })
}

/** Takes back what was done, in the caller's transaction, and answers the ids of the families that it was about. */
export async function undoChange(
  db: Kysely<Tables>,
  id: number,
  since: number,
): Promise<{ kind: FamilyChangeKind; ids: number[] }> {
  const change = await db
    .selectFrom('family_change')
    .selectAll()
    .where('id', '=', id)
    .where('at', '>=', since)
    .executeTakeFirst()
  if (!change) {
    throw new ApiError('not_found', 'This can’t be undone any more.')
  }
  const result = readResult(change.result)
  const present = await collectFamilies(
    db,
    result.map((family) => family.id),
  )
  for (const { id, name, version } of result) {
    if (present.family.find((family) => family.id === id)?.version !== version) {
      throw new ApiError(
        'changed_meanwhile',
        `The family “${name}” was changed since, so this can’t be undone.`,
      )
    }
  }
  for (const { id } of result) {
    await db.deleteFrom('family').where('id', '=', id).execute()
  }
  const former = readRows(change.former)
  await insertFamilies(db, former, Math.max(0, ...result.map(({ version }) => version)))
  await db.deleteFrom('family_change').where('id', '=', id).execute()
  return { kind: change.kind, ids: [...new Set([...former.family, ...result].map((family) => family.id))] }
}

/** Inserts families as they were; what is about children who are in the trash waits there. */
async function insertFamilies(db: Kysely<Tables>, former: FamilyRows, version: number): Promise<void> {
  const { family_child, collect_rule } = await placeOfChildren(db, former)
  for (const row of former.family) {
    await db
      .insertInto('family')
      .values({ ...row, request_id: null, version: Math.max(row.version, version) + 1 })
      .execute()
  }
  await insertRows(db, 'adult', former.adult)
  await insertRows(db, 'family_child', family_child)
  await insertRows(db, 'collect_rule', collect_rule)
  await requireRoom(db, [...new Set(family_child.map(({ attendee_id }) => attendee_id))])
}

async function insertRows<Table extends 'adult' | 'family_child' | 'collect_rule'>(
  db: Kysely<Tables>,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  await inParts(rows, async (part) => {
    await db
      .insertInto(table as 'adult')
      .values(part as Row<'adult'>[])
      .execute()
    return []
  })
}

/** Refuses children who would belong to more families than a child can. */
export async function requireRoom(db: Kysely<Tables>, attendee_ids: readonly number[]): Promise<void> {
  const of = await familiesOf(db, attendee_ids)
  const full = attendee_ids.find((id) => (of.get(id)?.length ?? 0) > MAX_FAMILIES)
  if (full !== undefined) {
    const { first_name, last_name } = await db
      .selectFrom('attendee')
      .select(['first_name', 'last_name'])
      .where('id', '=', full)
      .executeTakeFirstOrThrow()
    throw new ApiError(
      'in_use',
      `${first_name} ${last_name} belongs to two families already. Take the child out of one of them first.`,
      { field: 'children' },
    )
  }
}

function readRows(kept: string): FamilyRows {
  return JSON.parse(kept)
}

function readResult(kept: string): Result {
  return JSON.parse(kept)
}
