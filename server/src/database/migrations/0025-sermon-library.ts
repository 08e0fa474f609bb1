import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What the library keeps of a sermon beside its recording. `publish_at` is in milliseconds: null for a draft, later
 * than now for a scheduled sermon, 0 for one that was published before this step. The passages are kept as they were
 * typed, as they were read, and chapter by chapter for searching, with the book, such as 45008 for Romans 8.
 */
export const sermonLibrary: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? sql`integer` : sql`bigint`
  const key = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const ids = dialect === 'sqlite' ? 'integer' : 'serial'
  for (const [table, also] of [
    ['topic', []],
    ['sermon_series', ['description', 'picture_path', 'sermon_order']],
  ] as const) {
    let created = db.schema
      .createTable(table)
      .addColumn('id', ids, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', key, (column) => column.notNull().unique())
    for (const name of also) {
      created = created.addColumn(name, 'text', (column) => column.notNull())
    }
    if (table === 'sermon_series') {
      created = created.addColumn('version', 'integer', (column) => column.notNull())
    }
    await created.execute()
  }
  for (const column of [
    sql`publish_at ${number} default 0`,
    sql`series_id integer references sermon_series (id)`,
    sql`passages text not null default ''`,
    sql`passages_read text not null default ''`,
    sql`chapters text not null default ''`,
  ]) {
    await sql`alter table preaching_item add column ${column}`.execute(db)
  }
  const itemId = 'item_id integer not null references preaching_item (id) on delete cascade'
  for (const statement of [
    `create table sermon_topic (${itemId}, topic_id integer not null references topic (id),
      primary key (item_id, topic_id))`,
    `create table sermon_speaker (${itemId}, position integer not null,
      preacher_id integer not null references preacher (id), part text not null,
      primary key (item_id, position))`,
    `create table sermon_passage (${itemId}, chapter integer not null, first_verse integer not null,
      last_verse integer not null, primary key (item_id, chapter, first_verse))`,
    `create table sermon_attachment (${itemId}, position integer not null, path text not null,
      title text not null, primary key (item_id, position))`,
    `create table sermon_transcript (item_id integer primary key references preaching_item (id)
      on delete cascade, transcript text not null)`,
    `create table trashed_attachment (record text ${dialect === 'sqlite' ? '' : 'collate "C"'} not null
      references trash (record) on delete cascade, path text not null, primary key (record, path))`,
    'create index preaching_item_by_publication on preaching_item (publish_at)',
    'create index preaching_item_by_series on preaching_item (series_id)',
    'create index sermon_topic_by_topic on sermon_topic (topic_id, item_id)',
    'create index sermon_speaker_by_preacher on sermon_speaker (preacher_id, item_id)',
    'create index sermon_passage_by_chapter on sermon_passage (chapter, first_verse, last_verse, item_id)',
    'create index sermon_attachment_by_path on sermon_attachment (path)',
    'create index sermon_series_by_picture on sermon_series (picture_path)',
    'create index trashed_attachment_by_path on trashed_attachment (path)',
    'drop view used_object',
    `create view used_object as select path from preaching_item
      union all select poster_path from preaching_item
      union all select small_poster_path from preaching_item
      union all select path from sermon_attachment
      union all select picture_path from sermon_series
      union all select path from trash
      union all select poster_path from trash
      union all select small_poster_path from trash
      union all select path from trashed_attachment`,
  ]) {
    await sql.raw(statement).execute(db)
  }
  const count = `update lock_scope set changes = changes + 1 where name = 'preaching';`
  if (dialect === 'sqlite') {
    await sql
      .raw(`create trigger sermon_series_changed after update on sermon_series begin ${count} end`)
      .execute(db)
  } else {
    await sql
      .raw(
        `create function sermon_series_changed() returns trigger language plpgsql as $$ begin ${count} return null; end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger sermon_series_changed after update on sermon_series
          for each statement execute function sermon_series_changed()`,
      )
      .execute(db)
  }
}
