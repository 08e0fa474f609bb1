import type { Kysely } from 'kysely'
import { objectsOf, releaseObjects } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'
import { moveClaims } from './claims-of-children.ts'
import { findConcerned, forgetFamilies } from './families-of-children.ts'
import { partOf, readContent, type TrashedRows } from './trash-content.ts'
import {
  deleteEntry,
  entriesOfKind,
  forgetMerges,
  insertRecord,
  saveContent,
  type TrashRow,
} from './trash-sql.ts'

/**
 * Deletes what is in the trash for good; objects that nothing names any more are written down to be removed from the
 * store.
 */
export async function purgeEntry(db: Kysely<Tables>, entry: TrashRow): Promise<void> {
  const { rows } = readContent(entry)
  await deleteEntry(db, entry)
  const attached = (rows.sermon_attachment ?? []).map(({ path }) => path)
  await releaseObjects(db, [...objectsOf(entry), ...attached])
  if (entry.merged_into !== null) {
    await moveClaims(db, { merged: Number(entry.record.split('/')[1]), kept: entry.merged_into })
  }
  // Of a merge the child is there still.
  for (const { id } of entry.kind === 'attendee' ? (rows.attendee ?? []) : []) {
    await forgetChild(db, id)
    await forgetMerges(db, id)
    await forgetFamilies(db, id, await findConcerned(db, id, rows))
  }
  for (const series of rows.class_series ?? []) {
    const { roster = [], roster_past = [] } = rows
    await passOnSeries(db, series.id, { class_series: [series], roster, roster_past })
  }
}

/** When a series goes, a deleted class of it, if there is one, keeps the series and its rosters. */
export async function passOnSeries(
  db: Kysely<Tables>,
  series_id: number,
  given: Required<Pick<TrashedRows, 'class_series' | 'roster' | 'roster_past'>>,
): Promise<void> {
  for (const { record, ...entry } of await entriesOfKind(db, 'class')) {
    const { rows, needs } = readContent(entry)
    if (rows.class_session?.some((session) => session.series_id === series_id)) {
      await saveContent(db, record, { rows: { ...rows, ...given }, needs })
      await insertRecord(db, `series/${series_id}`, record)
      return
    }
  }
}

/** Also removes the records of a child from deleted classes. */
async function forgetChild(db: Kysely<Tables>, id: number): Promise<void> {
  for (const entry of await entriesOfKind(db, 'class')) {
    const { rows, needs } = readContent(entry)
    if (Object.values(partOf(rows, id, true)).some((some) => some.length > 0)) {
      await saveContent(db, entry.record, { rows: { ...rows, ...partOf(rows, id, false) }, needs })
    }
  }
}
