import { sql } from 'kysely'
import type { Dialect, MigrationStep } from '../database.ts'
import {
  createPreachingTriggersOnPostgres,
  createPreachingTriggersOnSqlite,
} from './0001-preaching-triggers.ts'

const CATEGORIES = ['Sunday Service', 'Bible Study', 'Prayer Meeting', 'Youth', 'Testimony', 'Sermon']

/** Preachers, categories and preaching items, with the ones that a new item starts from (preacher 1, category 6). */
export const preaching: MigrationStep = async (db, dialect) => {
  const id = dialect === 'sqlite' ? 'integer' : 'serial'
  const key = keyText(dialect)
  await db.schema
    .createTable('area')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('changes', 'bigint', (column) => column.notNull())
    .addColumn('items', 'bigint', (column) => column.notNull())
    .execute()
  await db.insertInto('area').values({ name: 'preaching', changes: 0, items: 0 }).execute()
  await db.schema
    .createTable('preacher')
    .addColumn('id', id, (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('presenter_name', 'text', (column) => column.notNull())
    .addColumn('name_key', key, (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('preaching_category')
    .addColumn('id', id, (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('name_key', key, (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('preaching_item')
    .addColumn('id', id, (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('localizedname', 'text', (column) => column.notNull())
    .addColumn('search_key', key, (column) => column.notNull())
    .addColumn('event_datetime', key, (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('poster_path', 'text', (column) => column.notNull())
    .addColumn('media_format', 'text', (column) => column.notNull())
    .addColumn('language_id', 'integer', (column) => column.notNull())
    .addColumn('preacher_id', 'integer', (column) => column.notNull().references('preacher.id'))
    .addColumn('preaching_category_id', 'integer', (column) =>
      column.notNull().references('preaching_category.id'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  // Each order has an index with all that the filters read, so that a page is found without reading a row.
  for (const [name, columns] of [
    ['date', 'event_datetime, id, preacher_id, preaching_category_id, search_key'],
    ['title', 'search_key, id, preacher_id, preaching_category_id, event_datetime'],
    ['preacher', 'preacher_id, event_datetime, id, preaching_category_id, search_key'],
    ['category', 'preaching_category_id, event_datetime, id, preacher_id, search_key'],
    ['path', 'path'],
    ['poster', 'poster_path'],
  ] as const) {
    await sql`create index ${sql.raw(`preaching_item_by_${name} on preaching_item (${columns})`)}`.execute(db)
  }
  await db.schema
    .createTable('preaching_tally')
    .addColumn('preacher_id', 'integer', (column) => column.notNull())
    .addColumn('preaching_category_id', 'integer', (column) => column.notNull())
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('items', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('preaching_tally_key', ['preacher_id', 'preaching_category_id', 'year'])
    .execute()
  await db.schema
    .createIndex('preaching_tally_by_category')
    .on('preaching_tally')
    .columns(['preaching_category_id', 'preacher_id', 'year', 'items'])
    .execute()
  await (dialect === 'sqlite' ? createPreachingTriggersOnSqlite(db) : createPreachingTriggersOnPostgres(db))
  await db
    .insertInto('preacher')
    .values({ presenter_name: 'Guest Speaker', name_key: 'guest speaker' })
    .execute()
  await db
    .insertInto('preaching_category')
    .values(CATEGORIES.map((category) => ({ category, name_key: category.toLowerCase() })))
    .execute()
}

/** Text that both databases compare and sort byte by byte. */
function keyText(dialect: Dialect) {
  return dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
}
