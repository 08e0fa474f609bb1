import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { inParts } from '../database/in-parts.ts'
import { findUnusedObjects } from '../database/is-used-object.ts'
import { fillSince } from '../database/migrations/0021-expected.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import { countUpFamilies, leaveGoneFamilies } from './families-of-children.ts'
import { placeRows } from './place-rows.ts'
import {
  type Content,
  NAME_TABLES,
  type NameTable,
  readContent,
  renameUses,
  SHARED_TABLES,
  TRASHED_TABLES,
  type TrashedRows,
  type TrashedTable,
} from './trash-content.ts'
import { deleteEntry, deleteRecord, findHolder, saveContent, type TrashRow } from './trash-sql.ts'

/**
 * Restores what a deletion removed, as it was, in the caller's transaction. Rows that belong to something else in the
 * trash wait there with it.
 */
export async function restoreEntry(db: Transaction<Tables>, entry: TrashRow): Promise<NewName[]> {
  const content = readContent(entry)
  const { rows } = content
  await refusePresent(db, rows)
  const added = await restoreNames(db, content)
  await restoreSeries(db, rows)
  for (const table of ['attendee', 'class_series'] as const) {
    await freeRequestIds(db, table, rows)
  }
  await leaveForgottenImports(db, rows)
  await leaveGoneFamilies(db, rows)
  for (const table of TRASHED_TABLES.filter((name) => !SHARED_TABLES.some((one) => one === name))) {
    await insertRows(db, table, rows[table] ?? [])
  }
  const placed = await placeRows(db, rows)
  for (const table of SHARED_TABLES) {
    await insertRows(db, table, placed[table])
  }
  // What was deleted before step 0021 does not say since when.
  await fillSince(db, new Date(entry.deleted).toISOString().slice(0, 10))
  await countUp(db, { ...rows, ...placed })
  await deleteEntry(db, entry)
  return added
}

/** A presenter, for example, that had to be added again. */
export type NewName = { noun: 'presenter' | 'category' | 'topic' | 'sermon_series'; id: number }

export async function insertRows<Table extends TrashedTable>(
  db: Kysely<Tables>,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  // Rows from before an upgrade lack columns that have defaults; inserted together with other rows, they would get null
  // on SQLite.
  const alike = Map.groupBy(rows, (row) => Object.keys(row).sort().join())
  for (const some of alike.values()) {
    await inParts(some, (part) =>
      db
        .insertInto(table as 'roster')
        .values(part as Insertable<Tables['roster']>[])
        .execute(),
    )
  }
}

/** A caller who chose the id of a sermon may have published it again with the same id. */
async function refusePresent(db: Kysely<Tables>, { preaching_item = [] }: TrashedRows): Promise<void> {
  for (const { uuid } of preaching_item) {
    if (await isPublished(db, uuid)) {
      throw new ApiError(
        'already_exists',
        'This sermon has been published again, so the deleted one cannot be restored. It is gone for good once the new one is deleted.',
      )
    }
  }
}

export async function isPublished(db: Kysely<Tables>, uuid: string): Promise<boolean> {
  const found = await db.selectFrom('preaching_item').select('id').where('uuid', '=', uuid).executeTakeFirst()
  return found !== undefined
}

const NOUNS: Record<NameTable, NewName['noun']> = {
  preacher: 'presenter',
  preaching_category: 'category',
  topic: 'topic',
  sermon_series: 'sermon_series',
}

/** Makes sure that what a sermon refers to is there; if it was deleted, it is added under its former name. */
async function restoreNames(db: Kysely<Tables>, { rows, needs }: Content): Promise<NewName[]> {
  const added: NewName[] = []
  for (const table of NAME_TABLES) {
    for (const needed of needs[table] ?? []) {
      const found =
        (await db.selectFrom(table).select('id').where('id', '=', needed.id).executeTakeFirst()) ??
        (await db.selectFrom(table).select('id').where('name_key', '=', needed.name_key).executeTakeFirst())
      if (found === undefined) {
        await db
          .insertInto(table as 'topic')
          .values((await withoutGonePicture(db, needed)) as Tables['topic'] & { id: number })
          .execute()
        added.push({ noun: NOUNS[table], id: needed.id })
      } else {
        renameUses(rows, table, needed.id, found.id)
      }
    }
  }
  return added
}

/** A deleted series has released its picture, unless something else uses it too. */
async function withoutGonePicture<Row extends object>(db: Kysely<Tables>, row: Row): Promise<Row> {
  const gone = 'picture_path' in row ? await findUnusedObjects(db, [String(row.picture_path)]) : []
  return gone.length === 0 ? row : { ...row, picture_path: '' }
}

/**
 * A series that went with a later deletion comes back with its first class, together with its roster; one that no
 * deletion holds is made anew.
 */
async function restoreSeries(db: Kysely<Tables>, rows: TrashedRows): Promise<void> {
  const [session] = rows.class_session ?? []
  if (session === undefined || rows.class_series) {
    return
  }
  const { series_id, title } = session
  const holder = await findHolder(db, `series/${series_id}`)
  if (holder) {
    const { rows: held, needs } = readContent(holder)
    const { class_series, roster, roster_past, ...others } = held
    await saveContent(db, holder.record, { rows: others, needs })
    await deleteRecord(db, `series/${series_id}`)
    Object.assign(rows, { class_series, roster, roster_past })
  } else {
    await db
      .insertInto('class_series')
      .values({ id: series_id, title, request_id: null, roster_version: 1 })
      .onConflict((present) => present.doNothing())
      .execute()
  }
}

/** The call that added a record may have been sent again since, and have added another record. */
export async function freeRequestIds(
  db: Kysely<Tables>,
  table: 'attendee' | 'class_series',
  rows: TrashedRows,
): Promise<void> {
  for (const row of rows[table] ?? []) {
    if (row.request_id !== null) {
      const taken = await db
        .selectFrom(table)
        .select('id')
        .where('request_id', '=', row.request_id)
        .executeTakeFirst()
      row.request_id = taken ? null : row.request_id
    }
  }
}

const OF_IMPORTS = ['attendee_import_row', 'attendance_import_row', 'attendance_import_class'] as const

/**
 * Rows about an import are useless once the import is forgotten; a number or a place on a roster that came with one
 * goes when that import is undone.
 */
export async function leaveForgottenImports(db: Kysely<Tables>, rows: TrashedRows): Promise<void> {
  const kept = await db.selectFrom('attendee_import').select(['id', 'undone']).execute()
  const undone = new Set(kept.filter((one) => one.undone !== null).map(({ id }) => id))
  for (const table of ['attendee_source', 'roster'] as const) {
    const kept = (rows[table] ?? []).filter(({ import_id }) => !undone.has(import_id ?? 0))
    Object.assign(rows, { [table]: kept })
  }
  const ids = new Set(kept.map(({ id }) => id))
  for (const table of OF_IMPORTS) {
    const kept = (rows[table] ?? []).filter(({ import_id }) => ids.has(import_id))
    Object.assign(rows, { [table]: kept })
  }
}

/** Lets everybody who has one of these rolls, rosters or families open see that it changed. */
export async function countUp(db: Kysely<Tables>, rows: TrashedRows): Promise<void> {
  const { class_session = [], class_series = [], attendance = [], roster = [], family_child = [] } = rows
  await countUpFamilies(
    db,
    family_child.map(({ family_id }) => family_id),
  )
  const classes = new Set([
    ...class_session.map(({ id }) => id),
    ...attendance.map(({ class_id }) => class_id),
  ])
  const series = new Set([...class_series.map(({ id }) => id), ...roster.map(({ series_id }) => series_id)])
  if (classes.size > 0) {
    await db
      .updateTable('class_session')
      .set({ roll_version: sql`roll_version + 1` })
      .where('id', 'in', [...classes])
      .execute()
  }
  if (series.size > 0) {
    await db
      .updateTable('class_series')
      .set({ roster_version: sql`roster_version + 1` })
      .where('id', 'in', [...series])
      .execute()
  }
}
