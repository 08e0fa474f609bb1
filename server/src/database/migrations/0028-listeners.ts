import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What feeds say of a sermon: when it came out, in milliseconds, which never changes once it has, and how many bytes its
 * recording has; null until that is known.
 */
export const listeners: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? sql`integer` : sql`bigint`
  await sql`alter table preaching_item add column feed_date ${number}`.execute(db)
  await sql`alter table preaching_item add column media_size ${number}`.execute(db)
}
