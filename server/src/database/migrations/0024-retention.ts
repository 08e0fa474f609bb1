import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What the records of erased children add up to in each class, which is all that is left of them; the tally of all
 * records includes it. And for how many months data is kept; a rule that is off has no row.
 */
export const retention: MigrationStep = async (db, dialect) => {
  await db.schema
    .createTable('erased_tally')
    .addColumn('class_id', 'integer', (column) =>
      column.primaryKey().references('class_session.id').onDelete('cascade'),
    )
    .addColumn('records', 'integer', (column) => column.notNull())
    .addColumn('present', 'integer', (column) => column.notNull())
    .addColumn('absent', 'integer', (column) => column.notNull())
    .addColumn('expected_present', 'integer', (column) => column.notNull())
    .addColumn('expected_absent', 'integer', (column) => column.notNull())
    .addColumn('expected_away', 'integer', (column) => column.notNull())
    .addColumn('expected_not_recorded', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('retention_rule')
    .addColumn('rule', 'text', (column) => column.primaryKey())
    .addColumn('months', 'integer', (column) => column.notNull())
    .execute()
  const add = `insert into class_tally (class_id, present, absent)
    select new.class_id, new.present, new.absent where new.present + new.absent > 0
    on conflict (class_id) do update
      set present = class_tally.present + excluded.present, absent = class_tally.absent + excluded.absent;`
  const takeAway = `update class_tally
    set present = present - old.present, absent = absent - old.absent where class_id = old.class_id;`
  for (const [name, event, change] of [
    ['added', 'insert', add],
    ['changed', 'update of class_id, present, absent', takeAway + add],
    ['removed', 'delete', takeAway],
  ] as const) {
    const trigger = `erased_${name}_tallied`
    if (dialect === 'sqlite') {
      await sql
        .raw(`create trigger ${trigger} after ${event} on erased_tally begin ${change} end`)
        .execute(db)
    } else {
      await sql
        .raw(
          `create function ${trigger}() returns trigger language plpgsql as $$ begin ${change} return null; end $$`,
        )
        .execute(db)
      await sql
        .raw(
          `create trigger ${trigger} after ${event} on erased_tally for each row execute function ${trigger}()`,
        )
        .execute(db)
    }
  }
  if (dialect === 'sqlite') {
    // Without it, the index only marks what was deleted, and keeps it until it happens to be merged.
    for (const command of [
      `(attendee_trigrams, rank) values ('secure-delete', 1)`,
      `(attendee_trigrams) values ('rebuild')`,
    ]) {
      await sql.raw(`insert into attendee_trigrams ${command}`).execute(db)
    }
  }
}
