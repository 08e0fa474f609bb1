import type { MigrationStep } from '../database.ts'

export const allergiesAndNeeds: MigrationStep = async (db) => {
  for (const column of ['allergies', 'needs']) {
    await db.schema
      .alterTable('attendee')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
}
