import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Second factors, passkeys, devices, groups, operators' access keys, and the audit trail. */
export const identityComplete: MigrationStep = async (db, dialect) => {
  // SQLite adds one column at a time.
  for (const [name, type, fallback] of [
    ['name_key', dialect === 'sqlite' ? sql`text` : sql`text collate "C"`, ''],
    ['mfa_enabled', 'text', '[]'],
    ['totp_step', 'bigint', 0],
  ] as const) {
    await db.schema
      .alterTable('identity_user')
      .addColumn(name, type, (column) => column.notNull().defaultTo(fallback))
      .execute()
  }
  for (const name of ['mfa_preferred', 'sealed_totp']) {
    await db.schema.alterTable('identity_user').addColumn(name, 'text').execute()
  }
  if (dialect === 'postgres') {
    // SQLite sorts by bytes anyway; on PostgreSQL, paging through people and searching by the beginning of an address
    // need an index that does.
    await sql`alter table identity_user alter column email type text collate "C"`.execute(db)
  }
  await db.schema
    .createIndex('identity_user_name')
    .on('identity_user')
    .columns(['name_key', 'email'])
    .execute()
  await db.schema.alterTable('identity_code').addColumn('sealed_target', 'text').execute()
  await db.schema.alterTable('identity_family').addColumn('device_key', 'text').execute()
  await db.schema.alterTable('identity_family').addColumn('scope', 'text').execute()
  await db.schema
    .createTable('identity_place')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) =>
      column.notNull().references('identity_user.sub').onDelete('cascade'),
    )
    .addColumn('latest', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('identity_place_sub').on('identity_place').column('sub').execute()
  await db.schema
    .createTable('identity_passkey')
    .addColumn('credential_id', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) =>
      column.notNull().references('identity_user.sub').onDelete('cascade'),
    )
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('attachment', 'text')
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('identity_passkey_sub').on('identity_passkey').column('sub').execute()
  await db.schema
    .createTable('identity_device')
    .addColumn('device_key', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) =>
      column.notNull().references('identity_user.sub').onDelete('cascade'),
    )
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealed_verifier', 'text', (column) => column.notNull())
    .addColumn('remembered', 'integer', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addColumn('last_sign_in', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('identity_device_sub').on('identity_device').column('sub').execute()
  await db.schema
    .createTable('identity_group')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('precedence', 'integer')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('identity_member')
    .addColumn('group_name', 'text', (column) => column.notNull())
    .addColumn('sub', 'text', (column) =>
      column.notNull().references('identity_user.sub').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('identity_member_key', ['group_name', 'sub'])
    .execute()
  await db.schema.createIndex('identity_member_sub').on('identity_member').column('sub').execute()
  await describeFirstGroups(db, dialect)
  await db.schema
    .createTable('identity_access_key')
    .addColumn('access_key_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint')
    .execute()
  await db.schema
    .createTable('audit_event')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigserial', (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('subject', 'text')
    .addColumn('subject_name', 'text')
    .addColumn('address', 'text')
    .addColumn('detail', 'text')
    .execute()
  // Newest first: of everything, of one kind, or of one person; the last index finds who had a name.
  for (const [name, columns] of [
    ['at', ['at', 'id']],
    ['kind', ['kind', 'at', 'id']],
    ['actor', ['actor', 'at', 'id']],
    ['subject', ['subject', 'at', 'id']],
    ['subject_name', ['subject_name', 'subject']],
  ] as const) {
    await db.schema
      .createIndex(`audit_event_${name}`)
      .on('audit_event')
      .columns([...columns])
      .execute()
  }
}

/** The two groups that the program knows by name, and who is in which of them so far. */
async function describeFirstGroups(db: Parameters<MigrationStep>[0], dialect: Parameters<MigrationStep>[1]) {
  const now =
    dialect === 'sqlite'
      ? sql`cast(strftime('%s') as integer) * 1000`
      : sql`cast(extract(epoch from now()) as bigint) * 1000`
  await sql`insert into identity_group (name, description, precedence, created, updated) values
    ('Admins', 'Administrators of the house', 1, ${now}, ${now}),
    ('Teachers', 'Teachers of the Sunday school', 10, ${now}, ${now})`.execute(db)
  const names =
    dialect === 'sqlite' ? 'json_each(group_names)' : 'json_array_elements_text(group_names::json)'
  await sql`insert into identity_member (group_name, sub)
    select distinct ${sql.raw(dialect === 'sqlite' ? 'value' : 'value.value')}, sub
    from identity_user, ${sql.raw(names)} as value`.execute(db)
}
