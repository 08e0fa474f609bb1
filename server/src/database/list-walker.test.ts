import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personKeys } from '@vestry/contract/person-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { createListWalker, FEW, type ListQuestion } from './list-walker.ts'
import { holdsAll, trigramWay } from './list-words.ts'
import { type Database, openDatabase } from './open-database.ts'

const ROWS = FEW + 500
const LAST = ['Garcia', 'Lopez', 'Garcia Lopez', 'Ng']

eachDatabase((kind) => {
  let database: Database
  let release: () => Promise<void>
  let rows: { id: number; first_key: string; last_key: string; search_key: string }[]

  beforeAll(async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-test-'))
    const made = await kind.create()
    database = await openDatabase({ databaseUrl: made.databaseUrl, dataFolder })
    release = async () => {
      await database.close()
      await made.drop()
      await rm(dataFolder, { recursive: true })
    }
    const children = Array.from({ length: ROWS }, (_, index) => {
      const name = {
        first_name: `Child ${index % 97}`,
        last_name: LAST[(index * 7) % LAST.length] ?? '',
        parent_contact: index % 500 === 1 ? 'quixote@example.org' : 'parent@example.org',
      }
      return { ...name, ...personKeys(name), birthdate: '', notes: '', is_member: 0, version: 1 }
    })
    for (let from = 0; from < ROWS; from += 250) {
      await database.sql
        .insertInto('attendee')
        .values(children.slice(from, from + 250))
        .execute()
    }
    rows = await database.sql
      .selectFrom('attendee')
      .select(['id', 'first_key', 'last_key', 'search_key'])
      .execute()
  })
  afterAll(() => release())

  function asked(words: string[] | undefined, direction: 'ASC' | 'DESC') {
    const question: Omit<ListQuestion, 'limit' | 'offset'> = {
      key: JSON.stringify(words ?? null),
      where: words && holdsAll(words),
      ways: words && trigramWay(database, 'attendee_search', words),
      order: ['last_key', 'first_key'],
      direction,
    }
    const turn = direction === 'ASC' ? 1 : -1
    const expected = rows
      .filter(({ search_key }) => (words ?? []).every((word) => search_key.includes(word)))
      .sort(
        (a, b) =>
          turn * (compare(a.last_key, b.last_key) || compare(a.first_key, b.first_key) || a.id - b.id),
      )
      .map(({ id }) => id)
    return { question, expected }
  }

  test.each([
    ['everybody', undefined],
    ['many', ['example']],
    ['many, by a text too short for the index', ['e']],
    ['many, by several texts', ['child', 'example']],
    ['half of them', ['garcia', 'lopez', 'parent']],
    ['few', ['quixote']],
    ['few of many', ['quixote', 'garcia', '1']],
    ['nobody', ['xylophone']],
  ])('every page of a list of %s is as sorted as the whole', async (_, words) => {
    const walk = createListWalker(database, { area: 'attendees', table: 'attendee' })
    for (const direction of ['ASC', 'DESC'] as const) {
      const { question, expected } = asked(words, direction)
      const middle = Math.floor(expected.length / 2)
      for (const offset of [
        0,
        10,
        middle,
        expected.length - 10,
        expected.length - 3,
        expected.length,
        9999,
      ]) {
        for (const limit of [1, 10, 100]) {
          const page = await walk({ ...question, limit, offset: Math.max(offset, 0) })
          expect(page).toEqual({
            ids: expected.slice(Math.max(offset, 0), Math.max(offset, 0) + limit),
            totalCount: expected.length,
          })
        }
      }
    }
  })

  test('of several ways the first one that finds few is taken, whatever else it finds', async () => {
    const walk = createListWalker(database, { area: 'attendees', table: 'attendee' })
    const { question, expected } = asked(['quixote', 'garcia'], 'ASC')
    const ways = ['example', 'quixote'].flatMap((word) => trigramWay(database, 'attendee_search', [word]))
    const page = await walk({ ...question, ways, limit: 100, offset: 0 })
    expect(page).toEqual({ ids: expected, totalCount: expected.length })
  })
})

/** Neither is any letter here outside ASCII. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
