import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Generated, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { describe, inject } from 'vitest'
import type { CognitoTables } from '../core/users/cognito-tables.ts'
import { createCognitoTables } from '../core/users/create-tables.ts'
import { openCognitoDatabase } from '../sqlite-database.ts'

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** A new, empty database; SQLite makes its own in the data folder. */
  create(): Promise<{ databaseUrl: string | undefined; drop(): Promise<void> }>
}

const SQLITE: TestDatabase = {
  name: 'SQLite',
  create: async () => ({ databaseUrl: undefined, drop: async () => undefined }),
}

const POSTGRES: TestDatabase = {
  name: 'PostgreSQL',
  async create() {
    const server = inject('postgresUrl')
    const name = `cognito_${randomUUID().replaceAll('-', '')}`
    await command(server, `create database ${name}`)
    const databaseUrl = server.replace('/postgres?', `/${name}?`)
    return { databaseUrl, drop: () => command(server, `drop database ${name} with (force)`) }
  },
}

async function command(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Tells the same story on every database that the service knows. */
export function eachDatabase(story: (database: TestDatabase) => void) {
  for (const database of [SQLITE, POSTGRES]) {
    describe(database.name, () => story(database))
  }
}

/** The package's own tables, and the one that the tests' audit log writes to. */
export type TestTables = CognitoTables & {
  audit_event: {
    id: Generated<number>
    at: number
    kind: string
    actor: string | null
    actor_name: string | null
    subject: string | null
    subject_name: string | null
    address: string | null
    parts: string | null
  }
}

/** A database that is open, whoever made its tables. */
export type OpenDatabase = {
  sql: Kysely<TestTables>
  dialect: 'sqlite' | 'postgres'
  close(): Promise<void>
}

export type OpenTestDatabase = (where: {
  dataFolder: string
  databaseUrl: string | undefined
}) => Promise<OpenDatabase>

/** Opens a database as an embedding program would, with all the tables. */
export const openTestDatabase: OpenTestDatabase = async ({ dataFolder, databaseUrl }) => {
  const dialect = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const sql =
    databaseUrl === undefined
      ? (await openCognitoDatabase(join(dataFolder, 'cognito.db'))).sql.withTables<TestTables>()
      : await openPostgres(databaseUrl)
  await sql.schema
    .createTable('audit_event')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigserial', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('subject', 'text')
    .addColumn('subject_name', 'text')
    .addColumn('address', 'text')
    .addColumn('parts', 'text')
    .execute()
  await sql
    .insertInto('identity_group')
    .values([
      { name: 'Admins', description: 'Administrators', precedence: 1, created: 0, updated: 0 },
      { name: 'Teachers', description: 'Teachers', precedence: 10, created: 0, updated: 0 },
    ])
    .execute()
  return { sql, dialect, close: () => sql.destroy() }
}

const INT8 = 20
/** PostgreSQL's bigint as a number, into which every time and counter of ours fits. */
const WHOLE_NUMBERS = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
}

async function openPostgres(connectionString: string) {
  const pool = new pg.Pool({ connectionString, types: WHOLE_NUMBERS })
  // The query reports a broken connection; without listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const sql = new Kysely<TestTables>({ dialect: new PostgresDialect({ pool }) })
  await createCognitoTables({ sql, dialect: 'postgres' })
  return sql
}
