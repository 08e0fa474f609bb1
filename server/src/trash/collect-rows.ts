import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import {
  CHILD_TABLE_NAMES,
  type ChildRows,
  NAME_TABLES,
  type NameTable,
  type NeededRows,
  type TrashedRows,
} from './trash-content.ts'
import type { NewEntry } from './trash-sql.ts'

// What a deletion is about to remove: the rows themselves, and all that the database deletes with them.

const OF_ITEM = [
  'sermon_topic',
  'sermon_speaker',
  'sermon_passage',
  'sermon_attachment',
  'sermon_transcript',
  'download_day',
] as const

export async function collectItem(db: Kysely<Tables>, uuid: string): Promise<NewEntry> {
  const item = await db
    .selectFrom('preaching_item')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow()
  const { path, audio_path, poster_path, small_poster_path } = item
  const rows: TrashedRows = { preaching_item: [item] }
  for (const table of OF_ITEM) {
    const found = await db.selectFrom(table).selectAll().where('item_id', '=', item.id).execute()
    if (found.length > 0) {
      Object.assign(rows, { [table]: found })
    }
  }
  const named: Record<NameTable, readonly (number | null)[]> = {
    preacher: [item.preacher_id, ...(rows.sermon_speaker ?? []).map(({ preacher_id }) => preacher_id)],
    preaching_category: [item.preaching_category_id],
    topic: (rows.sermon_topic ?? []).map(({ topic_id }) => topic_id),
    sermon_series: [item.series_id],
  }
  const needs: NeededRows = {}
  for (const table of NAME_TABLES) {
    const ids = named[table].filter((id) => id !== null)
    if (ids.length > 0) {
      const found = await db.selectFrom(table).selectAll().where('id', 'in', ids).execute()
      Object.assign(needs, { [table]: found })
    }
  }
  return {
    record: `item/${uuid}`,
    kind: 'item',
    name: item.localizedname,
    moment: item.event_datetime,
    classes: 0,
    path,
    audio_path,
    poster_path,
    small_poster_path,
    content: { rows, needs },
  }
}

/** A child's entry has no time, no classes and no files. */
export const OF_A_CHILD = {
  moment: '',
  classes: 0,
  path: '',
  audio_path: '',
  poster_path: '',
  small_poster_path: '',
}

export async function collectAttendee(db: Kysely<Tables>, id: number): Promise<NewEntry> {
  const attendee = await db.selectFrom('attendee').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    record: `attendee/${id}`,
    kind: 'attendee',
    name: `${attendee.first_name} ${attendee.last_name}`,
    ...OF_A_CHILD,
    content: {
      rows: { attendee: [attendee], ...(await collectChildren(db, [id])) },
      needs: {},
    },
  }
}

/** The rows of these children, but for their own. */
export async function collectChildren(db: Kysely<Tables>, ids: readonly number[]): Promise<ChildRows> {
  const found: Partial<ChildRows> = {}
  for (const table of CHILD_TABLE_NAMES) {
    const rows = db
      .selectFrom(table as 'roster')
      .selectAll()
      .where('attendee_id', 'in', ids)
    Object.assign(found, { [table]: await rows.execute() })
  }
  return found as ChildRows
}

/** Sessions of one series, by time; the series and its roster go with the last of them. */
export async function collectClasses(
  db: Kysely<Tables>,
  sessions: readonly { id: number; series_id: number; title: string; session_datetime: string }[],
): Promise<NewEntry> {
  const [first] = sessions
  if (first === undefined) {
    throw new Error('No class is to be deleted.')
  }
  const { series_id } = first
  const ids = sessions.map(({ id }) => id)
  const other = await db
    .selectFrom('class_session')
    .select('id')
    .where('series_id', '=', series_id)
    .where('id', 'not in', ids)
    .limit(1)
    .executeTakeFirst()
  const ofSeries = other === undefined && (await collectSeries(db, series_id))
  return {
    record: `class/${first.id}`,
    kind: 'class',
    name: first.title,
    moment: first.session_datetime,
    classes: sessions.length,
    path: '',
    audio_path: '',
    poster_path: '',
    small_poster_path: '',
    content: {
      rows: {
        ...ofSeries,
        class_session: await db.selectFrom('class_session').selectAll().where('id', 'in', ids).execute(),
        class_teacher: await db
          .selectFrom('class_teacher')
          .selectAll()
          .where('class_id', 'in', ids)
          .execute(),
        erased_tally: await db.selectFrom('erased_tally').selectAll().where('class_id', 'in', ids).execute(),
        attendance: await db.selectFrom('attendance').selectAll().where('class_id', 'in', ids).execute(),
        attendance_import_row: await db
          .selectFrom('attendance_import_row')
          .selectAll()
          .where('class_id', 'in', ids)
          .execute(),
        attendance_import_class: await db
          .selectFrom('attendance_import_class')
          .selectAll()
          .where('class_id', 'in', ids)
          .execute(),
      },
      needs: {},
    },
  }
}

/** A series and its rosters. */
export async function collectSeries(db: Kysely<Tables>, id: number) {
  return {
    class_series: await db.selectFrom('class_series').selectAll().where('id', '=', id).execute(),
    roster: await db.selectFrom('roster').selectAll().where('series_id', '=', id).execute(),
    roster_past: await db.selectFrom('roster_past').selectAll().where('series_id', '=', id).execute(),
  }
}
