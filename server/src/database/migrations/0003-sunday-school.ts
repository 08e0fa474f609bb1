import { sql } from 'kysely'
import type { Dialect, MigrationStep } from '../database.ts'
import { createAttendeeTriggers, createClassTriggers } from './0003-sunday-school-triggers.ts'

/**
 * Attendees, classes, rosters and attendance. Every writer takes the area `sunday_school`; `attendees` and `classes`
 * count the rows of each, and their changes.
 */
export const sundaySchool: MigrationStep = async (db, dialect) => {
  const id = dialect === 'sqlite' ? 'integer' : 'serial'
  const key = keyText(dialect)
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )

  await db
    .insertInto('area')
    .values([
      { name: 'sunday_school', changes: 0, items: 0 },
      { name: 'attendees', changes: 0, items: 0 },
      { name: 'classes', changes: 0, items: 0 },
    ])
    .execute()

  await table('attendee')
    .addColumn('request_id', 'text', (column) => column.unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('birthdate', key, (column) => column.notNull())
    .addColumn('parent_contact', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('is_member', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('first_key', key, (column) => column.notNull())
    .addColumn('last_key', key, (column) => column.notNull())
    .addColumn('search_key', key, (column) => column.notNull())
    .execute()
  await table('class_series')
    .addColumn('request_id', 'text', (column) => column.unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('roster_version', 'integer', (column) => column.notNull())
    .execute()
  await table('class_session')
    .addColumn('series_id', 'integer', (column) =>
      column.notNull().references('class_series.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('search_key', key, (column) => column.notNull())
    .addColumn('session_datetime', key, (column) => column.notNull())
    .addColumn('room', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('cancelled', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('roll_version', 'integer', (column) => column.notNull())
    .addUniqueConstraint('class_session_time', ['id', 'session_datetime'])
    .execute()
  await db.schema
    .createTable('class_teacher')
    .addColumn('class_id', 'integer', (column) =>
      column.notNull().references('class_session.id').onDelete('cascade'),
    )
    .addColumn('sub', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('class_teacher_key', ['class_id', 'sub'])
    .execute()
  await db.schema
    .createTable('roster')
    .addColumn('series_id', 'integer', (column) =>
      column.notNull().references('class_series.id').onDelete('cascade'),
    )
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('roster_key', ['series_id', 'attendee_id'])
    .execute()
  // The time of the class stands in each record and follows it, so that the database itself refuses somebody in
  // two classes at once.
  await table('attendance')
    .addColumn('class_id', 'integer', (column) => column.notNull())
    .addColumn('session_datetime', key, (column) => column.notNull())
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('attended', 'integer', (column) => column.notNull())
    .addColumn('marked', 'integer', (column) => column.notNull())
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      'attendance_class',
      ['class_id', 'session_datetime'],
      'class_session',
      ['id', 'session_datetime'],
      (constraint) => constraint.onDelete('cascade').onUpdate('cascade'),
    )
    .addUniqueConstraint('attendance_once_a_class', ['class_id', 'attendee_id'])
    .addUniqueConstraint('attendance_once_a_time', ['attendee_id', 'session_datetime'])
    .execute()

  for (const index of [
    'attendee_by_last on attendee (last_key, first_key, id, search_key)',
    'attendee_by_first on attendee (first_key, last_key, id, search_key)',
    'attendee_by_birthdate on attendee (birthdate, last_key, first_key, id, search_key)',
    'class_session_by_date on class_session (session_datetime, id, search_key)',
    'class_session_by_title on class_session (search_key, session_datetime, id)',
    'class_session_by_series on class_session (series_id, session_datetime, id)',
    'class_teacher_by_sub on class_teacher (sub, class_id)',
    'roster_by_attendee on roster (attendee_id)',
    'attendance_by_time on attendance (session_datetime, class_id, attendee_id)',
  ]) {
    await sql`create index ${sql.raw(index)}`.execute(db)
  }
  await createAttendeeTriggers(db, dialect)
  await createClassTriggers(db, dialect)
}

/** Text that both databases compare and sort byte by byte. */
function keyText(dialect: Dialect) {
  return dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
}
