import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RunningServer } from './running-server.ts'

/** A presenter and six categories come with the database. */
const ROWS = [
  'attendance',
  'erased_tally',
  'roster',
  'class_teacher',
  'class_session',
  'class_series',
  'attendee_import',
  'attendee',
  'sermon_import',
  'preaching_item',
  'topic',
  'sermon_series',
  'podcast where id > 1',
  'preacher where id > 1',
  'preaching_category where id > 6',
  'trash_record',
  'trash',
  'person_setting',
  'retention_rule',
]

/** Removes all that a church has entered from a running server's database; its staff, who are signed in, stay. */
export function emptyChurch({ dataFolder }: RunningServer): void {
  const database = new DatabaseSync(join(dataFolder, 'vestry.db'), { timeout: 10_000 })
  database.exec(`begin immediate; ${ROWS.map((rows) => `delete from ${rows};`).join(' ')} commit`)
  database.close()
}
