import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Database } from '../requests/host.ts'
import type { CognitoTables } from './cognito-tables.ts'

const key = (column: ColumnDefinitionBuilder) => column.primaryKey()
const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique()
const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('identity_user.sub').onDelete('cascade')
const ofSession = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('identity_session.origin_jti').onDelete('cascade')

/** Creates the service's tables in a database that has none of them: all, or none. */
export async function createCognitoTables({ sql: handle, dialect }: Database): Promise<void> {
  await handle.transaction().execute((transaction) => createTables(transaction, dialect))
}

async function createTables(db: Kysely<CognitoTables>, dialect: Database['dialect']): Promise<void> {
  const { schema } = db
  // SQLite sorts by bytes anyway; pages of users and searches for the beginning of an address need an index that does.
  const byBytes = dialect === 'sqlite' ? 'text' : sql`text collate "C"`
  await schema
    .createTable('identity_setting')
    .addColumn('name', 'text', key)
    .addColumn('value', 'text', notNull)
    .execute()
  await schema
    .createTable('identity_signing_key')
    .addColumn('kid', 'text', key)
    .addColumn('public_jwk', 'text', notNull)
    .addColumn('encrypted_private_jwk', 'text', notNull)
    .addColumn('starts', 'bigint', unique)
    .execute()
  await schema
    .createTable('identity_user')
    .addColumn('sub', 'text', key)
    .addColumn('email', byBytes, unique)
    .addColumn('status', 'text', notNull)
    .addColumn('enabled', 'integer', notNull)
    .addColumn('encrypted_verifier', 'text', notNull)
    .addColumn('temporary_until', 'bigint')
    .addColumn('attributes', 'text', notNull)
    .addColumn('group_names', 'text', notNull)
    .addColumn('created', 'bigint', notNull)
    .addColumn('updated', 'bigint', notNull)
    .addColumn('name_key', byBytes, (column) => column.notNull().defaultTo(''))
    .addColumn('mfa_enabled', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('totp_step', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('mfa_preferred', 'text')
    .addColumn('encrypted_totp', 'text')
    .execute()
  await schema
    .createTable('identity_session')
    .addColumn('origin_jti', 'text', key)
    .addColumn('sub', 'text', ofUser)
    .addColumn('auth_time', 'bigint', notNull)
    .addColumn('expires', 'bigint', notNull)
    .addColumn('device_key', 'text')
    .addColumn('scope', 'text')
    .execute()
  await schema
    .createTable('identity_refresh_token')
    .addColumn('token_hash', 'text', key)
    .addColumn('origin_jti', 'text', ofSession)
    .addColumn('rotated', 'bigint')
    .execute()
  await schema
    .createTable('identity_credential')
    .addColumn('access_key_id', 'text', key)
    .addColumn('origin_jti', 'text', ofSession)
    .addColumn('expires', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identity_challenge')
    .addColumn('handle_hash', 'text', key)
    .addColumn('step', 'text', notNull)
    .addColumn('encrypted_state', 'text', notNull)
    .addColumn('expires', 'bigint', notNull)
    .addColumn('attempts', 'integer', notNull)
    .addColumn('request_hash', 'text')
    .addColumn('encrypted_outcome', 'text')
    .addColumn('completed', 'bigint')
    .execute()
  await schema
    .createTable('identity_code')
    .addColumn('subject', 'text', notNull)
    .addColumn('purpose', 'text', notNull)
    .addColumn('code_mac', 'text', notNull)
    .addColumn('expires', 'bigint', notNull)
    .addColumn('attempts', 'integer', notNull)
    .addColumn('encrypted_target', 'text')
    .addPrimaryKeyConstraint('identity_code_key', ['subject', 'purpose'])
    .execute()
  await schema
    .createTable('identity_throttle')
    .addColumn('subject', 'text', key)
    .addColumn('attempts', 'integer', notNull)
    .addColumn('latest', 'bigint', notNull)
    .addColumn('locked_until', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identity_location')
    .addColumn('location', 'text', key)
    .addColumn('sub', 'text', ofUser)
    .addColumn('latest', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identity_passkey')
    .addColumn('credential_id', 'text', key)
    .addColumn('sub', 'text', ofUser)
    .addColumn('public_key', 'text', notNull)
    .addColumn('counter', 'bigint', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('rp_id', 'text', notNull)
    .addColumn('attachment', 'text')
    .addColumn('transports', 'text', notNull)
    .addColumn('created', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identity_device')
    .addColumn('device_key', 'text', key)
    .addColumn('sub', 'text', ofUser)
    .addColumn('group_key', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('encrypted_verifier', 'text', notNull)
    .addColumn('remembered', 'integer', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('created', 'bigint', notNull)
    .addColumn('updated', 'bigint', notNull)
    .addColumn('last_sign_in', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identity_group')
    .addColumn('name', 'text', key)
    .addColumn('description', 'text', notNull)
    .addColumn('precedence', 'integer')
    .addColumn('created', 'bigint', notNull)
    .addColumn('updated', 'bigint', notNull)
    .addColumn('role_arn', 'text')
    .execute()
  await schema
    .createTable('identity_member')
    .addColumn('group_name', 'text', notNull)
    .addColumn('sub', 'text', ofUser)
    .addPrimaryKeyConstraint('identity_member_key', ['group_name', 'sub'])
    .execute()
  await schema
    .createTable('identity_access_key')
    .addColumn('access_key_id', 'text', key)
    .addColumn('name', 'text', unique)
    .addColumn('encrypted_secret', 'text', notNull)
    .addColumn('created', 'bigint', notNull)
    .addColumn('last_used', 'bigint')
    .execute()
  for (const [name, table, columns] of INDEXES) {
    await schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
  }
}

const INDEXES = [
  ['identity_session_sub', 'identity_session', ['sub']],
  ['identity_refresh_token_session', 'identity_refresh_token', ['origin_jti']],
  ['identity_credential_session', 'identity_credential', ['origin_jti']],
  ['identity_user_name', 'identity_user', ['name_key', 'email']],
  ['identity_location_sub', 'identity_location', ['sub']],
  ['identity_passkey_sub', 'identity_passkey', ['sub']],
  ['identity_device_sub', 'identity_device', ['sub']],
  ['identity_member_sub', 'identity_member', ['sub']],
] as const
