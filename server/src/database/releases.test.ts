import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql as query } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SqliteFile } from '../sqlite-file.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { SAMPLE_ROWS, writeSampleRows } from '../testing/sample-rows.ts'
import { STEP_NAMES } from './migrate.ts'
import { type Database, openDatabase, openUnmigrated } from './open-database.ts'
import { readSchema } from './read-schema.ts'

const RELEASES = join(import.meta.dirname, 'releases')

eachDatabase((kind) => {
  type Place = { databaseUrl: string | undefined; dataFolder: string; leave(): Promise<void> }
  let place: Place
  let fresh: string[]

  async function find(): Promise<Place> {
    const made = await kind.create()
    const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-release-'))
    return {
      databaseUrl: made.databaseUrl,
      dataFolder,
      async leave() {
        await made.drop()
        await rm(dataFolder, { recursive: true })
      },
    }
  }

  beforeAll(async () => {
    const empty = await find()
    const database = await openDatabase(empty)
    fresh = await describeSchema(database)
    await database.close()
    await empty.leave()
  })
  beforeEach(async () => {
    place = await find()
  })
  afterEach(() => place.leave())

  /** Opens the database with the present program: the rows are there, and the schema is that of a new database. */
  async function expectUpgraded(steps: readonly string[]) {
    const database = await openDatabase(place)
    try {
      for (const [table, rows] of steps.flatMap((step) => Object.entries(SAMPLE_ROWS[step] ?? {}))) {
        const { rows: there } = await query<object>`select * from ${query.table(table)}`.execute(database.sql)
        expect(there).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
      }
      expect(await describeSchema(database)).toEqual(fresh)
      await expectSearches(database)
    } finally {
      await database.close()
    }
  }

  async function expectSearches({ sql }: Database) {
    const found = await sql
      .selectFrom('preaching_item_search')
      .select('id')
      .where('search_key', 'like', '%grace%')
      .execute()
    expect(found).toHaveLength(3)
  }

  test.each(STEP_NAMES.map((name, index) => ({ name, steps: STEP_NAMES.slice(0, index + 1) })))(
    'a church that was written with $name as the last step is brought up to date whole',
    async ({ name, steps }) => {
      const { database, bringUpTo } = await openUnmigrated(place)
      await bringUpTo(name)
      await writeSampleRows(database.sql, steps)
      await database.close()
      await expectUpgraded(steps)
    },
  )

  test('a program that is killed in the middle of an upgrade leaves the database as it was, and the next one upgrades it', async () => {
    const before = STEP_NAMES.slice(0, 3)
    const opened = await openUnmigrated(place)
    await opened.bringUpTo(before.at(-1))
    await writeSampleRows(opened.database.sql, before)
    const schema = await describeSchema(opened.database)
    await opened.database.close()
    // The real steps, and a kill -9 just before the last table of the fourth one is made.
    const program = `
      import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
      import { openUnmigrated } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))}
      const { database } = await openUnmigrated(${JSON.stringify(place)})
      const death = {
        transformQuery({ node }) {
          if (node.kind === 'CreateTableNode' && JSON.stringify(node).includes('audit_event')) {
            process.kill(process.pid, 'SIGKILL')
          }
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await migrate(database.sql.withPlugin(death), database.dialect)`
    const dead = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    await expect(dead).rejects.toMatchObject({ signal: 'SIGKILL' })
    const { database } = await openUnmigrated(place)
    expect(await describeSchema(database)).toEqual(schema)
    await database.close()
    await expectUpgraded(before)
  })

  const dialect = kind.name === 'SQLite' ? 'sqlite' : 'postgres'
  test.each(globSync(`*.${dialect}.sql`, { cwd: RELEASES }).sort())(
    'the release %s is brought up to date whole',
    async (file) => {
      const dump = readFileSync(join(RELEASES, file), 'utf8')
      const steps = STEP_NAMES.filter((name) => dump.includes(`'${name}'`))
      expect(steps.length).toBeGreaterThan(0)
      if (place.databaseUrl === undefined) {
        const handle = new SqliteFile(join(place.dataFolder, 'vestry.db'))
        handle.exec(dump)
        handle.close()
      } else {
        const client = new pg.Client({ connectionString: place.databaseUrl })
        await client.connect()
        await client.query(dump)
        await client.end()
      }
      await expectUpgraded(steps)
    },
  )
})

test('every table has sample rows, so that no upgrade and no copy goes untried', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-release-'))
  const database = await openDatabase({ dataFolder })
  afterAll(() => rm(dataFolder, { recursive: true }))
  const tables = await readSchema(
    async (text) => (await query.raw<Record<string, unknown>>(text).execute(database.sql)).rows,
    'sqlite',
  )
  await database.close()
  const sampled = new Set(Object.values(SAMPLE_ROWS).flatMap((rows) => Object.keys(rows)))
  expect([...sampled].sort()).toEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => name !== 'lock_scope')
      .sort(),
  )
})
