import { sql } from 'kysely'
import type { Dialect, MigrationStep } from '../database.ts'

type Renamed = { from: string; to: string; columns?: Record<string, string> }

/** Gives the identity service's tables and columns the standard names of the field. */
export const RENAMED: readonly Renamed[] = [
  { from: 'identity_family', to: 'identity_session' },
  { from: 'identity_place', to: 'identity_location', columns: { place: 'location' } },
  {
    from: 'identity_challenge',
    to: 'identity_challenge',
    columns: {
      sealed_state: 'encrypted_state',
      sealed_outcome: 'encrypted_outcome',
      settled: 'completed',
      tries: 'attempts',
    },
  },
  {
    from: 'identity_signing_key',
    to: 'identity_signing_key',
    columns: { sealed_private_jwk: 'encrypted_private_jwk' },
  },
  {
    from: 'identity_user',
    to: 'identity_user',
    columns: { sealed_verifier: 'encrypted_verifier', sealed_totp: 'encrypted_totp' },
  },
  {
    from: 'identity_code',
    to: 'identity_code',
    columns: { sealed_target: 'encrypted_target', tries: 'attempts' },
  },
  { from: 'identity_device', to: 'identity_device', columns: { sealed_verifier: 'encrypted_verifier' } },
  {
    from: 'identity_access_key',
    to: 'identity_access_key',
    columns: { sealed_secret: 'encrypted_secret' },
  },
]

/** Values in rows. */
export const RENAMED_VALUES = [
  {
    table: 'identity_group',
    column: 'description',
    from: 'Administrators of the house',
    to: 'Administrators',
  },
  { table: 'audit_event', column: 'kind', from: 'password_reset_asked', to: 'password_reset_requested' },
  { table: 'audit_event', column: 'kind', from: 'access_key_made', to: 'access_key_created' },
  { table: 'lease', column: 'name', from: 'tell of failed copies', to: 'notify of failed copies' },
] as const

const INDEXES = [
  ['identity_family_sub', 'identity_session_sub', 'identity_session', 'sub'],
  ['identity_refresh_token_family', 'identity_refresh_token_session', 'identity_refresh_token', 'origin_jti'],
  ['identity_credential_family', 'identity_credential_session', 'identity_credential', 'origin_jti'],
  ['identity_place_sub', 'identity_location_sub', 'identity_location', 'sub'],
] as const

export const plainNames: MigrationStep = async (db, dialect) => {
  for (const { from, to, columns = {} } of RENAMED) {
    for (const [column, name] of Object.entries(columns)) {
      await sql`alter table ${sql.table(from)} rename column ${sql.ref(column)} to ${sql.ref(name)}`.execute(
        db,
      )
    }
    if (from !== to) {
      await db.schema.alterTable(from).renameTo(to).execute()
    }
    if (dialect === 'postgres') {
      await renameConstraints(db, { from, to, columns })
    }
  }
  for (const [from, to, table, column] of INDEXES) {
    await db.schema.dropIndex(from).execute()
    await db.schema.createIndex(to).on(table).column(column).execute()
  }
  for (const { table, column, from, to } of RENAMED_VALUES) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
      db,
    )
  }
  await renameTriggers(db, dialect)
}

/** Renames the triggers that count rows and changes of a lock scope. */
async function renameTriggers(db: Parameters<MigrationStep>[0], dialect: Dialect) {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string; made: string }>`select name, sql as made from sqlite_schema
      where type = 'trigger' and name like '%!_followed' escape '!'`.execute(db)
    for (const { name, made } of rows) {
      await sql`drop trigger ${sql.ref(name)}`.execute(db)
      await sql.raw(made.replace(name, name.replace('_followed', '_counted'))).execute(db)
    }
    return
  }
  const triggers = await sql<{ name: string; table: string }>`
    select tgname as name, relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and tgname like '%!_followed' escape '!'`.execute(db)
  for (const { name, table } of triggers.rows) {
    await sql`alter trigger ${sql.ref(name)} on ${sql.table(table)}
      rename to ${sql.ref(name.replace('_followed', '_counted'))}`.execute(db)
  }
  const functions = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and proname ~ '(_followed$|^follow_)'`.execute(db)
  for (const { name } of functions.rows) {
    await sql`alter function ${sql.ref(name)}()
      rename to ${sql.ref(name.replace('_followed', '_counted').replace(/^follow_/, 'count_'))}`.execute(db)
  }
}

/** PostgreSQL named the constraints after their table and column, and keeps those names. */
async function renameConstraints(db: Parameters<MigrationStep>[0], { from, to, columns = {} }: Renamed) {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${to}::regclass`.execute(db)
  for (const { name } of rows) {
    const renamed = Object.entries(columns).reduce(
      (text, [column, other]) => text.replace(`_${column}_`, `_${other}_`),
      name.replace(from, to),
    )
    if (renamed !== name) {
      await sql`alter table ${sql.table(to)} rename constraint ${sql.ref(name)} to ${sql.ref(renamed)}`.execute(
        db,
      )
    }
  }
}
