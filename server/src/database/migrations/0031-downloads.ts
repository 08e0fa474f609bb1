import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** How often a sermon was downloaded on each of the church's days; nothing about who did. */
export const downloads: MigrationStep = async (db, dialect) => {
  const day = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  await sql`create table download_day (
    item_id integer not null references preaching_item (id) on delete cascade,
    day ${day} not null, downloads integer not null, primary key (item_id, day))`.execute(db)
  // With all three of them a range of days is read from the index alone.
  await sql`create index download_day_by_day on download_day (day, item_id, downloads)`.execute(db)
}
