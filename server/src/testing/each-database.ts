import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** A new, empty database; SQLite makes its own in the data folder. */
  create(): Promise<{ databaseUrl: string | undefined; drop(): Promise<void> }>
}

export const SQLITE: TestDatabase = {
  name: 'SQLite',
  create: async () => ({ databaseUrl: undefined, drop: async () => undefined }),
}

export const POSTGRES: TestDatabase = {
  name: 'PostgreSQL',
  async create() {
    const server = inject('postgresUrl')
    const name = `vestry_${randomUUID().replaceAll('-', '')}`
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

/** Tells the same story on every database that the server knows. */
export function eachDatabase(story: (database: TestDatabase) => void) {
  for (const database of [SQLITE, POSTGRES]) {
    describe(database.name, () => story(database))
  }
}
