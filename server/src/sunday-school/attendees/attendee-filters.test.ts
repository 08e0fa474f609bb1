import { FAMILY_FILTERS, MEMBERSHIPS, NEED_FILTERS } from '@vestry/contract/sunday-school/attendee-filters.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { addTeacher, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createAttendeeList } from './attendee-list-sql.ts'

// The clock of the tests is set to 3 May 2026.
const REVIEWS = [null, '2025-05-03', '2025-05-02', '2026-04-01']
const BIRTHDATES = [null, '2019-02-03', '2015-12-31']
const MOST = { limit: 100 }

type Child = {
  id: number
  is_member: number
  allergies: string
  needs: string
  age: number | undefined
  reviewed: string | null
  series: number[]
  family: boolean
}

eachDatabase((database) => {
  let server: TestServer
  let series: number[]
  const children: Child[] = []

  beforeAll(async () => {
    server = await startTestServer({ database })
    series = [(await plan(server)).series_id, (await plan(server)).series_id]
    for (let at = 0; at < 48; at += 1) {
      const content = {
        is_member: at % 2,
        allergies: at % 3 === 0 ? 'Nuts' : '',
        needs: at % 5 === 0 ? 'Wheelchair' : '',
      }
      const birthdate = BIRTHDATES[at % 3] ?? null
      const { id } = await server.ask('POST /attendees', {
        body: { first_name: `Child ${at}`, last_name: 'Ruiz', birthdate, ...content },
      })
      const needs_reviewed = REVIEWS[at % 4] ?? null
      await server.ask('PUT /families/child', {
        body: { attendee_id: id, version: 0, photo_consent: 'yes', needs_reviewed, rules: [] },
      })
      const family = at % 7 === 0
      if (family) {
        await server.ask('POST /families', { body: { name: `Ruiz ${at}`, adults: [], children: [id] } })
      }
      children.push({
        id,
        ...content,
        age: [undefined, 7, 10][at % 3],
        reviewed: needs_reviewed,
        series: series.filter((_, which) => at % (which + 3) === 1),
        family,
      })
    }
    for (const series_id of series) {
      const attendee_ids = children.filter((child) => child.series.includes(series_id)).map(({ id }) => id)
      await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
    }
  })
  afterAll(() => server.destroy())

  const find = async (query: object, token?: string) => {
    const page = await server.tryCall('GET /attendees', {
      query: { ...MOST, ...query },
      ...(token !== undefined && { token }),
    })
    expect(page.status).toBe(200)
    const { results, totalCount } = page.body as unknown as { results: { id: number }[]; totalCount: number }
    expect(totalCount).toBe(results.length)
    return results.map(({ id }) => id).sort((one, other) => one - other)
  }

  test('filters find exactly those whom a plain look at all children finds', async () => {
    const some = <const Word extends string>(words: readonly Word[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }), { nil: undefined })
    const asked = fc.record({
      series: some(['first', 'second', 'nobody’s'] as const),
      membership: some(MEMBERSHIPS),
      need: some(NEED_FILTERS),
      family: some(FAMILY_FILTERS),
      age_from: fc.constantFrom(undefined, 0, 8),
      age_to: fc.constantFrom(undefined, 0, 8),
    })
    const idOf = { first: series[0], second: series[1], 'nobody’s': 4711 }
    const hasNeed = (child: Child) => ({
      allergies: child.allergies !== '',
      needs: child.needs !== '',
      not_reviewed:
        (child.allergies !== '' || child.needs !== '') &&
        (child.reviewed === null || child.reviewed < '2025-05-03'),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ series: named, membership, need, family, age_from, age_to }) => {
        const ids = named?.map((name) => idOf[name])
        const expected = children.filter(
          (child) =>
            (ids === undefined || child.series.some((id) => ids.includes(id))) &&
            (membership === undefined || membership.includes(child.is_member === 1 ? 'member' : 'guest')) &&
            (need === undefined || need.some((one) => hasNeed(child)[one])) &&
            (family === undefined || family.includes(child.family ? 'some' : 'none')) &&
            (age_from === undefined || (child.age !== undefined && child.age >= age_from)) &&
            (age_to === undefined || (child.age !== undefined && child.age <= age_to)),
        )
        const query = {
          ...(ids && { series_id: ids.join(',') }),
          ...(membership && { membership: membership.join(',') }),
          ...(need && { need: need.join(',') }),
          ...(family && { family: family.join(',') }),
          ...(age_from !== undefined && { age_from }),
          ...(age_to !== undefined && { age_to }),
        }
        expect(await find(query)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 60 },
    )
  })

  test('as many are counted where there are too many to be gathered', async () => {
    const beside = await openDatabase(server.config)
    const twice = children.find(({ family }) => family)?.id ?? 0
    const { id } = await server.ask('POST /families', { body: { name: 'R', adults: [], children: [twice] } })
    const [few, many] = [createAttendeeList(beside), createAttendeeList(beside, 0)]
    for (const family of [undefined, ['some' as const], ['none' as const], [...FAMILY_FILTERS]]) {
      for (const membership of [undefined, ['member' as const]]) {
        const order = { orderBy: 'default', direction: 'ASC' } as const
        const question = { family, membership, ...MOST, offset: 0, ...order, today: '2026-05-03' }
        expect(await many(question)).toEqual(await few(question))
      }
    }
    await server.ask('DELETE /families', { query: { family_id: id } })
    await beside.close()
  })

  test('who comes to a class, to a family or to a review later is in the list at once', async () => {
    const [series_id = 0] = [(await plan(server)).series_id]
    const child = children.find(({ family, allergies }) => !family && allergies !== '')?.id ?? 0
    const inClass = { series_id }
    expect(await find(inClass)).toEqual([])
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [child] } })
    expect(await find(inClass)).toEqual([child])
    expect(await find({ ...inClass, family: 'none' })).toEqual([child])
    const { id } = await server.ask('POST /families', { body: { name: 'R', adults: [], children: [child] } })
    expect(await find({ ...inClass, family: 'none' })).toEqual([])
    await server.ask('DELETE /families', { query: { family_id: id } })
    expect(await find({ ...inClass, family: 'none' })).toEqual([child])
    const review = async (needs_reviewed: string | null) => {
      const query = { attendee_id: child }
      const { version } = await server.ask('GET /families/child', { query })
      const body = { attendee_id: child, version, photo_consent: 'yes', needs_reviewed, rules: [] }
      await server.ask('PUT /families/child', { body })
    }
    await review(null)
    expect(await find({ ...inClass, need: 'not_reviewed' })).toEqual([child])
    await review('2026-05-03')
    expect(await find({ ...inClass, need: 'not_reviewed' })).toEqual([])
  })

  test('who does not see all children filters by nothing but names', async () => {
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
    const { token } = await addTeacher(server)
    const all = await find({ search: 'Ruiz' }, token)
    expect(all).toHaveLength(children.length)
    const query = { need: 'allergies', membership: 'member', family: 'some', series_id: series[0], age_to: 3 }
    expect(await find({ search: 'Ruiz', ...query }, token)).toEqual(all)
  })
})
