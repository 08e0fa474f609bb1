import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

type Renamed = { from: string; to: string; columns?: Record<string, string> }

/** The identity service's tables and columns under the names of its field. Rows stay as they are. */
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
  { from: 'identity_code', to: 'identity_code', columns: { sealed_target: 'encrypted_target' } },
  { from: 'identity_device', to: 'identity_device', columns: { sealed_verifier: 'encrypted_verifier' } },
  {
    from: 'identity_access_key',
    to: 'identity_access_key',
    columns: { sealed_secret: 'encrypted_secret' },
  },
]

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
}

/** PostgreSQL has named constraints after their table and column, and keeps those names. */
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
