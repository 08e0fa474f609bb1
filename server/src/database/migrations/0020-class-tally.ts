import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * How many are recorded as present and as absent in each class, kept by triggers: a report over many years adds up
 * classes instead of children. A class without any record has no row.
 */
export const classTally: MigrationStep = async (db, dialect) => {
  await db.schema
    .createTable('class_tally')
    .addColumn('class_id', 'integer', (column) =>
      column.primaryKey().references('class_session.id').onDelete('cascade'),
    )
    .addColumn('present', 'integer', (column) => column.notNull())
    .addColumn('absent', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into class_tally (class_id, present, absent)
    select class_id, sum(attended), sum(1 - attended) from attendance where marked = 1 group by class_id`.execute(
    db,
  )
  const add = `insert into class_tally (class_id, present, absent)
    select new.class_id, new.attended, 1 - new.attended where new.marked = 1
    on conflict (class_id) do update
      set present = class_tally.present + excluded.present, absent = class_tally.absent + excluded.absent;`
  const takeAway = `update class_tally
    set present = present - old.attended, absent = absent - (1 - old.attended)
    where class_id = old.class_id and old.marked = 1;`
  for (const [name, event, change] of [
    ['added', 'insert', add],
    ['changed', 'update of class_id, attended, marked', takeAway + add],
    ['removed', 'delete', takeAway],
  ] as const) {
    const trigger = `attendance_${name}_tallied`
    if (dialect === 'sqlite') {
      await sql.raw(`create trigger ${trigger} after ${event} on attendance begin ${change} end`).execute(db)
    } else {
      await sql
        .raw(
          `create function ${trigger}() returns trigger language plpgsql as $$ begin ${change} return null; end $$`,
        )
        .execute(db)
      await sql
        .raw(
          `create trigger ${trigger} after ${event} on attendance for each row execute function ${trigger}()`,
        )
        .execute(db)
    }
  }
}
