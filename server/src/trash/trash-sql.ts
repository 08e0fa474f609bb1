import type { TrashKind } from '@vestry/contract/rules/trash-rules.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { inParts } from '../database/in-parts.ts'
import { STEP_NAMES } from '../database/migrate.ts'
import type { Tables } from '../database/tables.ts'
import { blankClaims } from './claims-of-children.ts'
import { type Content, readContent, SHARED_TABLES } from './trash-content.ts'

export type TrashRow = Selectable<Tables['trash']>

export type NewEntry = Pick<
  TrashRow,
  | 'record'
  | 'kind'
  | 'name'
  | 'moment'
  | 'classes'
  | 'path'
  | 'audio_path'
  | 'poster_path'
  | 'small_poster_path'
> & {
  content: Content
  /** A recording that must not be removed when this is deleted for good. */
  kept?: string | undefined
  merged_into?: number
}

export async function insertEntry(
  db: Kysely<Tables>,
  { content, kept = '', merged_into, ...entry }: NewEntry,
  deletion: Pick<TrashRow, 'deleted' | 'deleted_by' | 'deleted_by_name'>,
): Promise<void> {
  await db
    .insertInto('trash')
    .values({
      ...entry,
      ...deletion,
      merged_into: merged_into ?? null,
      step: STEP_NAMES.at(-1) ?? '',
      content: JSON.stringify(content),
    })
    .execute()
  const records = [
    ...(entry.kind === 'class' ? [] : [entry.record]),
    ...(content.rows.class_session ?? []).map(({ id }) => `class/${id}`),
    ...(content.rows.class_series ?? []).map(({ id }) => `series/${id}`),
  ]
  await db
    .insertInto('trash_record')
    .values(records.map((record) => ({ record, held_by: entry.record })))
    .execute()
  const attached = (content.rows.sermon_attachment ?? []).map(({ path }) => path)
  for (const path of new Set(kept === '' ? attached : [...attached, kept])) {
    await db.insertInto('trashed_attachment').values({ record: entry.record, path }).execute()
  }
}

/** The deletion that removed this record, such as that of the series for one of its classes. */
export async function findHolder(db: Kysely<Tables>, record: string): Promise<TrashRow | undefined> {
  return await db
    .selectFrom('trash')
    .selectAll('trash')
    .innerJoin('trash_record', 'held_by', 'trash.record')
    .where('trash_record.record', '=', record)
    .executeTakeFirst()
}

/** The records that a deletion removed, except the series of classes. */
export async function findRecords(
  db: Kysely<Tables>,
  { record }: Pick<TrashRow, 'record'>,
): Promise<`${Exclude<TrashKind, 'merge'>}/${string}`[]> {
  const rows = await db
    .selectFrom('trash_record')
    .select('record')
    .where('held_by', '=', record)
    .where('record', 'not like', 'series/%')
    .execute()
  return rows.map((row) => row.record as `${Exclude<TrashKind, 'merge'>}/${string}`)
}

export async function saveContent(db: Kysely<Tables>, record: string, content: Content): Promise<void> {
  await db
    .updateTable('trash')
    .set({ content: JSON.stringify(content) })
    .where('record', '=', record)
    .execute()
}

/** Those of these rows that are not deleted. */
export async function presentOf(
  db: Kysely<Tables>,
  table: 'attendee' | 'class_series' | 'family' | 'adult',
  ids: readonly number[],
): Promise<Set<number>> {
  const there = await inParts([...new Set(ids)], (part) =>
    db.selectFrom(table).select('id').where('id', 'in', part).execute(),
  )
  return new Set(there.map(({ id }) => id))
}

/** Saves which deletion holds a record. */
export async function insertRecord(db: Kysely<Tables>, record: string, held_by: string): Promise<void> {
  await db.insertInto('trash_record').values({ record, held_by }).execute()
}

/** Forgets which deletion holds a record. */
export async function deleteRecord(db: Kysely<Tables>, record: string): Promise<void> {
  await db.deleteFrom('trash_record').where('record', '=', record).execute()
}

export async function deleteEntry(db: Kysely<Tables>, { record }: Pick<TrashRow, 'record'>): Promise<void> {
  await db.deleteFrom('trash').where('record', '=', record).execute()
}

/** All deletions of a kind, with their content. */
export async function entriesOfKind(db: Kysely<Tables>, kind: TrashKind): Promise<TrashRow[]> {
  return await db.selectFrom('trash').selectAll().where('kind', '=', kind).execute()
}

/** The children of whom deleted classes hold records or places on a roster. */
export async function findHeldChildren(db: Kysely<Tables>): Promise<Set<number>> {
  const held = new Set<number>()
  for (const { rows } of (await entriesOfKind(db, 'class')).map(readContent)) {
    for (const table of SHARED_TABLES) {
      for (const { attendee_id } of rows[table] ?? []) {
        held.add(attendee_id)
      }
    }
  }
  return held
}

/** The children whom deleted classes hold as present, or as newly on a roster, on this day or later. */
export async function findChildrenSeen(db: Kysely<Tables>, day: string): Promise<number[]> {
  const seen = new Set<number>()
  for (const { rows } of (await entriesOfKind(db, 'class')).map(readContent)) {
    const { attendance = [], roster = [] } = rows
    const came = attendance.filter(({ attended, session_datetime }) => attended && session_datetime >= day)
    for (const { attendee_id } of [...came, ...roster.filter(({ since }) => since >= day)]) {
      seen.add(attendee_id)
    }
  }
  return [...seen]
}

/** The deletions of these kinds, the latest first; for children, if it says so, only those that one person deleted. */
export async function listEntries(
  db: Kysely<Tables>,
  asked: {
    kinds: readonly TrashKind[]
    childrenDeletedBy: string | undefined
    olderThan: { deleted: number; record: string } | undefined
    limit: number
  },
) {
  const { kinds, childrenDeletedBy: sub, olderThan, limit } = asked
  return await db
    .selectFrom('trash')
    .leftJoin('attendee', 'attendee.id', 'merged_into')
    .select(['record', 'kind', 'name', 'moment', 'classes', 'deleted', 'deleted_by', 'deleted_by_name'])
    .select(['attendee.id as kept', 'first_name', 'last_name'])
    .where('kind', 'in', kinds)
    .$if(sub !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('kind', '<>', 'attendee'), eb('deleted_by', '=', sub ?? '')])),
    )
    .$if(olderThan !== undefined, (query) =>
      query.where(sql<boolean>`(deleted, record) < (${olderThan?.deleted ?? 0}, ${olderThan?.record ?? ''})`),
    )
    .orderBy('deleted', 'desc')
    .orderBy('record', 'desc')
    .limit(limit)
    .execute()
}

/** The merges into a child that can be undone, the latest first. */
export async function listMerges(db: Kysely<Tables>, merged_into: number) {
  return await db
    .selectFrom('trash')
    .select(['record', 'name', 'deleted', 'deleted_by', 'deleted_by_name'])
    .where('merged_into', '=', merged_into)
    .orderBy('deleted', 'desc')
    .orderBy('record', 'desc')
    .execute()
}

/**
 * Forgets what was merged into a child that is gone for good, and into that before: none of it can be undone any more.
 * What claims say of them goes with it.
 */
export async function forgetMerges(db: Kysely<Tables>, id: number): Promise<void> {
  await blankClaims(db, id)
  for (const { record } of await listMerges(db, id)) {
    await forgetMerges(db, Number(record.split('/')[1]))
    await deleteEntry(db, { record })
  }
}

/** Some of what was deleted before this time, the oldest first. */
export async function findExpired(db: Kysely<Tables>, before: number, limit: number) {
  return await db
    .selectFrom('trash')
    .select(['record', 'kind'])
    .where('deleted', '<', before)
    .orderBy('deleted')
    .limit(limit)
    .execute()
}
