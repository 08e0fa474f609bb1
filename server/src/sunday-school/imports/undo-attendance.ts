import type { UndoneImport } from '@vestry/contract/calls/attendee-imports.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { collectSeries } from '../../trash/collect-rows.ts'
import { passOnSeries } from '../../trash/purge-trash.ts'
import { readContent } from '../../trash/trash-content.ts'
import { entriesOfKind } from '../../trash/trash-sql.ts'
import { columnsOf } from '../attendance/current-record-sql.ts'
import { type ChangeStamp, deleteRecords, nextVersion } from '../attendance/records-sql.ts'
import { deleteEmptySeries } from '../classes/series-sql.ts'
import { removeStays } from './imported-stays-sql.ts'

/** The result of undoing an import of attendance, with the classes that were removed. */
export type UndoneAttendance = UndoneImport & { classes: number[] }

/**
 * Takes imported stays back, and imported marks, except those that were changed since. Then removes the classes that came
 * with them, if they have no records (not even of a child in the trash), if nobody has changed them or taken them over
 * since, and unless a roster would go with the last of them. What went into the trash meanwhile is left alone, and a class
 * there keeps its series if the series is removed here.
 */
export async function undoAttendance(
  db: Kysely<Tables>,
  import_id: number,
  stamp: ChangeStamp,
): Promise<UndoneAttendance> {
  const rows = await db
    .selectFrom('attendance_import_row as row')
    .innerJoin('attendance', (join) =>
      join
        .onRef('attendance.class_id', '=', 'row.class_id')
        .onRef('attendance.attendee_id', '=', 'row.attendee_id'),
    )
    .innerJoin('attendee', 'attendee.id', 'row.attendee_id')
    .select(['attendance.id', 'row.class_id', 'row.attendee_id', 'former', 'first_name', 'last_name'])
    .select(['row.version as left_version', 'attendance.version'])
    .where('import_id', '=', import_id)
    .orderBy('last_key')
    .orderBy('first_key')
    .execute()
  await removeStays(db, import_id)
  const untouched = rows.filter(({ version, left_version }) => version === left_version)
  const versions = new Map<number, number>()
  for (const class_id of new Set(untouched.map((row) => row.class_id))) {
    versions.set(class_id, await nextVersion(db, class_id))
  }
  const gone = untouched.filter(({ former }) => former === null)
  for (const [class_id, some] of Map.groupBy(gone, (row) => row.class_id)) {
    const attendee_ids = some.map(({ attendee_id }) => attendee_id)
    await deleteRecords(db, class_id, { attendee_ids, version: versions.get(class_id) ?? 1 })
  }
  const back = untouched.filter(({ former }) => former !== null)
  for (const { id, class_id, former } of back) {
    const { state, comment } = JSON.parse(former ?? '') as { state: RollState; comment: string }
    const version = versions.get(class_id) ?? 1
    await db
      .updateTable('attendance')
      .set({ ...columnsOf(state), comment, ...stamp, version })
      .where('id', '=', id)
      .execute()
  }
  const kept = new Map(
    rows
      .filter((row) => !untouched.includes(row))
      .map(({ attendee_id: id, first_name, last_name }) => [id, { id, first_name, last_name }]),
  )
  return {
    removed: gone.length,
    restored: back.length,
    kept: [...kept.values()],
    classes: await removeEmptyClasses(db, import_id),
  }
}

async function removeEmptyClasses(db: Kysely<Tables>, import_id: number): Promise<number[]> {
  const empty = await db
    .selectFrom('attendance_import_class')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .select(['class_id', 'series_id'])
    .where('import_id', '=', import_id)
    .where('version', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.id')
            .whereRef('attendance.class_id', '=', 'class_session.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('class_teacher')
            .select('sub')
            .whereRef('class_teacher.class_id', '=', 'class_session.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('erased_tally')
            .select('records')
            .whereRef('erased_tally.class_id', '=', 'class_session.id')
            .where('records', '>', 0),
        ),
      ),
    )
    .execute()
  const held = await findHeldByTrash(db, import_id)
  const unneeded = empty.filter(({ class_id }) => !held.has(class_id))
  const removed: number[] = []
  for (const [series_id, rows] of Map.groupBy(unneeded, (row) => row.series_id)) {
    if ((await countSessions(db, series_id)) === rows.length) {
      const series = await collectSeries(db, series_id)
      if (series.roster.length + series.roster_past.length > 0) {
        continue
      }
      await passOnSeries(db, series_id, series)
    }
    const ids = rows.map(({ class_id }) => class_id)
    await inParts(ids, async (part) => {
      await db.deleteFrom('class_session').where('id', 'in', part).execute()
    })
    await deleteEmptySeries(db, series_id)
    removed.push(...ids)
  }
  return removed
}

/** The classes in which a child in the trash, or before a merge, has a record that somebody has made or changed since the import. */
async function findHeldByTrash(db: Kysely<Tables>, import_id: number): Promise<Set<number>> {
  const held = new Set<number>()
  const entries = [...(await entriesOfKind(db, 'attendee')), ...(await entriesOfKind(db, 'merge'))]
  for (const { rows } of entries.map(readContent)) {
    const imported = (rows.attendance_import_row ?? []).filter((row) => row.import_id === import_id)
    const left = new Map(imported.map(({ class_id, version }) => [class_id, version]))
    for (const { class_id, version } of rows.attendance ?? []) {
      if (left.get(class_id) !== version) {
        held.add(class_id)
      }
    }
  }
  return held
}

async function countSessions(db: Kysely<Tables>, series_id: number): Promise<number> {
  const { sessions } = await db
    .selectFrom('class_session')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('series_id', '=', series_id)
    .executeTakeFirstOrThrow()
  return sessions
}
