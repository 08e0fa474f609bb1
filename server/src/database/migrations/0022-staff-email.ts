import type { MigrationStep } from '../database.ts'

/** Which emails about the Sunday school were sent to whom, and who doesn't want any. */
export const staffEmail: MigrationStep = async (db, dialect) => {
  await db.schema
    .alterTable('person_setting')
    .addColumn('emails', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('staff_email')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('sent_at', dialect === 'sqlite' ? 'integer' : 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_email_key', ['kind', 'about', 'sub'])
    .execute()
}
