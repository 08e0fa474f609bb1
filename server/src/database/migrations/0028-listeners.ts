import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What feeds say of a sermon: when it came out, in milliseconds, which never changes afterwards; and the bytes of its
 * recording, null until they are known. And the podcasts: the one of all sermons is there from the beginning; their
 * `guid` is made when the feed is first asked for, and stays.
 */
export const listeners: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? sql`integer` : sql`bigint`
  await sql`alter table preaching_item add column feed_date ${number}`.execute(db)
  await sql`alter table preaching_item add column media_size ${number}`.execute(db)
  const id = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'serial primary key'
  for (const statement of [
    `create table podcast (id ${id}, kind text not null, of_id integer not null, title text not null,
      description text not null, author text not null, email text not null, artwork_path text not null,
      guid text not null, version integer not null)`,
    `insert into podcast (kind, of_id, title, description, author, email, artwork_path, guid, version)
      values ('all', 0, '', '', '', '', '', '', 1)`,
    'create index podcast_by_artwork on podcast (artwork_path)',
    'drop view used_object',
    `create view used_object as select path from preaching_item
      union all select poster_path from preaching_item
      union all select small_poster_path from preaching_item
      union all select path from sermon_attachment
      union all select picture_path from sermon_series
      union all select artwork_path from podcast
      union all select path from trash
      union all select poster_path from trash
      union all select small_poster_path from trash
      union all select path from trashed_attachment`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
