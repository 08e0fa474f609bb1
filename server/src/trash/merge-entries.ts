import { personKeys } from '@vestry/contract/text/person-keys.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { collectChildren } from './collect-rows.ts'
import { type MergeOf, mergeRows } from './merge-rows.ts'
import { placeRows } from './place-rows.ts'
import { countUp, insertRows } from './restore-entry.ts'
import {
  CHILD_TABLE_NAMES,
  CHILD_TABLES,
  type ChildRows,
  type ChildTable,
  type Content,
  partOf,
  readContent,
  SHARED_TABLES,
  type TrashedRows,
} from './trash-content.ts'
import { entriesOfKind, saveContent } from './trash-sql.ts'

export type AttendeeRow = Selectable<Tables['attendee']>

/** What there is of children, in deleted classes too; `deleted` are the titles of those, by id. */
export async function collectEverywhere(db: Kysely<Tables>, ids: readonly number[]) {
  const rows = await collectChildren(db, ids)
  const deleted = new Map<number, string>()
  for (const { rows: held } of (await entriesOfKind(db, 'class')).map(readContent)) {
    for (const { id, title } of held.class_session ?? []) {
      deleted.set(id, title)
    }
    for (const part of ids.map((id) => partOf(held, id, true))) {
      for (const table of SHARED_TABLES) {
        Object.assign(rows, { [table]: [...rows[table], ...(part[table] ?? [])] })
      }
    }
  }
  return { rows, deleted }
}

/**
 * Merges one entry into another in the caller's transaction, which has the lock of the Sunday school, and answers what
 * there was and what there is; undefined where two marks clash and nobody has decided which stands. `content` is what the
 * entry that stays has in the end.
 */
export async function mergeEntries(
  db: Kysely<Tables>,
  { content, ...of }: Omit<MergeOf, 'deleted'> & { content: AttendeeRow },
): Promise<Content | undefined> {
  const attendee = await db
    .selectFrom('attendee')
    .selectAll()
    .where('id', 'in', [of.kept, of.merged])
    .execute()
  const { rows: before, deleted } = await collectEverywhere(db, [of.kept, of.merged])
  const after = mergeRows(before, { ...of, deleted: new Set(deleted.keys()) })
  if (after === undefined) {
    return undefined
  }
  await countUpMarks(db, differ(before, after), after)
  const change = differ(before, after)
  await takeAway(db, change.removed)
  await db.deleteFrom('attendee').where('id', '=', of.merged).execute()
  const result = await updateAttendee(db, content)
  await putIn(db, change.added)
  return {
    rows: { attendee, ...before },
    needs: {},
    after: { attendee: [result], ...after },
  }
}

/**
 * A mark that moves has a version that nobody has seen. The import that made it knows it by that, and can take it back,
 * unless it stands for another one too.
 */
async function countUpMarks(db: Kysely<Tables>, { removed, added }: Difference, after: ChildRows) {
  const classes = new Set([...removed.attendance, ...added.attendance].map(({ class_id }) => class_id))
  if (classes.size === 0) {
    return
  }
  const counted = await db
    .updateTable('class_session')
    .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
    .where('id', 'in', [...classes])
    .returning(['id', 'roll_version'])
    .execute()
  const versions = new Map(counted.map(({ id, roll_version }) => [id, roll_version]))
  const moved = added.attendance.filter(({ class_id }) => versions.has(class_id))
  const alone = moved.filter((mark) => {
    const former = removed.attendance.filter(({ class_id }) => class_id === mark.class_id)
    return former.length === 1 && former[0]?.id === mark.id && former[0].comment === mark.comment
  })
  const isOf = (row: MarkVersion) => (mark: MarkVersion) =>
    mark.class_id === row.class_id && mark.version === row.version
  const countUpThose = <Row extends MarkVersion>(
    rows: readonly Row[],
    those: readonly MarkVersion[],
  ): Row[] =>
    rows.map((row) =>
      those.some(isOf(row)) ? { ...row, version: versions.get(row.class_id) ?? row.version } : row,
    )
  after.attendance_import_row = countUpThose(after.attendance_import_row, alone)
  after.attendance = countUpThose(after.attendance, moved)
}

type MarkVersion = { class_id: number; version: number }

/** What is there of one and not of the other, row by row. */
export type Difference = { removed: ChildRows; added: ChildRows }

export function differ(before: TrashedRows, after: TrashedRows): Difference {
  const apart = (some: TrashedRows, others: TrashedRows) =>
    Object.fromEntries(
      CHILD_TABLE_NAMES.map((table) => {
        const known = new Set((others[table] ?? []).map(textOf))
        return [table, (some[table] ?? []).filter((row) => !known.has(textOf(row)))]
      }),
    ) as ChildRows
  return { removed: apart(before, after), added: apart(after, before) }
}

function textOf(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A row by that which tells it from the others of its table. */
export function keyOf(table: ChildTable, row: object): string {
  return JSON.stringify(CHILD_TABLES[table].map((column) => (row as Record<string, unknown>)[column]))
}

/** Deletes these rows, in deleted classes too. */
export async function takeAway(db: Kysely<Tables>, rows: ChildRows): Promise<void> {
  for (const table of CHILD_TABLE_NAMES) {
    for (const row of rows[table]) {
      let query = db.deleteFrom(table as 'roster')
      for (const column of CHILD_TABLES[table]) {
        query = query.where(column as 'series_id', '=', row[column as keyof typeof row] as number)
      }
      await query.execute()
    }
  }
  await countUp(db, rows)
  for (const entry of await entriesOfKind(db, 'class')) {
    const { rows: held, needs } = readContent(entry)
    const left = SHARED_TABLES.map((table) => {
      const gone = new Set(rows[table].map((row) => keyOf(table, row)))
      return [table, (held[table] ?? []).filter((row) => !gone.has(keyOf(table, row)))] as const
    })
    if (left.some(([table, some]) => some.length < (held[table]?.length ?? 0))) {
      await saveContent(db, entry.record, { rows: { ...held, ...Object.fromEntries(left) }, needs })
    }
  }
}

/** Inserts these rows; those of deleted classes lie there. */
export async function putIn(db: Kysely<Tables>, rows: ChildRows): Promise<void> {
  for (const table of CHILD_TABLE_NAMES) {
    if (!SHARED_TABLES.some((shared) => shared === table)) {
      await insertRows(db, table, rows[table])
    }
  }
  const placed = await placeRows(db, rows)
  for (const table of SHARED_TABLES) {
    await insertRows(db, table, placed[table])
  }
  await countUp(db, placed)
}

/** Saves a child's own row, by its id, and answers it with the keys that follow from it. */
export async function updateAttendee(db: Kysely<Tables>, row: AttendeeRow): Promise<AttendeeRow> {
  const { id, ...content } = { ...row, ...personKeys(row) }
  await db.updateTable('attendee').set(content).where('id', '=', id).execute()
  return { id, ...content }
}
