import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCognitoTables } from '@vestry/cognito'
import { sql as query } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, openUnmigrated } from './database/open-database.ts'
import { describeSchema } from './testing/describe-schema.ts'
import { eachDatabase } from './testing/each-database.ts'

eachDatabase((on) => {
  const opened: { database: Database; drop(): Promise<void> }[] = []

  async function open(how: typeof openDatabase): Promise<Database> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-tables-'))
    const { databaseUrl, drop } = await on.create()
    const database = await how({ dataFolder, databaseUrl })
    opened.push({
      database,
      async drop() {
        await database.close()
        await drop()
        await rm(dataFolder, { recursive: true })
      },
    })
    return database
  }

  let ours: Database
  let theirs: Database
  beforeAll(async () => {
    ours = await open(openDatabase)
    theirs = await open(async (where) => (await openUnmigrated(where)).database)
    await createCognitoTables(theirs)
  })
  afterAll(async () => {
    for (const { drop } of opened) {
      await drop()
    }
  })

  test('the identity service makes the same tables alone as the steps of the schema do', async () => {
    const [alone, migrated] = await Promise.all([tablesOf(theirs), tablesOf(ours)])
    expect(alone.length).toBeGreaterThan(80)
    expect(alone).toEqual(migrated)
  })

  test('a church has the groups of its administrators and teachers from the start', async () => {
    const groups = ours.sql
      .selectFrom('identity_group')
      .select(['name', 'precedence', 'created'])
      .orderBy('precedence')
    expect(await groups.execute()).toEqual([
      { name: 'Admins', precedence: 1, created: expect.closeTo(Date.now(), -6) },
      { name: 'Teachers', precedence: 10, created: expect.closeTo(Date.now(), -6) },
    ])
  })
})

/** The columns, keys and indexes of the identity service's tables, one on each line. */
async function tablesOf(database: Database): Promise<string[]> {
  const lines =
    database.dialect === 'postgres' ? await describeSchema(database) : await describeSqlite(database)
  return lines.filter((line) => line.includes('identity_'))
}

/**
 * SQLite keeps the text of the statement, where a column that was added later stands elsewhere: its own lists say what
 * is true.
 */
async function describeSqlite({ sql }: Database): Promise<string[]> {
  const { rows } = await query
    .raw<{ line: string }>(`
    select 'column ' || t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' ||
        coalesce(c.dflt_value, '') || ' ' || c.pk as line
      from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'
    union all select 'key ' || t.name || ' ' || f."from" || ' ' || f."table" || ' ' || f."to" || ' ' || f.on_delete
      from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table'
    union all select 'index ' || t.name || ' ' || i.name || ' ' || i."unique" || ' ' || c.seqno || ' ' || coalesce(c.name, '')
      from sqlite_schema t join pragma_index_list(t.name) i join pragma_index_info(i.name) c where t.type = 'table'
  `)
    .execute(sql)
  return rows.map(({ line }) => line).sort()
}
