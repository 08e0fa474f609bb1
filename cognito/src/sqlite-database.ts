import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { CognitoTables } from './core/users/cognito-tables.ts'
import { createCognitoTables } from './core/users/create-tables.ts'

/**
 * Opens a SQLite file with Node's own driver, for a program that keeps nothing else in it; makes it with all tables.
 */
export async function openCognitoDatabase(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = new DatabaseSync(file)
  handle.exec('pragma journal_mode = WAL; pragma foreign_keys = ON')
  const sql = new Kysely<CognitoTables>({ dialect: dialectOver(handle) })
  const database = { sql, dialect: 'sqlite' as const, close: () => sql.destroy() }
  const tables = await sql.introspection.getTables()
  if (!tables.some(({ name }) => name === 'identity_setting')) {
    await createCognitoTables(database)
  }
  return database
}

function dialectOver(handle: DatabaseSync): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => handle.close(),
      prepare(text) {
        const statement = handle.prepare(text)
        const given = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...given(parameters)),
          run: (parameters) => statement.run(...given(parameters)),
          iterate: (parameters) => statement.iterate(...given(parameters)),
        }
      },
    },
  })
}
