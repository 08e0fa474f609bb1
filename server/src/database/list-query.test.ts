import { personKeys } from '@vestry/contract/text/person-keys.ts'
import { expressionBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { createListQuery, type Groups } from './list-query.ts'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

const ROWS = 2500
/** A search stops counting its hits here. */
const BOUND = 700
const LAST = ['Garcia', 'Lopez', 'Garcia Lopez', 'Ng']

eachDatabase((kind) => {
  let database: Database
  let release: () => Promise<void>
  let rows: { id: number; first_key: string; last_key: string; search_key: string; is_member: number }[]

  beforeAll(async () => {
    ;({ database, release } = await openTestDatabase(kind))
    const children = Array.from({ length: ROWS }, (_, index) => {
      const name = {
        first_name: `Child ${index % 97}`,
        last_name: LAST[(index * 7) % LAST.length] ?? '',
        parent_contact: index % 500 === 1 ? 'quixote@example.org' : 'parent@example.org',
      }
      return { ...name, ...personKeys(name), birthdate: '', notes: '', is_member: index % 4, version: 1 }
    })
    for (let from = 0; from < ROWS; from += 250) {
      await database.sql
        .insertInto('attendee')
        .values(children.slice(from, from + 250))
        .execute()
    }
    rows = await database.sql
      .selectFrom('attendee')
      .select(['id', 'first_key', 'last_key', 'search_key', 'is_member'])
      .execute()
  })
  afterAll(() => release())

  type Asked = { texts?: string[]; members?: number[]; groups?: number[] }

  /** The list as the database answers it, and the whole list as it must be. */
  function ask({ texts, members, groups }: Asked, direction: 'ASC' | 'DESC', bound?: number) {
    const find = createListQuery<{ members: number[] | undefined }, 'name', number>(
      database,
      {
        table: 'attendee',
        scope: 'attendees',
        orders: { name: ['last_key', 'first_key'] },
        where: (filter) => filter.members && attendees('is_member', 'in', filter.members),
        groups: async (): Promise<Groups | undefined> =>
          groups && { column: 'is_member', values: groups, direction },
        read: async (ids) => [...ids],
      },
      bound,
    )
    const turn = direction === 'ASC' ? 1 : -1
    const group = (row: { is_member: number }) => (groups ?? []).indexOf(row.is_member)
    const expected = rows
      .filter(({ search_key }) => (texts ?? []).every((text) => search_key.includes(text)))
      .filter(({ is_member }) => members?.includes(is_member) ?? true)
      .sort(
        (a, b) =>
          group(a) - group(b) ||
          turn * (compare(a.last_key, b.last_key) || compare(a.first_key, b.first_key) || a.id - b.id),
      )
      .map(({ id }) => id)
    return {
      expected,
      page: (slice: { limit: number; offset: number }) =>
        find({ texts, filter: { members }, orderBy: 'name', direction, ...slice }),
    }
  }

  const lists: [string, Asked][] = [
    ['everybody', {}],
    ['everybody, in groups', { groups: [2, 0, 3, 1] }],
    ['many', { texts: ['example'] }],
    ['many, by a text too short for the index', { texts: ['e'] }],
    ['many, by two letters', { texts: ['xa'] }],
    ['many, by few letters', { texts: ['xa', 'el', 'c'] }],
    ['few, by two letters', { texts: ['qu'] }],
    ['few, by few letters', { texts: ['qu', '7', 'xo'] }],
    ['nobody, by two letters', { texts: ['qq'] }],
    ['few of many, by two letters of a word', { texts: ['garcia', 'qu'] }],
    ['half of them, by two letters of a word', { texts: ['parent', 'ga'] }],
    ['few, by two letters and a filter', { texts: ['xo'], members: [1, 2] }],
    ['many, by several texts', { texts: ['child', 'example'] }],
    ['many, in groups', { texts: ['example'], groups: [3, 1, 0, 2] }],
    ['many, by a filter', { members: [0, 1, 2, 3] }],
    ['half of them', { texts: ['garcia', 'lopez', 'parent'] }],
    ['half of them, by a filter', { members: [1, 3] }],
    ['few', { texts: ['quixote'] }],
    ['few of many', { texts: ['quixote', 'garcia', '1'] }],
    ['few of many, by a filter', { texts: ['example'], members: [2] }],
    ['few, in groups', { texts: ['garcia'], members: [0, 2], groups: [2, 0] }],
    ['nobody', { texts: ['xylophone'] }],
    ['nobody, by a filter', { members: [9], groups: [9] }],
  ]

  test.each(lists)('every page of a list of %s is as sorted as the whole', async (_, asked) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const { expected, page } = ask(asked, direction)
      await expectPages(page, expected, { totalCount: expected.length })
    }
  })

  test.each(lists)('a search for %s ends at the bound, and nothing else does', async (_, asked) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const { expected, page } = ask(asked, direction, BOUND)
      const total =
        asked.texts && expected.length > BOUND
          ? { totalCount: BOUND, totalExceeded: true }
          : { totalCount: expected.length }
      await expectPages(page, expected.slice(0, total.totalCount), total)
    }
  })

  test('a search whose hits are gathered ends at the bound too', async () => {
    for (const asked of [{ texts: ['child 30'] }, { texts: ['child 30'], groups: [3, 1, 0, 2] }]) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const { expected, page } = ask(asked, direction, 20)
        expect(expected).toHaveLength(26)
        await expectPages(page, expected.slice(0, 20), { totalCount: 20, totalExceeded: true })
      }
    }
  })

  test('a search that finds as many as the bound has all of them counted', async () => {
    const texts = ['garcia', 'lopez']
    const all = ask({ texts }, 'ASC').expected
    const exactly = await ask({ texts }, 'ASC', all.length).page({ limit: 1, offset: all.length - 1 })
    expect(exactly).toEqual({ results: all.slice(-1), totalCount: all.length })
    const fewer = await ask({ texts }, 'ASC', all.length - 1).page({ limit: 1, offset: all.length - 1 })
    expect(fewer).toEqual({ results: [], totalCount: all.length - 1, totalExceeded: true })
  })

  test('no text at all finds nobody', async () => {
    expect(await ask({ texts: [] }, 'ASC').page({ limit: 10, offset: 0 })).toEqual({
      results: [],
      totalCount: 0,
    })
  })

  test('a page is worked out once, by however many it is asked for, until something changes', async () => {
    const { page } = ask({ texts: ['example'] }, 'ASC')
    const [first, second] = await Promise.all([1, 2].map(() => page({ limit: 10, offset: 0 })))
    expect(second).toBe(first)
    await database.sql.updateTable('attendee').set({ version: 2 }).execute()
    const third = await page({ limit: 10, offset: 0 })
    expect(third).not.toBe(first)
    expect(third).toEqual(first)
  })
})

async function expectPages(
  page: (slice: { limit: number; offset: number }) => Promise<unknown>,
  expected: readonly number[],
  total: object,
) {
  const { length } = expected
  for (const from of [0, 10, Math.floor(length / 2), length - 10, length - 3, length, 9999]) {
    const offset = Math.max(from, 0)
    for (const limit of [1, 10, 100]) {
      expect(await page({ limit, offset })).toEqual({
        results: expected.slice(offset, offset + limit),
        ...total,
      })
    }
  }
}

const attendees = expressionBuilder<Tables, 'attendee'>()

/** No letter here is outside ASCII either. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
