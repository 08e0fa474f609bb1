import type { MigrationStep } from '../database.ts'

/** The role elsewhere that a group of people stands for, as the operators who made the group name it. */
export const identityGroupRole: MigrationStep = async (db) => {
  await db.schema.alterTable('identity_group').addColumn('role_arn', 'text').execute()
}
