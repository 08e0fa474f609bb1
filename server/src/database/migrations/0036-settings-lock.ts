import type { MigrationStep } from '../database.ts'

/** Saving the church's settings waits for nobody who writes to the Sunday school. */
export const settingsLock: MigrationStep = async (db) => {
  await db.insertInto('lock_scope').values({ name: 'settings', changes: 0, items: 0 }).execute()
}
