import type { MigrationStep } from '../database.ts'

/**
 * People, their sign-ins and what guards them. Nobody can sign in with what is in these tables unless they have the key
 * file.
 */
export const identity: MigrationStep = async (db) => {
  await db.schema
    .createTable('identity_setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('identity_signing_key')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('public_jwk', 'text', (column) => column.notNull())
    .addColumn('sealed_private_jwk', 'text', (column) => column.notNull())
    .addColumn('starts', 'bigint', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('identity_user')
    .addColumn('sub', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('sealed_verifier', 'text', (column) => column.notNull())
    .addColumn('temporary_until', 'bigint')
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addColumn('group_names', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('identity_family')
    .addColumn('origin_jti', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) =>
      column.notNull().references('identity_user.sub').onDelete('cascade'),
    )
    .addColumn('auth_time', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('identity_family_sub').on('identity_family').column('sub').execute()
  await db.schema
    .createTable('identity_refresh_token')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('origin_jti', 'text', (column) =>
      column.notNull().references('identity_family.origin_jti').onDelete('cascade'),
    )
    .addColumn('rotated', 'bigint')
    .execute()
  await db.schema
    .createIndex('identity_refresh_token_family')
    .on('identity_refresh_token')
    .column('origin_jti')
    .execute()
  await db.schema
    .createTable('identity_credential')
    .addColumn('access_key_id', 'text', (column) => column.primaryKey())
    .addColumn('origin_jti', 'text', (column) =>
      column.notNull().references('identity_family.origin_jti').onDelete('cascade'),
    )
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('identity_credential_family')
    .on('identity_credential')
    .column('origin_jti')
    .execute()
  await db.schema
    .createTable('identity_challenge')
    .addColumn('handle_hash', 'text', (column) => column.primaryKey())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('sealed_state', 'text', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('request_hash', 'text')
    .addColumn('sealed_outcome', 'text')
    .addColumn('settled', 'bigint')
    .execute()
  await db.schema
    .createTable('identity_code')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code_mac', 'text', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('identity_code_key', ['subject', 'purpose'])
    .execute()
  await db.schema
    .createTable('identity_throttle')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('latest', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .execute()
}
