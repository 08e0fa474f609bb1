import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type AreaState, READ_AREA, requireArea } from './area-state.ts'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

const INT8 = 20

/** A database that several processes of the house may share. */
export function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    sql,
    dialect: 'postgres',
    async readArea(area) {
      const { rows } = await pool.query<AreaState>({
        name: 'read-area',
        text: `${READ_AREA}$1`,
        values: [area],
      })
      return requireArea(rows[0], area)
    },
    close: () => sql.destroy(),
  }
}
