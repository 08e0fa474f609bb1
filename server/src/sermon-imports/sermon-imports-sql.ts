import type { SermonImport, SermonImportChoices } from '@vestry/contract/calls/sermon-imports.ts'
import {
  SERMON_IMPORT_ROW_STATES,
  type SermonImportReason,
  type SermonImportRowState,
} from '@vestry/contract/rules/sermon-import-rules.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { findAwaitedObjects } from '../database/awaited-objects.ts'
import { inParts } from '../database/in-parts.ts'
import { releaseObjects } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'

export type ImportRecord = Selectable<Tables['sermon_import']>
export type ImportRow = Selectable<Tables['sermon_import_row']>

/** A sermon with what would become of it. */
export type PlannedSermon = {
  sermon: SourceSermon
  state: SermonImportRowState
  why: SermonImportReason | ''
  event_datetime: string
  uuid: string
}

export async function insertImport(
  db: Kysely<Tables>,
  made: Omit<Insertable<Tables['sermon_import']>, 'id'>,
  sermons: readonly PlannedSermon[],
): Promise<number> {
  const { id } = await db.insertInto('sermon_import').values(made).returning('id').executeTakeFirstOrThrow()
  const rows = sermons.map(({ sermon, state, why, event_datetime, uuid }, position) => ({
    import_id: id,
    position,
    state,
    why,
    event_datetime,
    uuid,
    title: sermon.title,
    speakers: JSON.stringify(sermon.speakers),
    content: JSON.stringify(sermon),
  }))
  await inParts(rows, (part) => db.insertInto('sermon_import_row').values(part).execute())
  return id
}

export async function findImport(db: Kysely<Tables>, id: number): Promise<ImportRecord | undefined> {
  return await db.selectFrom('sermon_import').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The imports begun since then, the latest first. */
export async function listImports(db: Kysely<Tables>, since: number): Promise<ImportRecord[]> {
  return await db
    .selectFrom('sermon_import')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('id', 'desc')
    .execute()
}

/** How many sermons of each import are in each state. */
export async function countStates(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<(id: number) => SermonImport['counts']> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('sermon_import_row')
          .select(({ fn }) => ['import_id', 'state', fn.countAll<number>().as('sermons')])
          .where('import_id', 'in', ids)
          .groupBy(['import_id', 'state'])
          .execute()
  return (id) =>
    Object.fromEntries(
      SERMON_IMPORT_ROW_STATES.map((state) => [
        state,
        Number(rows.find((row) => row.import_id === id && row.state === state)?.sermons ?? 0),
      ]),
    ) as SermonImport['counts']
}

export async function listRows(
  db: Kysely<Tables>,
  import_id: number,
  { state, limit, offset }: { state?: SermonImportRowState | undefined; limit: number; offset: number },
) {
  return await db
    .selectFrom('sermon_import_row')
    .select(['position', 'state', 'why', 'title', 'event_datetime', 'speakers', 'content', 'uuid'])
    .where('import_id', '=', import_id)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state as SermonImportRowState))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The speakers of the sermons that may be imported, as the source names them, with the number of sermons of each. */
export async function listSpeakers(
  db: Kysely<Tables>,
  import_id: number,
): Promise<{ name: string; sermons: number }[]> {
  const rows = await db
    .selectFrom('sermon_import_row')
    .select(({ fn }) => ['speakers', fn.countAll<number>().as('sermons')])
    .where('import_id', '=', import_id)
    .where('state', 'not in', ['known', 'unreadable'])
    .groupBy('speakers')
    .execute()
  const counted = new Map<string, number>()
  for (const { speakers, sermons } of rows) {
    for (const name of JSON.parse(speakers) as string[]) {
      counted.set(name, (counted.get(name) ?? 0) + Number(sermons))
    }
  }
  return [...counted]
    .map(([name, sermons]) => ({ name, sermons }))
    .sort((a, b) => b.sermons - a.sermons || a.name.localeCompare(b.name))
}

export async function saveImport(
  db: Kysely<Tables>,
  id: number,
  some: Partial<Omit<ImportRecord, 'id'>>,
): Promise<void> {
  await db.updateTable('sermon_import').set(some).where('id', '=', id).execute()
}

export function choicesOf({ choices }: Pick<ImportRecord, 'choices'>): SermonImportChoices | undefined {
  return choices === '' ? undefined : (JSON.parse(choices) as SermonImportChoices)
}

/** Moves the sermons in these states to another state: all of them, or those at these places. */
export async function moveRows(
  db: Kysely<Tables>,
  import_id: number,
  from: readonly SermonImportRowState[],
  to: SermonImportRowState,
  places?: readonly number[],
): Promise<void> {
  const rows = db
    .updateTable('sermon_import_row')
    .set({ state: to })
    .where('import_id', '=', import_id)
    .where('state', 'in', from)
  if (places === undefined) {
    await rows.execute()
    return
  }
  await inParts(places, (part) => rows.where('position', 'in', part).execute())
}

export async function findNextRow(db: Kysely<Tables>, import_id: number): Promise<ImportRow | undefined> {
  return await db
    .selectFrom('sermon_import_row')
    .selectAll()
    .where('import_id', '=', import_id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** Notes what became of a sermon, unless that is noted already; returns whether it was written. */
export async function settleRow(
  db: Kysely<Tables>,
  { import_id, position }: Pick<ImportRow, 'import_id' | 'position'>,
  settled: Pick<ImportRow, 'state' | 'why' | 'uuid'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sermon_import_row')
    .set(settled)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The sermons that an import has brought in. */
export async function listImported(db: Kysely<Tables>, import_id: number) {
  return await db
    .selectFrom('sermon_import_row')
    .innerJoin('preaching_item', 'preaching_item.uuid', 'sermon_import_row.uuid')
    .select(['preaching_item.uuid', 'localizedname', 'version'])
    .where('import_id', '=', import_id)
    .where('state', '=', 'done')
    .orderBy('position')
    .execute()
}

export async function deleteImport(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('sermon_import').where('id', '=', id).execute()
}

/** Takes a running import on which no process works; the one that was begun first. */
export async function takeImport(
  db: Kysely<Tables>,
  now: number,
  until: number,
): Promise<ImportRecord | undefined> {
  const free = db
    .selectFrom('sermon_import')
    .select('id')
    .where('state', '=', 'running')
    .where('busy_until', '<=', now)
    .orderBy('id')
    .limit(1)
  return await db
    .updateTable('sermon_import')
    .set({ busy_until: until })
    .where('id', 'in', free)
    .where('busy_until', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/** Renews the claim on an import; returns whether it is still ours, or another process has taken it. */
export async function keepImport(
  db: Kysely<Tables>,
  { id, busy_until }: Pick<ImportRecord, 'id' | 'busy_until'>,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sermon_import')
    .set({ busy_until: until })
    .where('id', '=', id)
    .where('busy_until', '=', busy_until)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Forgets imports from before this time, except running ones, and removes what was uploaded for a folder's import but
 * not used.
 */
export async function sweepSermonImports(db: Kysely<Tables>, before: number): Promise<void> {
  const old = await db
    .selectFrom('sermon_import')
    .select(['id', 'source'])
    .where('at', '<', before)
    .where('state', '!=', 'running')
    .execute()
  for (const { id, source } of old) {
    const uploaded = source === 'folder' ? await findAwaitedObjects(db, { id }) : []
    await releaseObjects(db, [...uploaded])
    await db.deleteFrom('sermon_import').where('id', '=', id).where('state', '!=', 'running').execute()
  }
}
