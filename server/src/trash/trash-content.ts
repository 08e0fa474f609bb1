import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The tables whose rows are kept in the trash, each one after those that it refers to. */
export const TRASHED_TABLES = [
  'preaching_item',
  'sermon_topic',
  'sermon_speaker',
  'sermon_passage',
  'sermon_attachment',
  'sermon_transcript',
  'download_day',
  'attendee',
  'attendee_photo',
  'attendee_import_row',
  'attendee_source',
  'class_series',
  'class_session',
  'class_teacher',
  'attendance_import_class',
  'erased_tally',
  'roster',
  'roster_past',
  'planned_absence',
  'follow_up',
  'attendee_care',
  'family_child',
  'collect_rule',
  'stay',
  'door_alert',
  'door_call',
  'attendance',
  'attendance_import_row',
] as const

export type TrashedTable = (typeof TRASHED_TABLES)[number]
export type TrashedRows = { [Table in TrashedTable]?: Selectable<Tables[Table]>[] }

/**
 * The tables whose rows belong to a child, each with the columns by which a row is told from the others: what goes with
 * a child that is deleted, and what a merge decides about (see merge-rows.ts).
 */
export const CHILD_TABLES = {
  attendee_photo: ['attendee_id'],
  attendee_import_row: ['import_id', 'attendee_id'],
  attendee_source: ['attendee_id', 'source', 'source_id'],
  roster: ['series_id', 'attendee_id'],
  roster_past: ['series_id', 'attendee_id', 'since'],
  planned_absence: ['id'],
  follow_up: ['id'],
  attendee_care: ['attendee_id'],
  family_child: ['family_id', 'attendee_id'],
  collect_rule: ['attendee_id', 'adult_id'],
  stay: ['id'],
  door_alert: ['id'],
  door_call: ['id'],
  attendance: ['id'],
  attendance_import_row: ['import_id', 'class_id', 'attendee_id'],
} as const satisfies { [Table in TrashedTable]?: readonly (keyof Tables[Table])[] }

export type ChildTable = keyof typeof CHILD_TABLES
export const CHILD_TABLE_NAMES = Object.keys(CHILD_TABLES) as ChildTable[]

/** The rows of one child, or of several, by table. */
export type ChildRows = { [Table in ChildTable]: Selectable<Tables[Table]>[] }

/** The lists of names that sermons choose from. */
export const NAME_TABLES = ['preacher', 'preaching_category', 'topic', 'sermon_series'] as const
export type NameTable = (typeof NAME_TABLES)[number]

/** Copies of the rows that a sermon refers to, since they may be gone when it is restored. */
export type NeededRows = { [Table in NameTable]?: Selectable<Tables[Table]>[] }

/** What a deletion removed, row by row. Of a merge, what both entries had, and in `after` what the kept one has. */
export type Content = { rows: TrashedRows; needs: NeededRows; after?: TrashedRows }

export function readContent({ content }: { content: string }): Content {
  return JSON.parse(content)
}

/** Makes the rows of a sermon refer to another row of a list, which they may refer to already. */
export function renameUses(rows: TrashedRows, table: NameTable, id: number, into: number): boolean {
  const { preaching_item: [item] = [], sermon_topic = [], sermon_speaker = [] } = rows
  const before = JSON.stringify(rows)
  if (table === 'topic') {
    const topics = new Set(sermon_topic.map(({ topic_id }) => (topic_id === id ? into : topic_id)))
    rows.sermon_topic = [...topics].map((topic_id) => ({ item_id: item?.id ?? 0, topic_id }))
  } else if (item?.[USED[table]] === id) {
    item[USED[table]] = into
  }
  if (table === 'preacher') {
    const known = new Set([item?.preacher_id])
    rows.sermon_speaker = sermon_speaker.flatMap((speaker) => {
      const preacher_id = speaker.preacher_id === id ? into : speaker.preacher_id
      const speaks = known.has(preacher_id)
      known.add(preacher_id)
      return speaks ? [] : [{ ...speaker, preacher_id }]
    })
  }
  return JSON.stringify(rows) !== before
}

const USED = {
  preacher: 'preacher_id',
  preaching_category: 'preaching_category_id',
  sermon_series: 'series_id',
} as const

/** The tables whose rows belong both to a child and to a class. */
export const SHARED_TABLES = ['roster', 'roster_past', 'attendance', 'attendance_import_row'] as const

/** The rows of a deleted class that belong to this child, or those that don't. */
export function partOf(rows: TrashedRows, id: number, own: boolean): TrashedRows {
  const isWanted = ({ attendee_id }: { attendee_id: number }) => (attendee_id === id) === own
  const parts = SHARED_TABLES.flatMap((table) => {
    const some: { attendee_id: number }[] | undefined = rows[table]
    return some ? [[table, some.filter(isWanted)]] : []
  })
  return Object.fromEntries(parts)
}
