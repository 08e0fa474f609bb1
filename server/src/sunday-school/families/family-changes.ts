import type { FamilyChange } from '@vestry/contract/calls/families.ts'
import type { FamilyChangeKind } from '@vestry/contract/sunday-school/family-record.ts'
import { MAX_FAMILIES } from '@vestry/contract/sunday-school/family-record.ts'
import type { Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type FamilyRows, placeOfChildren } from '../../trash/families-of-children.ts'
import { insertRows } from '../../trash/restore-entry.ts'
import { familiesOf } from './families-sql.ts'

// What is done to whole families is kept as what they were, and can be undone while they are what it made of them.

type Row<Table extends keyof FamilyRows> = FamilyRows[Table][number]

type KeptKind = Tables['family_change']['kind']

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
  change: { kind: KeptKind; former: FamilyRows; result: readonly number[] } & {
    request_id?: string
    import_id?: number
  },
  by: { at: number; changed_by: string; changed_by_name: string },
): Promise<number> {
  const { kind, former, result, request_id = null, import_id = null } = change
  const now = await inParts(result, (part) =>
    db.selectFrom('family').select(['id', 'name', 'version']).where('id', 'in', part).execute(),
  )
  const { id } = await db
    .insertInto('family_change')
    .values({
      kind,
      request_id,
      import_id,
      ...by,
      former: JSON.stringify(former),
      result: JSON.stringify(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listChanges(db: Kysely<Tables>, since: number): Promise<FamilyChange[]> {
  const rows = await db
    .selectFrom('family_change')
    .selectAll()
    .where('at', '>=', since)
    .where('kind', '<>', 'imported')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, kind, at, changed_by_name, former, result }) => {
    const before = readRows(former).family.map(({ name }) => name)
    const names = before.length > 0 ? before : readResult(result).map(({ name }) => name)
    const of = { names: names.slice(0, 3), count: names.length }
    return { id, kind: kind as FamilyChangeKind, ...of, at, by: changed_by_name }
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
    .where('kind', '<>', 'imported')
    .executeTakeFirst()
  if (!change) {
    throw new ApiError('not_found', 'This can’t be undone any more.')
  }
  const { changed, former, result } = await takeBack(db, change)
  if (changed) {
    throw new ApiError(
      'changed_meanwhile',
      `The family “${changed.name}” was changed since, so this can’t be undone.`,
    )
  }
  const ids = [...new Set([...former.family, ...result].map((family) => family.id))]
  return { kind: change.kind as FamilyChangeKind, ids }
}

/** Takes back one change, unless one of its families was changed since; that one is answered. */
async function takeBack(
  db: Kysely<Tables>,
  change: Pick<Selectable<Tables['family_change']>, 'id' | 'former' | 'result'>,
) {
  const [former, result] = [readRows(change.former), readResult(change.result)]
  const ids = result.map(({ id }) => id)
  const present = await inParts(ids, (part) =>
    db.selectFrom('family').select(['id', 'version']).where('id', 'in', part).execute(),
  )
  const versions = new Map(present.map(({ id, version }) => [id, version]))
  const changed = result.find(({ id, version }) => versions.get(id) !== version)
  if (changed === undefined) {
    await inParts(ids, async (part) => {
      await db.deleteFrom('family').where('id', 'in', part).execute()
      return []
    })
    await insertFamilies(db, former, Math.max(0, ...result.map(({ version }) => version)))
    await db.deleteFrom('family_change').where('id', '=', change.id).execute()
  }
  return { changed, former, result }
}

/** Keeps that an import made these families. */
export async function keepMade(
  db: Kysely<Tables>,
  import_id: number,
  families: readonly { id: number; name: string }[],
  by: { at: number; changed_by: string; changed_by_name: string },
): Promise<void> {
  const former: FamilyRows = { family: [], adult: [], family_child: [], collect_rule: [] }
  const common = { ...by, kind: 'imported' as const, import_id, former: JSON.stringify(former) }
  await inParts(families, async (part) => {
    const rows = part.map((family) => ({ ...common, result: JSON.stringify([{ ...family, version: 1 }]) }))
    await db.insertInto('family_change').values(rows).execute()
    return []
  })
}

/**
 * Takes back what an import did to families, but for those that were changed since. A family that is gone by now is
 * nobody's any more.
 */
export async function undoImported(db: Kysely<Tables>, import_id: number) {
  const removed: number[] = []
  const restored: number[] = []
  for (const change of await changesOf(db, import_id)) {
    const { changed, former, result } = await takeBack(db, change)
    if (changed === undefined) {
      const ids = result.map(({ id }) => id)
      ;(former.family.length > 0 ? restored : removed).push(...ids)
    }
  }
  return { removed, restored }
}

/** The families that an import made or filled and that were not taken back, but for those that are gone. */
export async function listImported(
  db: Kysely<Tables>,
  import_id: number,
): Promise<{ id: number; name: string }[]> {
  const ids = (await changesOf(db, import_id)).flatMap(({ result }) => readResult(result).map(({ id }) => id))
  return await inParts(ids, (part) =>
    db.selectFrom('family').select(['id', 'name']).where('id', 'in', part).orderBy('id').execute(),
  )
}

async function changesOf(db: Kysely<Tables>, import_id: number) {
  return await db
    .selectFrom('family_change')
    .select(['id', 'former', 'result'])
    .where('import_id', '=', import_id)
    .orderBy('id', 'desc')
    .execute()
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
  await inParts(former.adult, async (part) => {
    await db
      .insertInto('adult')
      .values([...part])
      .execute()
    return []
  })
  await insertRows(db, 'family_child', family_child)
  await insertRows(db, 'collect_rule', collect_rule)
  await requireRoom(db, [...new Set(family_child.map(({ attendee_id }) => attendee_id))])
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
