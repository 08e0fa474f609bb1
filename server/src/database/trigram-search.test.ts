import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { createListQuery } from './list-query.ts'
import type { Database } from './open-database.ts'
import { rowsByTrigrams } from './trigram-search.ts'

const LETTERS = ['a', 'q', '7', ' ', 'ж', 'ß', 'ſ', '語', '𐐨']
/** Every key of one to three letters, and some that are longer. */
const KEYS = [
  ...LETTERS,
  ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)),
  ...LETTERS.flatMap((first) => LETTERS.flatMap((second) => LETTERS.map((third) => first + second + third))),
  ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789 .,-', (next) => `jk${next}jk`),
  'stop the press',
  'ſtop the preſs',
  'aqua aqua',
  'aaaaaaaaaq',
]

eachDatabase((kind) => {
  let database: Database
  let release: () => Promise<void>

  beforeAll(async () => {
    ;({ database, release } = await openTestDatabase(kind))
    const rest = { first_name: '', last_name: '', parent_contact: '', birthdate: '', notes: '' }
    const rows = KEYS.map((search_key) => ({ ...rest, search_key, is_member: 0, version: 1 }))
    await database.sql
      .insertInto('attendee')
      .values(rows.map((row, index) => ({ ...row, first_key: '', last_key: '', id: index + 1 })))
      .execute()
  })
  afterAll(() => release())

  const listOf = (bound?: number) =>
    createListQuery<object, 'id', number>(
      database,
      {
        table: 'attendee',
        scope: 'attendees',
        orders: { id: [] },
        where: () => undefined,
        read: async (ids) => [...ids],
      },
      bound,
    )
  const found = (...texts: string[]) =>
    KEYS.flatMap((key, index) => (texts.every((text) => key.includes(text)) ? [index + 1] : []))
  const everyPair = [
    'st',
    'op',
    'ss',
    'qu',
    'zz',
    'jk',
    'j7',
    '.j',
    '-j',
    ' t',
    ...LETTERS.flatMap((a) => LETTERS.map((b) => a + b)),
  ]

  test('every pair of letters is found, wherever in a key it stands', async () => {
    const find = listOf()
    for (const text of everyPair) {
      const page = { filter: {}, orderBy: 'id', direction: 'ASC', limit: 100, offset: 0 } as const
      const ids = found(text)
      expect(await find({ texts: [text], ...page }), text).toEqual({
        results: ids.slice(0, 100),
        totalCount: ids.length,
      })
      const both = found(text, 'q')
      expect(await find({ texts: [text, 'q'], ...page }), text).toEqual({
        results: both.slice(0, 100),
        totalCount: both.length,
      })
    }
  })

  test('many pairs of letters are found together', async () => {
    const texts = ['st', 'to', 'op', 'th', 'he', 'pr', 're', 'es', 's']
    const page = { filter: {}, orderBy: 'id', direction: 'ASC', limit: 9, offset: 0 } as const
    expect(await listOf()({ texts, ...page })).toEqual({ results: found(...texts), totalCount: 1 })
  })

  test('pairs of letters with more hits than the bound are counted no further', async () => {
    const page = { filter: {}, orderBy: 'id', direction: 'DESC', limit: 5, offset: 0 } as const
    const ids = found('aq').reverse()
    expect(await listOf(10)({ texts: ['aq'], ...page })).toEqual({
      results: ids.slice(0, 5),
      totalCount: 10,
      totalExceeded: true,
    })
    const both = found('aq', 'qa').reverse()
    expect(both.length).toBeLessThan(10)
    expect(await listOf(10)({ texts: ['aq', 'qa'], ...page })).toEqual({
      results: both.slice(0, 5),
      totalCount: both.length,
    })
  })

  test('the index finds texts of any length, wherever in a key they stand', async () => {
    for (const text of [...LETTERS, ...everyPair, ...KEYS]) {
      const rows = rowsByTrigrams(database.dialect, 'attendee', [text])
      const { rows: candidates } = await sql<{ id: number }>`select id from (${rows}) as candidate
        order by id`.execute(database.sql)
      const ids = candidates.map(({ id }) => id)
      expect(ids, text).toEqual(expect.arrayContaining(found(text)))
      if ([...text].length <= 3 && !text.endsWith(' ')) {
        expect(ids, text).toEqual(found(text))
      }
    }
  })

  test.each([['qq'], ['q'], ['xylophone'], ['qq', 'x', 'xylophone']])(
    'what holds %s is sought in the trigrams, and no other key is compared',
    async (...texts) => {
      for (const table of ['attendee', 'class_session', 'preaching_item'] as const) {
        const query = sql`explain ${kind.name === 'SQLite' ? sql`query plan` : sql`(format text)`}
          ${rowsByTrigrams(database.dialect, table, texts)} limit 10001`
        const plan = await database.sql.transaction().execute(async (transaction) => {
          if (kind.name === 'PostgreSQL') {
            // Otherwise a table of few rows is read whole.
            for (const scan of ['seqscan', 'indexscan', 'indexonlyscan']) {
              await sql.raw(`set local enable_${scan} = off`).execute(transaction)
            }
          }
          return (await query.execute(transaction)).rows.map((row) => Object.values(row as object).join(' '))
        })
        const indexes =
          kind.name === 'SQLite'
            ? [`SCAN ${table}_trigrams VIRTUAL TABLE`, `SEARCH ${table} USING INTEGER PRIMARY KEY`]
            : [`Bitmap Index Scan on ${table}_trigrams`]
        for (const index of indexes) {
          expect(plan.some((line) => line.includes(index))).toBe(true)
        }
        expect(plan.filter((line) => /SCAN(?!.*VIRTUAL TABLE)|Seq Scan/.test(line))).toEqual([])
      }
    },
  )
})
