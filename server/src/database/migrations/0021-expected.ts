import { type Kysely, sql } from 'kysely'
import type { MigrationStep } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * Who was on a roster on which day, and who is known to be away. Nobody knows since when the present children are on
 * their rosters: it is taken to be the day of their first record in the class, or today if they have none.
 */
export const expected: MigrationStep = async (db, dialect) => {
  const day = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  await db.schema
    .alterTable('roster')
    .addColumn('since', day, (column) => column.notNull().defaultTo(''))
    .execute()
  const today = dialect === 'sqlite' ? sql`date('now')` : sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`
  const { rows } = await sql<{ today: string }>`select ${today} as today`.execute(db)
  await fillSince(db, rows[0]?.today ?? '')
  await db.schema
    .createTable('roster_past')
    .addColumn('series_id', 'integer', (column) =>
      column.notNull().references('class_series.id').onDelete('cascade'),
    )
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('since', day, (column) => column.notNull())
    .addColumn('until', day, (column) => column.notNull())
    .addPrimaryKeyConstraint('roster_past_key', ['series_id', 'attendee_id', 'since'])
    .execute()
  await db.schema.createIndex('roster_past_by_attendee').on('roster_past').column('attendee_id').execute()
  await db.schema
    .createTable('planned_absence')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'serial', (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('from_day', day, (column) => column.notNull())
    .addColumn('until_day', day, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('planned_absence_by_attendee')
    .on('planned_absence')
    .columns(['attendee_id', 'until_day'])
    .execute()
}

/** Fills in the first day of those on a roster for whom it is not known. */
export async function fillSince(db: Kysely<Tables>, day: string): Promise<void> {
  await sql`update roster set since = coalesce(
      (select min(substr(attendance.session_datetime, 1, 10)) from attendance
        join class_session on class_session.id = attendance.class_id
        where attendance.attendee_id = roster.attendee_id and class_session.series_id = roster.series_id),
      ${day})
    where since = ''`.execute(db)
}
