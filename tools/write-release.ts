/**
 * Writes down what a database of this version looks like, with a few rows in every table, as SQL for both databases:
 * `server/src/database/releases/<version>.{sqlite,postgres}.sql`. Later versions prove with it that they bring such a
 * database up to date. Run when a version is released, with the folder of Debian's PostgreSQL 15, which has pg_dump:
 *
 *     VESTRY_TEST_POSTGRES=/usr/lib/postgresql/15/bin node tools/write-release.ts
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/database/open-database.ts'
import { dumpPostgres, dumpSqlite } from '../server/src/testing/dump-database.ts'
import { runPostgres } from '../server/src/testing/run-postgres.ts'
import { writeSampleRows } from '../server/src/testing/sample-rows.ts'
import { VERSION } from '../server/src/version.ts'
import { ROOT } from './run-step.ts'

const folder = join(ROOT, 'server', 'src', 'database', 'releases')
mkdirSync(folder, { recursive: true })
const dataFolder = mkdtempSync(join(tmpdir(), 'vestry-release-'))
const programs = process.env.VESTRY_TEST_POSTGRES
if (!programs) {
  throw new Error('VESTRY_TEST_POSTGRES must name the folder of pg_dump and its server.')
}
const postgres = await runPostgres()
try {
  await write(undefined)
  writeFileSync(join(folder, `${VERSION}.sqlite.sql`), dumpSqlite(join(dataFolder, 'vestry.db')))
  await write(postgres.url)
  writeFileSync(join(folder, `${VERSION}.postgres.sql`), dumpPostgres(programs, postgres.url))
} finally {
  await postgres.stop()
  rmSync(dataFolder, { recursive: true })
}

async function write(databaseUrl: string | undefined) {
  const database = await openDatabase({ databaseUrl, dataFolder })
  await writeSampleRows(database.sql)
  await database.close()
}
