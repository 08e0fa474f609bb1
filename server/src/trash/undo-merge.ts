import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import { leaveGoneFamilies } from './families-of-children.ts'
import {
  type AttendeeRow,
  collectEverywhere,
  type Difference,
  differ,
  keyOf,
  putIn,
  takeAway,
  updateAttendee,
} from './merge-entries.ts'
import { freeRequestIds, insertRows, leaveForgottenImports } from './restore-entry.ts'
import { CHILD_TABLE_NAMES, type ChildRows, type ChildTable, readContent } from './trash-content.ts'
import { deleteEntry, findHolder, type TrashRow } from './trash-sql.ts'

/** What may have changed since, in the sentence that refuses; what imports write down is no reason. */
const TOUCHED: { readonly [Table in ChildTable]?: string } = {
  attendance: 'a mark in a class',
  roster: 'a roster',
  roster_past: 'a roster',
  planned_absence: 'a planned absence',
  follow_up: 'the follow-up',
  attendee_source: 'a number of another program',
  attendee_care: 'what is said of its needs and photos',
  family_child: 'a family',
  collect_rule: 'who collects the child',
}

/** Columns that follow others: the time of a class. */
const FOLLOWING = ['session_datetime']

/**
 * Takes two merged entries apart again in the caller's transaction: what the merge moved or changed is what it was. What
 * came to the child since stays with it; where something was changed that the merge has touched, it is refused.
 */
export async function undoMerge(db: Transaction<Tables>, entry: TrashRow): Promise<[number, number]> {
  const { rows, after = {} } = readContent(entry)
  const [result] = after.attendee ?? []
  const kept = rows.attendee?.find(({ id }) => id === result?.id)
  const merged = rows.attendee?.find(({ id }) => id !== result?.id)
  if (result === undefined || kept === undefined || merged === undefined) {
    throw new Error(`The merge ${entry.record} holds no two entries.`)
  }
  const now = await findKept(db, kept.id)
  const change = differ(rows, after)
  for (const some of [change.added, change.removed]) {
    await leaveForgottenImports(db, some)
    await leaveGoneFamilies(db, some)
  }
  const columns = (Object.keys(result) as (keyof AttendeeRow)[]).filter(
    (column) => column !== 'version' && result[column] !== kept[column],
  )
  const there = (await collectEverywhere(db, [kept.id])).rows
  const changed = new Set([
    ...(columns.some((column) => now[column] !== result[column]) ? ['the entry itself'] : []),
    ...(await findChanged(db, change, there)),
  ])
  if (changed.size > 0) {
    throw new ApiError(
      'changed_meanwhile',
      `The merge can't be undone any more, because this was changed since: ${[...changed].join(', ')}.`,
    )
  }
  await takeAway(db, change.added)
  await freeRequestIds(db, 'attendee', { attendee: [merged] })
  await insertRows(db, 'attendee', [merged])
  const version = now.version + 1
  const former = Object.fromEntries(columns.map((column) => [column, kept[column]]))
  const restored = { ...now, ...former, version }
  await updateAttendee(db, restored)
  if (isSame({ ...kept, version }, restored)) {
    // It is what an import may have left of it, so that this can still be undone.
    await db
      .updateTable('attendee_import_row')
      .set({ version })
      .where('attendee_id', '=', kept.id)
      .where('version', '=', kept.version)
      .execute()
  }
  await putIn(db, change.removed)
  await deleteEntry(db, entry)
  return [kept.id, merged.id]
}

async function findKept(db: Transaction<Tables>, id: number): Promise<AttendeeRow> {
  const row = await db.selectFrom('attendee').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) {
    return row
  }
  if (await findHolder(db, `merge/${id}`)) {
    throw new ApiError(
      'changed_meanwhile',
      'The child was merged with another entry since. Undo that merge first.',
    )
  }
  throw new ApiError('changed_meanwhile', 'The child was deleted since. Restore it first.')
}

/** What the merge has left that is not there any more as it left it. */
async function findChanged(
  db: Transaction<Tables>,
  { added }: Difference,
  there: ChildRows,
): Promise<string[]> {
  const changed: string[] = []
  for (const table of CHILD_TABLE_NAMES) {
    const name = TOUCHED[table]
    const known = new Map(there[table].map((row) => [keyOf(table, row), row]))
    for (const row of name === undefined ? [] : added[table]) {
      const found = known.get(keyOf(table, row))
      if (found === undefined ? !(await isGoneForGood(db, row)) : !isSame(row, found)) {
        changed.push(name ?? '')
      }
    }
  }
  return changed
}

function isSame(left: object, found: object): boolean {
  const now = new Map(Object.entries(found))
  return Object.entries(left).every(
    ([column, value]) => FOLLOWING.includes(column) || now.get(column) === value,
  )
}

/** Whether the class or the series of a row was deleted for good, and the row with it. */
async function isGoneForGood(db: Transaction<Tables>, row: object): Promise<boolean> {
  const { class_id, series_id } = row as { class_id?: number; series_id?: number }
  const [table, id, record] =
    class_id === undefined
      ? (['class_series', series_id, `series/${series_id}`] as const)
      : (['class_session', class_id, `class/${class_id}`] as const)
  if (id === undefined) {
    return false
  }
  const present = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  return present === undefined && (await findHolder(db, record)) === undefined
}
