import type { MigrationStep } from '../database.ts'

/** Who has begun which upload to a bucket that this server relays to. */
export const begunUploads: MigrationStep = async (db) => {
  await db.schema
    .createTable('begun_upload')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('upload_id', 'text', (column) => column.notNull())
    .addColumn('uploaded_by', 'text', (column) => column.notNull())
    .addColumn('begun', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('begun_upload_key', ['path', 'upload_id'])
    .execute()
}
