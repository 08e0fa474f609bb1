import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Finds who had a name when they did something, as the index of `subject_name` does for what was done to them. */
export const auditActorName: MigrationStep = async (db) => {
  await sql`create index audit_event_actor_name on audit_event (actor_name, actor)`.execute(db)
}
