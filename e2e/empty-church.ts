import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Server = { dataFolder: string }

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

/** An administrator of an empty church would start on Today, where it is set up. */
const CHOOSE_SERMONS =
  "insert or ignore into person_setting (sub, landing) select sub, 'preaching' from identity_user;"

/** Removes all that a church has entered from a running server's database; its staff, who are signed in, stay. */
export function emptyChurch(server: Server): void {
  change(server, `${ROWS.map((rows) => `delete from ${rows};`).join(' ')} ${CHOOSE_SERMONS}`)
}

/** Has the staff of a running server start on the sermons, as most people do. */
export function startOnSermons(server: Server): void {
  change(server, CHOOSE_SERMONS)
}

function change({ dataFolder }: Server, statements: string): void {
  const database = new DatabaseSync(join(dataFolder, 'vestry.db'), { timeout: 10_000 })
  database.exec(`begin immediate; ${statements} commit`)
  database.close()
}
