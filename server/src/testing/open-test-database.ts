import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OnQuery, openDatabase } from '../database/open-database.ts'
import type { TestDatabase } from './each-database.ts'

/** A new database without a server, and a function that closes and removes it. */
export async function openTestDatabase(kind: TestDatabase, onQuery?: OnQuery) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-test-'))
  const made = await kind.create()
  const database = await openDatabase({ databaseUrl: made.databaseUrl, dataFolder }, onQuery)
  return {
    database,
    async release() {
      await database.close()
      await made.drop()
      await rm(dataFolder, { recursive: true })
    },
  }
}
