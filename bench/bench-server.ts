import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '@vestry/server/config.ts'
import { type Database, openDatabase } from '@vestry/server/database/open-database.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { sql } from 'kysely'

export const ADMIN = { email: 'bench@vestry.test', password: 'Bench-house-2-all' }

export type BenchOptions = { postgres: boolean; sizes: number[]; seconds: number; named: string[] }

/**
 * Options of the command line: `--postgres`, `--items 1000,100000`, `--seconds 3` and any others that a benchmark has.
 */
export function readOptions(sizes: string): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      postgres: { type: 'boolean', default: false },
      items: { type: 'string', default: sizes },
      seconds: { type: 'string', default: '5' },
    },
  })
  return {
    postgres: values.postgres,
    sizes: values.items.split(',').map(Number),
    seconds: Number(values.seconds),
    named: positionals,
  }
}

/**
 * For each size, fills a new server and measures it: first its database and then, once that is closed, the server
 * itself.
 */
export async function eachSize(
  options: BenchOptions,
  steps: {
    fill(database: Database, size: number): Promise<void>
    measure(database: Database, size: number): Promise<void>
    measureServer?(config: Config, size: number): Promise<void>
  },
): Promise<void> {
  const postgres = options.postgres ? await runPostgres() : undefined
  try {
    for (const size of options.sizes) {
      const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
      const config = readConfig({
        VESTRY_DATA: dataFolder,
        VESTRY_PUBLIC_URL: 'http://localhost:8135',
        // Clients say for which address they stand, since one address may not begin so many sign-ins.
        VESTRY_TRUST_PROXY: '127.0.0.1',
        VESTRY_ADMIN_EMAIL: ADMIN.email,
        VESTRY_ADMIN_PASSWORD: ADMIN.password,
        DATABASE_URL: postgres && (await newDatabase(postgres.url, `bench_${size}`)),
      })
      const database = await openDatabase(config)
      const began = performance.now()
      await steps.fill(database, size)
      const settle = database.dialect === 'postgres' ? 'vacuum analyze' : 'pragma optimize'
      await sql.raw(settle).execute(database.sql)
      console.log(`A server of ${size} made in ${Math.round(performance.now() - began)} ms`)
      await steps.measure(database, size)
      await database.close()
      await steps.measureServer?.(config, size)
      await rm(dataFolder, { recursive: true, force: true })
    }
  } finally {
    await postgres?.stop()
  }
}

async function newDatabase(url: string, name: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: url, dataFolder: '' })
  await sql.raw(`create database ${name}`).execute(database.sql)
  await database.close()
  return url.replace('/postgres?', `/${name}?`)
}
