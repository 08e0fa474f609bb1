import { join } from 'node:path'
import { type Kysely, sql as query } from 'kysely'
import { StartupError } from '../startup-error.ts'
import type { Database, OnQuery } from './database.ts'
import { isUnavailable } from './database-errors.ts'
import { migrate, refuseImportTarget } from './migrate.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'

export type { Database, OnQuery } from './database.ts'

/** Where a database is, and what the operator called it, if not by the setting. */
export type Where = { databaseUrl?: string | undefined; dataFolder: string; namedBy?: string }

/**
 * Opens the database and brings its schema up to date. With a `postgres://` address it is PostgreSQL, otherwise the
 * file `vestry.db` in the data folder. A database that is still being filled with rows is refused.
 */
export async function openDatabase(where: Where, onQuery?: OnQuery): Promise<Database> {
  const { database, bringUpTo } = await openUnmigrated(where, onQuery)
  try {
    await refuseImportTarget(database.sql)
    await bringUpTo()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database without changing it. `bringUpTo` brings its schema up to a step, or to the last one if none is
 * named.
 */
export async function openUnmigrated({ databaseUrl, dataFolder, namedBy }: Where, onQuery?: OnQuery) {
  const database = databaseUrl
    ? (await import('./open-postgres.ts')).openPostgres(databaseUrl, onQuery)
    : openSqlite(join(dataFolder, 'vestry.db'), onQuery)
  const { sql, dialect } = database
  const withUserErrors = async <Result>(work: Promise<Result>) => {
    try {
      return await work
    } catch (error) {
      throw dialect === 'postgres' ? toUserError(error, namedBy) : error
    }
  }
  try {
    if (dialect === 'postgres') {
      await withUserErrors(requireSupported(sql))
    }
  } catch (error) {
    await database.close()
    throw error
  }
  return { database, bringUpTo: (step?: string) => withUserErrors(migrate(sql, dialect, step)) }
}

const OLDEST_POSTGRES = 15

async function requireSupported(sql: Kysely<Tables>) {
  const { rows } = await query<{ version: number; encoding: string }>`select
    current_setting('server_version_num')::integer / 10000 as version,
    current_setting('server_encoding') as encoding`.execute(sql)
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows
  if (version < OLDEST_POSTGRES) {
    throw new StartupError(
      `Vestry needs PostgreSQL ${OLDEST_POSTGRES} or newer; this server is version ${version}.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `The PostgreSQL database must be made with the encoding UTF8; this one has ${encoding}.`,
    )
  }
}

/** An error that an operator can fix, as one sentence with PostgreSQL's own code; any other error as it is. */
export function toUserError(error: unknown, namedBy = 'DATABASE_URL'): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code = '' } = cause as { code?: string }
  const refusal = (sentence: string) => new StartupError(`${sentence} (${code}).`, { cause })
  if (isUnavailable(cause)) {
    return refusal(`The database that ${namedBy} names can not be reached`)
  }
  if (code === 'ERR_INVALID_URL') {
    return refusal(
      `The address that ${namedBy} names can not be read; in its user and password write # as %23, / as %2F and ? as %3F`,
    )
  }
  // Class 28 is a refused user, 3D000 an unknown database, 42501 a right that is missing.
  if (/^28|^3D000$/.test(code)) {
    return refusal(
      `The database server that ${namedBy} names refused the login; check its user, password and database name`,
    )
  }
  if (/CERT|SIGNATURE/.test(code)) {
    return refusal(
      `The certificate of the database server that ${namedBy} names can not be trusted; see its sslmode and sslrootcert`,
    )
  }
  return code === '42501'
    ? refusal(`The user that ${namedBy} names may not make tables there; make it the owner of the database`)
    : error
}
