import type { AttendanceFile, FileChild } from '@vestry/contract/calls/attendance-imports.ts'
import { blankOf } from '@vestry/contract/records/record-fields.ts'
import { CLASS_TEXTS } from '@vestry/contract/sunday-school/class-record.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { columnsOf, stateOf } from '../attendance/current-record-sql.ts'
import { type ChangeStamp, nextVersion } from '../attendance/records-sql.ts'
import { insertSeries } from '../classes/series-sql.ts'
import {
  dayKey,
  type GoodMark,
  type KnownChild,
  type KnownChildren,
  type KnownRecord,
  type KnownSeries,
  type KnownSession,
  recordKey,
  sourceKey,
  type TargetClass,
} from './plan-marks.ts'

const CHILD = ['attendee.id', 'first_name', 'last_name', 'birthdate', 'first_key', 'last_key'] as const

/** The children that a file may mean. */
export async function findKnownChildren(
  db: Kysely<Tables>,
  children: readonly FileChild[],
): Promise<KnownChildren> {
  const ids = [...new Set(children.flatMap(({ id }) => id ?? []))]
  const sourceIds = [...new Set(children.flatMap(({ source_id }) => source_id?.id ?? []))]
  const lastKeys = [...new Set(children.map(({ last_name = '' }) => personKey(last_name)))]
  const withIds = await inParts(ids, (part) =>
    db.selectFrom('attendee').select(CHILD).where('id', 'in', part).execute(),
  )
  const withSource = await inParts(sourceIds, (part) =>
    db
      .selectFrom('attendee_source')
      .innerJoin('attendee', 'attendee.id', 'attendee_id')
      .select([...CHILD, 'source', 'source_id'])
      .where('source_id', 'in', part)
      .execute(),
  )
  const named = await inParts(lastKeys.filter(Boolean), (part) =>
    db.selectFrom('attendee').select(CHILD).where('last_key', 'in', part).orderBy('id').execute(),
  )
  const bySource = Map.groupBy(withSource, ({ source, source_id }) => sourceKey({ source, id: source_id }))
  return {
    byId: new Map(withIds.map((child) => [child.id, child])),
    bySource: bySource as ReadonlyMap<string, readonly KnownChild[]>,
    byForeignNumber: Map.groupBy(withSource, ({ source_id }) => source_id),
    byName: Map.groupBy(named, ({ first_key, last_key }) => `${last_key}\n${first_key}`),
  }
}

/** The sessions of a file's classes on its days, and the series to which missing sessions belong. */
export async function findKnownClasses(
  db: Kysely<Tables>,
  { classes, marks }: Pick<AttendanceFile, 'classes' | 'marks'>,
): Promise<{ sessions: Map<string, KnownSession[]>; series: Map<number, KnownSeries> }> {
  const keys = classes.map(searchKey)
  const days = marks.map(({ day }) => day).sort()
  const within = [`${days[0]}`, `${days.at(-1)}T23:59:59`] as const
  const found = await inParts(keys, (part) =>
    db
      .selectFrom('class_session')
      .select(['id', 'series_id', 'search_key', 'session_datetime', 'cancelled'])
      .where('search_key', 'in', part)
      .where('session_datetime', '>=', within[0])
      .where('session_datetime', '<=', within[1])
      .execute(),
  )
  const sessions = Map.groupBy(found, ({ search_key, session_datetime }) =>
    dayKey({ class: keys.indexOf(search_key), day: session_datetime.slice(0, 10) }),
  )
  const series = new Map<number, KnownSeries>()
  for (const [place, key] of keys.entries()) {
    const latest = await db
      .selectFrom('class_session')
      .select(['series_id', 'session_datetime'])
      .where('search_key', '=', key)
      .orderBy('session_datetime', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (latest) {
      series.set(place, { series_id: latest.series_id, time: latest.session_datetime.slice(11, 16) })
    }
  }
  return { sessions, series }
}

/** The records of anybody at the times of these classes. */
export async function findKnownRecords(
  db: Kysely<Tables>,
  targets: readonly TargetClass[],
): Promise<Map<string, KnownRecord>> {
  const times = [...new Set(targets.map(({ session_datetime }) => session_datetime))]
  const rows = await inParts(times, (part) =>
    db
      .selectFrom('attendance')
      .select([
        'id',
        'class_id',
        'attendee_id',
        'session_datetime',
        'attended',
        'marked',
        'comment',
        'version',
      ])
      .where('session_datetime', 'in', part)
      .execute(),
  )
  return new Map(
    rows.map(({ attended, marked, ...row }) => [
      recordKey(row.attendee_id, row.session_datetime),
      { ...row, state: stateOf({ attended, marked }) },
    ]),
  )
}

/** Adds the classes that are missing, each to its series, and gives the targets their ids. */
export async function addClasses(db: Kysely<Tables>, targets: readonly TargetClass[]): Promise<number[]> {
  const missing = targets.filter(({ id }) => id === undefined)
  const seriesOf = new Map<string, number>()
  for (const target of missing) {
    const key = searchKey(target.title)
    target.series_id ??= seriesOf.get(key) ?? (await insertSeries(db, target.title, undefined))
    seriesOf.set(key, target.series_id)
  }
  return await inParts(missing, async (part) => {
    const rows = await db
      .insertInto('class_session')
      .values(
        part.map(({ title, session_datetime, series_id = 0 }) => ({
          series_id,
          session_datetime,
          ...blankOf(CLASS_TEXTS),
          title,
          search_key: searchKey(title),
          cancelled: 0,
          version: 1,
          roll_version: 1,
        })),
      )
      .returning(['id', 'series_id', 'session_datetime', 'title'])
      .execute()
    const ids = new Map(rows.map((row) => [classKey(row), row.id]))
    for (const target of part) {
      target.id = ids.get(classKey(target)) ?? 0
    }
    return rows.map(({ id }) => id)
  })
}

function classKey({ series_id, session_datetime, title }: Omit<TargetClass, 'id'>): string {
  return `${series_id}\n${session_datetime}\n${title}`
}

/** Makes these marks, and returns what each record is now and was before. */
export async function saveImportedMarks(
  db: Kysely<Tables>,
  marks: readonly GoodMark[],
  stamp: ChangeStamp,
): Promise<Omit<Tables['attendance_import_row'], 'import_id'>[]> {
  const versions = new Map<number, number>()
  for (const { target } of marks) {
    const id = target.id ?? 0
    if (!versions.has(id)) {
      versions.set(id, await nextVersion(db, id))
    }
  }
  const rowOf = ({ target, attendee_id, state, comment }: GoodMark) => ({
    class_id: target.id ?? 0,
    session_datetime: target.session_datetime,
    attendee_id,
    comment: comment ?? '',
    ...columnsOf(state),
    ...stamp,
    version: versions.get(target.id ?? 0) ?? 1,
  })
  const fresh = marks.filter(({ record }) => record === undefined).map(rowOf)
  await inParts(fresh, async (part) => {
    await db.insertInto('attendance').values(part).execute()
  })
  for (const mark of marks) {
    if (mark.record) {
      const { session_datetime: _, attendee_id: __, class_id: ___, comment, ...row } = rowOf(mark)
      await db
        .updateTable('attendance')
        .set({ ...row, comment: comment || mark.record.comment })
        .where('id', '=', mark.record.id)
        .execute()
    }
  }
  return marks.map(({ attendee_id, target, record }) => ({
    class_id: target.id ?? 0,
    attendee_id,
    former: record ? JSON.stringify({ state: record.state, comment: record.comment }) : null,
    version: versions.get(target.id ?? 0) ?? 1,
  }))
}

/** Saves what an import of attendance did. */
export async function insertAttendanceRows(
  db: Kysely<Tables>,
  import_id: number,
  rows: readonly Omit<Tables['attendance_import_row'], 'import_id'>[],
  classes: readonly number[],
): Promise<void> {
  await inParts(rows, async (part) => {
    await db
      .insertInto('attendance_import_row')
      .values(part.map((row) => ({ import_id, ...row })))
      .execute()
  })
  await inParts(classes, async (part) => {
    await db
      .insertInto('attendance_import_class')
      .values(part.map((class_id) => ({ import_id, class_id })))
      .execute()
  })
}
