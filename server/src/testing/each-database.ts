import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** A new database, empty or a copy of a closed one; SQLite's is in the data folder. */
  create(original?: string): Promise<{ databaseUrl: string | undefined; drop(): Promise<void> }>
}

export const SQLITE: TestDatabase = {
  name: 'SQLite',
  create: async () => ({ databaseUrl: undefined, drop: async () => undefined }),
}

export const POSTGRES: TestDatabase = {
  name: 'PostgreSQL',
  async create(original) {
    const server = inject('postgresUrl')
    const name = `vestry_${randomUUID().replaceAll('-', '')}`
    const template = original ? new URL(original).pathname.slice(1) : 'template1'
    await command(server, `create database ${name} template ${template} strategy file_copy`)
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

/** Runs the same tests on every database that the server supports. */
export function eachDatabase(story: (database: TestDatabase) => void) {
  for (const database of [SQLITE, POSTGRES]) {
    describe(database.name, () => story(database))
  }
}
