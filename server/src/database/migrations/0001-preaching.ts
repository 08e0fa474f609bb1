import type { MigrationStep } from '../migrate.ts'

const CATEGORIES = ['Sunday Service', 'Bible Study', 'Prayer Meeting', 'Youth', 'Testimony', 'Sermon']

/** Preachers, categories and preaching items, with the ones that a new item starts from (preacher 1, category 6). */
export const preaching: MigrationStep = async (db, dialect) => {
  const id = dialect === 'sqlite' ? 'integer' : 'serial'
  await db.schema
    .createTable('preacher')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('presenter_name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('preaching_category')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('preaching_item')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('localizedname', 'text', (column) => column.notNull())
    .addColumn('search_key', 'text', (column) => column.notNull())
    .addColumn('event_datetime', 'text', (column) => column.notNull())
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
  await db
    .insertInto('preacher')
    .values({ presenter_name: 'Guest Speaker', name_key: 'guest speaker' })
    .execute()
  await db
    .insertInto('preaching_category')
    .values(CATEGORIES.map((category) => ({ category, name_key: category.toLowerCase() })))
    .execute()
}
