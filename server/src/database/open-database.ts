import { join } from 'node:path'
import { type Kysely, sql as query } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import type { AreaState } from './area-state.ts'
import { isUnavailable } from './database-errors.ts'
import type { Dialect } from './dialect.ts'
import { migrate, refuseArrival } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { AreaName, Tables } from './tables.ts'

/** Is told how many milliseconds each statement took. */
export type OnQuery = (milliseconds: number) => void

export type Database = {
  sql: Kysely<Tables>
  dialect: Dialect
  /** Asked for with every list, and therefore quick. Tells only of what is committed. */
  readArea(area: AreaName): Promise<AreaState>
  /** How the connections are used, where there is a pool of them. */
  pool?(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

type Where = { databaseUrl?: string | undefined; dataFolder: string }

/**
 * Opens the database and brings its schema up to date. With a `postgres://` address it is PostgreSQL,
 * otherwise the file `vestry.db` in the data folder. One that rows are still being put into is refused.
 */
export async function openDatabase(where: Where, onQuery?: OnQuery): Promise<Database> {
  const { database, bringUpTo } = await openUnmigrated(where, onQuery)
  try {
    await refuseArrival(database.sql)
    await bringUpTo()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database as it is. `bringUpTo` makes its schema, up to a step or, if none is named, to the last. */
export async function openUnmigrated({ databaseUrl, dataFolder }: Where, onQuery?: OnQuery) {
  const database = databaseUrl
    ? openPostgres(databaseUrl, onQuery)
    : openSqlite(join(dataFolder, 'vestry.db'), onQuery)
  const { sql, dialect } = database
  try {
    await query`select 1`.execute(sql)
  } catch (error) {
    await database.close()
    throw dialect === 'postgres' ? inOneSentence(error) : error
  }
  return { database, bringUpTo: (step?: string) => migrate(sql, dialect, step) }
}

/** What an operator can mend, with PostgreSQL's own code for it. */
export function inOneSentence(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (isUnavailable(error)) {
    return new StartRefused(`The database that DATABASE_URL names can not be reached (${code}).`, {
      cause: error,
    })
  }
  // Class 28 is a refused user, 3D000 an unknown database.
  return /^28|^3D000$/.test(code ?? '')
    ? new StartRefused(
        `The database server that DATABASE_URL names does not let us in; look at its user, password and database name (${code}).`,
        { cause: error },
      )
    : error
}
