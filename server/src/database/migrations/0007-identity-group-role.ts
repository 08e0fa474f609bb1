import type { MigrationStep } from '../database.ts'

/** The role in other systems that a group of people stands for, as named by the operators who made the group. */
export const identityGroupRole: MigrationStep = async (db) => {
  await db.schema.alterTable('identity_group').addColumn('role_arn', 'text').execute()
}
