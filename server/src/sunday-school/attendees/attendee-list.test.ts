import { Attendee, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'

const CHILDREN = [
  { first_name: 'Zoë', last_name: 'Álvarez', birthdate: '2019-02-03', parent_contact: '+1 (305) 555-0142' },
  { first_name: 'Ana', last_name: 'alvarez', parent_contact: 'maria.lopez+kids@example.org' },
  { first_name: 'Łukasz', last_name: "O'Brien-Søndergård", birthdate: '2015-12-31' },
  { first_name: 'Ana María', last_name: 'Ñíguez', birthdate: '2019-02-03', parent_contact: '0161 496 0000' },
  { first_name: 'علی‌رضا', last_name: 'Rahimi', parent_contact: 'Reza: reza@example.net, +44 161 496 0999' },
  { first_name: '恵', last_name: '김', birthdate: '2016-01-01' },
]

eachDatabase((database) => {
  let server: TestServer

  const list = async (query: Record<string, unknown>) => {
    const page = await server.ask('GET /attendees', { query: { direction: 'ASC', ...query } })
    if (!('results' in page)) {
      throw new Error('One attendee was answered in place of a list.')
    }
    return page
  }
  const names = async (query: Record<string, unknown>) =>
    (await list(query)).results.map((child) => child.first_name)

  beforeAll(async () => {
    server = await startTestServer({ database })
    for (const body of CHILDREN) {
      await server.ask('POST /attendees', { body })
    }
  })
  afterAll(() => server.destroy())

  const BY_LAST_NAME = ['Ana', 'Zoë', 'Ana María', 'Łukasz', 'علی‌رضا', '恵']

  // The clock of the tests is set to 3 May 2026.
  test.each([
    [{ age_from: 7, age_to: 7 }, ['Zoë', 'Ana María']],
    [{ age_from: 8 }, ['Łukasz', '恵']],
    [{ age_to: 9 }, ['Zoë', 'Ana María']],
    [{ age_to: 120 }, ['Zoë', 'Ana María', 'Łukasz', '恵']],
    [{ age_from: 7, search: 'ana' }, ['Ana María']],
    [{ age_from: 11, age_to: 3 }, []],
  ])('of %o are those whose birth date says so', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    expect((await list({ ...query, limit: 1 })).totalCount).toBe(expected.length)
  })

  test('a birthday counts from the day itself on', async () => {
    const { id } = await server.ask('POST /attendees', {
      body: { first_name: 'Birthday', last_name: 'Today', birthdate: '2016-05-03' },
    })
    const tens = () => names({ age_from: 10, age_to: 10, search: 'birthday' })
    expect(await tens()).toEqual(['Birthday'])
    const body = { id, first_name: 'Birthday', last_name: 'Today', birthdate: '2016-05-04' }
    await server.ask('PUT /attendees', { body })
    expect(await tens()).toEqual([])
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
  })

  test('who was born on 29 February is a year older on the 28th in a year without one', async () => {
    const ages = async (time: string) => {
      const other = await startTestServer({ database, clock: createTestClock(Date.parse(time)) })
      try {
        const body = { first_name: 'Leap', last_name: 'Day', birthdate: '2016-02-29' }
        await other.ask('POST /attendees', { body })
        const ages: number[] = []
        for (const age of [10, 11, 12]) {
          const page = await other.ask('GET /attendees', { query: { age_from: age, age_to: age } })
          ages.push(...('results' in page ? page.results.map(() => age) : []))
        }
        return ages
      } finally {
        await other.destroy()
      }
    }
    expect(await ages('2027-02-27T12:00:00Z')).toEqual([10])
    expect(await ages('2027-02-28T12:00:00Z')).toEqual([11])
    expect(await ages('2028-02-28T12:00:00Z')).toEqual([11])
  })

  test.each(['default', 'lastname'])('%s sorts by last name, then first, both ways', async (orderBy) => {
    expect(await names({ orderBy })).toEqual(BY_LAST_NAME)
    expect(await names({ orderBy, direction: 'DESC' })).toEqual(BY_LAST_NAME.toReversed())
  })

  test('by default the list is sorted by last name, descending', async () => {
    const page = await server.ask('GET /attendees')
    expect('results' in page && page.results.map((child) => child.first_name)).toEqual(
      BY_LAST_NAME.toReversed(),
    )
  })

  test('firstname sorts by first name, then last, both ways', async () => {
    const expected = ['Ana', 'Ana María', 'Łukasz', 'Zoë', 'علی‌رضا', '恵']
    expect(await names({ orderBy: 'firstname' })).toEqual(expected)
    expect(await names({ orderBy: 'firstname', direction: 'DESC' })).toEqual(expected.toReversed())
  })

  test('birthdate sorts by it, the unknown first, and then by last name, both ways', async () => {
    const expected = ['Ana', 'علی‌رضا', 'Łukasz', '恵', 'Zoë', 'Ana María']
    expect(await names({ orderBy: 'birthdate' })).toEqual(expected)
    expect(await names({ orderBy: 'birthdate', direction: 'DESC' })).toEqual(expected.toReversed())
  })

  test.each([
    ['alvarez', ['Ana', 'Zoë']],
    ['ÁLVAREZ zoe', ['Zoë']],
    ['lva na', ['Ana']],
    ["o'brien", ['Łukasz']],
    ['o’brien', ['Łukasz']],
    ['obrien', ['Łukasz']],
    ['brien-sondergard', ['Łukasz']],
    ['lukasz', ['Łukasz']],
    ['ana-maria', ['Ana', 'Ana María']],
    ['iguez ana', ['Ana María']],
    ['maria', ['Ana', 'Ana María']],
    ['maria.lopez+kids@example.org', ['Ana']],
    ['lopez+', ['Ana']],
    ['reza@exa', ['علی‌رضا']],
    ['kids@example', ['Ana']],
    ['maria.lopez', ['Ana']],
    ['reza@example.net', ['علی‌رضا']],
    ['example', ['Ana', 'علی‌رضا']],
    ['305 555', ['Zoë']],
    ['3055550142', ['Zoë']],
    ['+1 (305) 555-0142', ['Zoë']],
    ['zoe 555', ['Zoë']],
    ['0161 496', ['Ana María', 'علی‌رضا']],
    ['161496', ['Ana María', 'علی‌رضا']],
    ['42', ['Zoë']],
    ['z', ['Ana', 'Zoë', 'Ana María', 'Łukasz', 'علی‌رضا']],
    ['علیرضا', ['علی‌رضا']],
    ['김', ['恵']],
    ['<b>zoë</b>', ['Zoë']],
    ['nobody', []],
    ['%', []],
    ['_', []],
    ['---', []],
    [' ', BY_LAST_NAME],
  ])('%j finds every child in whose names or contact each of its words stands', async (search, found) => {
    const page = await list({ search })
    expect(page.results.map((child) => child.first_name)).toEqual(found)
    expect(page.totalCount).toBe(found.length)
  })

  test('a search may be as long as it can be', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const pairs = Array.from({ length: 66 }, (_, at) => `${letters[at % 26]}${letters[(at * 7 + 1) % 26]}`)
    const threes = Array.from(
      { length: 50 },
      (_, at) => `${letters[at % 26]}${letters[Math.floor(at / 26)]}a`,
    )
    for (const search of [
      pairs.join(' '),
      threes.join(' '),
      'é'.repeat(200),
      '9'.repeat(200),
      "a'".repeat(100),
    ]) {
      expect(await names({ search })).toEqual([])
    }
    const { status } = await server.tryCall('GET /attendees', { query: { search: 'a'.repeat(201) } })
    expect(status).toBe(400)
  })

  test('a list holds exactly what the contract says', async () => {
    const page = await list({})
    expect(AttendeePage.parse(page)).toEqual(page)
    expect(z.strictObject(Attendee.shape).array().safeParse(page.results).success).toBe(true)
  })

  test.each(['', 'a'])('pages of %j are exact, the last one and those beyond it too', async (search) => {
    const all = await names({ search })
    for (const limit of [1, 2, 4]) {
      for (let offset = 0; offset <= all.length + 1; offset += 1) {
        const page = await list({ search, limit, offset })
        expect(page.results.map((child) => child.first_name)).toEqual(all.slice(offset, offset + limit))
        expect(page.totalCount).toBe(all.length)
      }
    }
  })

  describe('a list that was asked for before', () => {
    test('shows a change at once', async () => {
      const body = { first_name: 'Anastasia', last_name: 'Abel' }
      expect(await names({ search: 'anastasia' })).toEqual([])
      const { id } = await server.ask('POST /attendees', { body })
      expect(await names({ search: 'anastasia' })).toEqual(['Anastasia'])
      await server.ask('PUT /attendees', { body: { ...body, id, first_name: 'Irene' } })
      expect(await names({ search: 'anastasia' })).toEqual([])
      expect(await names({ limit: 1 })).toEqual(['Irene'])
      await server.ask('DELETE /attendees', { query: { attendee_id: id } })
      expect(await names({ limit: 1 })).toEqual(['Ana'])
      expect((await list({})).totalCount).toBe(CHILDREN.length)
    })
  })
})
