import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { POSTGRES } from '../../testing/each-database.ts'
import { openUnmigrated } from '../open-database.ts'

type Opened = Awaited<ReturnType<typeof openUnmigrated>>

let opened: Opened
let drop: () => Promise<void>

beforeEach(async () => {
  const made = await POSTGRES.create()
  drop = made.drop
  // What is in the schema of the tables hides PostgreSQL's own view.
  const databaseUrl = `${made.databaseUrl}&options=-c%20search_path%3Dpublic,pg_catalog`
  opened = await openUnmigrated({ databaseUrl, dataFolder: '' })
})
afterEach(async () => {
  await opened.database.close()
  await drop()
})

async function textsOf(query: ReturnType<typeof sql<{ text: string }>>) {
  return (await query.execute(opened.database.sql)).rows.map(({ text }) => text)
}
const extensions = () =>
  textsOf(sql`select extname::text as text from pg_extension where extname = 'pg_trgm'`)
const indexes = () =>
  textsOf(sql`select indexname::text as text from pg_indexes where indexname like '%trigrams' order by 1`)
const FIRST = ['attendee_trigrams', 'class_session_trigrams', 'preaching_item_trigrams']
const INDEXES = ['attendee_trigrams', 'class_session_trigrams', 'family_trigrams', 'preaching_item_trigrams']

test('where a server offers pg_trgm the first steps index with it', async () => {
  await opened.bringUpTo('0003-sunday-school')
  expect(await extensions()).toEqual(['pg_trgm'])
  expect(await indexes()).toEqual(FIRST)
})

test('a server that does not offer pg_trgm is brought up to date all the same', async () => {
  await sql`create view public.pg_available_extensions as
    select * from pg_catalog.pg_available_extensions where name <> 'pg_trgm'`.execute(opened.database.sql)
  await opened.bringUpTo('0003-sunday-school')
  expect(await indexes()).toEqual([])
  await opened.bringUpTo()
  expect(await extensions()).toEqual([])
  expect(await indexes()).toEqual(INDEXES)
})
