import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The tables whose rows lie in the trash, each one after those that it refers to. */
export const TRASHED_TABLES = [
  'preaching_item',
  'attendee',
  'attendee_photo',
  'attendee_import_row',
  'class_series',
  'class_session',
  'class_teacher',
  'erased_tally',
  'roster',
  'roster_past',
  'planned_absence',
  'follow_up',
  'attendance',
] as const

export type TrashedTable = (typeof TRASHED_TABLES)[number]
export type TrashedRows = { [Table in TrashedTable]?: Selectable<Tables[Table]>[] }

/** Copies of the rows that a sermon refers to and that may be gone when it is restored. */
export type NeededRows = {
  preacher?: Selectable<Tables['preacher']>[]
  preaching_category?: Selectable<Tables['preaching_category']>[]
}

/** What a deletion took away, row by row. */
export type Content = { rows: TrashedRows; needs: NeededRows }

export function readContent({ content }: { content: string }): Content {
  return JSON.parse(content)
}
