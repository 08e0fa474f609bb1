import type { ImportContent } from '@vestry/contract/calls/attendee-imports.ts'
import { IMPORT_DAYS } from '@vestry/contract/rules/import-rules.ts'
import { ATTENDEE_FIELD_NAMES } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { ATTENDEE_COLUMNS, attendeeOf, updateAttendee } from '../attendees/attendees-sql.ts'
import { joinKeys, type KnownAttendee, type ReadRow } from './plan-rows.ts'

const KEPT = IMPORT_DAYS * 24 * 60 * 60_000

type ImportTable = Selectable<Tables['attendee_import']>

/** The attendees that rows may mean: those with their ids, those that were chosen, and all with their names. */
export async function findMeant(db: Kysely<Tables>, rows: readonly ReadRow[]): Promise<KnownAttendee[]> {
  const ids = new Set(
    rows.flatMap(({ id, choice }) => [
      ...(id === undefined ? [] : [id]),
      ...(choice !== undefined && 'attendee_id' in choice ? [choice.attendee_id] : []),
    ]),
  )
  const lastKeys = [...new Set(rows.map(({ last_key }) => last_key))]
  const names = new Set(rows.map(joinKeys))
  const columns = [...ATTENDEE_COLUMNS, 'first_key', 'last_key'] as const
  const withIds = await inParts([...ids], (part) =>
    db.selectFrom('attendee').select(columns).where('id', 'in', part).execute(),
  )
  const ofLastNames = await inParts(lastKeys, (part) =>
    db.selectFrom('attendee').select(columns).where('last_key', 'in', part).orderBy('id').execute(),
  )
  const namesakes = ofLastNames.filter((child) => names.has(joinKeys(child)))
  const found = new Map([...withIds, ...namesakes].map((row) => [row.id, row]))
  return [...found.values()].map(({ first_key, last_key, ...row }) => ({
    ...attendeeOf(row),
    first_key,
    last_key,
  }))
}

/**
 * Tells which child has a number in another program, if only one child has it: under the header that it came with, or
 * under another header if the name is the same.
 */
export async function findSources(
  db: Kysely<Tables>,
  rows: readonly Pick<ReadRow, 'source_id'>[],
): Promise<(row: Pick<ReadRow, 'source_id' | 'first_key' | 'last_key'>) => number | undefined> {
  const ids = [...new Set(rows.flatMap(({ source_id }) => source_id?.id ?? []))]
  const found = await inParts(ids, (part) =>
    db
      .selectFrom('attendee_source')
      .innerJoin('attendee', 'attendee.id', 'attendee_id')
      .select(['attendee_id', 'source', 'source_id', 'first_key', 'last_key'])
      .where('source_id', 'in', part)
      .execute(),
  )
  const byId = Map.groupBy(found, ({ source_id }) => source_id)
  return ({ source_id: asked, first_key, last_key }) => {
    const all = byId.get(asked?.id ?? '') ?? []
    const exact = all.filter(({ source }) => source === asked?.source)
    const meant =
      exact.length > 0
        ? exact
        : all.filter((known) => known.first_key === first_key && known.last_key === last_key)
    const [only, ...others] = new Set(meant.map(({ attendee_id }) => attendee_id))
    return others.length === 0 ? only : undefined
  }
}

/** Saves the numbers that children have in other programs, as an import states them. */
export async function saveSources(
  db: Kysely<Tables>,
  import_id: number,
  sources: readonly Omit<Tables['attendee_source'], 'import_id'>[],
): Promise<void> {
  await inParts(sources, async (part) => {
    await db
      .insertInto('attendee_source')
      .values(part.map((source) => ({ import_id, ...source })))
      .onConflict((known) => known.doNothing())
      .execute()
  })
}

export async function findImport(
  db: Kysely<Tables>,
  by: Partial<Pick<ImportTable, 'id' | 'request_id'>>,
): Promise<ImportTable | undefined> {
  const [[column, value] = ['id', 0] as const] = Object.entries(by) as ['id', number][]
  return await db.selectFrom('attendee_import').selectAll().where(column, '=', value).executeTakeFirst()
}

export async function listImports(db: Kysely<Tables>, now: number): Promise<ImportTable[]> {
  return await db
    .selectFrom('attendee_import')
    .selectAll()
    .where('at', '>', now - KEPT)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertImport(
  db: Kysely<Tables>,
  given: Insertable<Tables['attendee_import']>,
  rows: readonly Omit<Insertable<Tables['attendee_import_row']>, 'import_id'>[],
): Promise<number> {
  const { id } = await db
    .insertInto('attendee_import')
    .values(given)
    .returning('id')
    .executeTakeFirstOrThrow()
  await inParts(rows, (part) =>
    db
      .insertInto('attendee_import_row')
      .values(part.map((row) => ({ import_id: id, ...row })))
      .execute(),
  )
  return id
}

/** The rows of an import, with the present state of their attendees. */
export async function listImportRows(db: Kysely<Tables>, import_id: number) {
  return await db
    .selectFrom('attendee_import_row')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select((row) => [
      'attendee_id',
      'former',
      'kept',
      'attendee_import_row.version as left_version',
      'attendee.version',
      'first_name',
      'last_name',
      'photo',
      row
        .exists(
          row
            .selectFrom('roster')
            .select('series_id')
            .whereRef('roster.attendee_id', '=', 'attendee.id')
            .where((roster) =>
              roster.or([roster('import_id', 'is', null), roster('import_id', '!=', import_id)]),
            )
            .unionAll(
              row
                .selectFrom('roster_past')
                .select('series_id')
                .whereRef('roster_past.attendee_id', '=', 'attendee.id'),
            )
            .unionAll(
              row
                .selectFrom('family_child')
                .select('family_id as series_id')
                .whereRef('family_child.attendee_id', '=', 'attendee.id'),
            ),
        )
        .as('enrolled'),
      row
        .exists(
          row
            .selectFrom('attendance')
            .select('id')
            .whereRef('attendance.attendee_id', '=', 'attendee.id')
            .unionAll(
              row
                .selectFrom('planned_absence')
                .select('id')
                .whereRef('planned_absence.attendee_id', '=', 'attendee.id'),
            )
            .unionAll(
              row.selectFrom('follow_up').select('id').whereRef('follow_up.attendee_id', '=', 'attendee.id'),
            )
            .unionAll(row.selectFrom('stay').select('id').whereRef('stay.attendee_id', '=', 'attendee.id')),
        )
        .as('recorded'),
    ])
    .where('import_id', '=', import_id)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee_id')
    .execute()
}

/**
 * Saves that an import was undone, and which attendees that left alone; when its request is sent again, that is a new
 * import.
 */
export async function saveUndoing(
  db: Kysely<Tables>,
  id: number,
  { kept, ...counts }: { kept: readonly number[] } & Pick<ImportTable, 'undone' | 'removed' | 'restored'>,
): Promise<void> {
  const request_id = crypto.randomUUID()
  await db
    .updateTable('attendee_import')
    .set({ ...counts, request_id })
    .where('id', '=', id)
    .execute()
  await inParts(kept, (part) =>
    db
      .updateTable('attendee_import_row')
      .set({ kept: 1 })
      .where('import_id', '=', id)
      .where('attendee_id', 'in', part)
      .execute(),
  )
}

/** Saves all of an attendee's new content. */
export async function saveContent(
  db: Kysely<Tables>,
  { id, version }: { id: number; version: number },
  content: ImportContent,
): Promise<void> {
  await updateAttendee(db, { ...content, birthdate: content.birthdate || null, id, version })
}

/** An attendee's former content, read from the text in which it was kept. */
export function readFormer(text: string): ImportContent {
  const former = JSON.parse(text) as ImportContent
  return Object.fromEntries(ATTENDEE_FIELD_NAMES.map((field) => [field, former[field]])) as ImportContent
}

/** Forgets imports that can't be undone any more. */
export async function sweepImports(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('attendee_import')
    .where('at', '<=', now - KEPT)
    .execute()
}
