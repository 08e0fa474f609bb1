import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer
  let maria: number
  let angel: number
  let youth: number

  const titles = async (query: Record<string, unknown> = {}) => {
    const { results } = await server.ask('GET /preachingManagement', { query })
    return results.map((item) => item.localizedname)
  }
  const count = async (query: Record<string, unknown>) =>
    (await server.ask('GET /preachingManagement', { query })).totalCount

  beforeAll(async () => {
    server = await startTestServer({ database })
    maria = (await server.ask('POST /preachers', { body: { presenterName: 'María' } })).id
    angel = (await server.ask('POST /preachers', { body: { presenterName: 'Ángel' } })).id
    youth = (await server.ask('POST /categories', { body: { category: 'zeal' } })).id
    const sermons = [
      { localizedname: 'Día de gracia', event_datetime: '2022-01-02T10:00:00', preacher_id: maria },
      { localizedname: 'Amazing Grace', event_datetime: '2023-05-07T10:00:00', preacher_id: angel },
      { localizedname: 'zeal', event_datetime: '2024-12-31T23:59:59', preaching_category_id: youth },
      { localizedname: 'Élan', event_datetime: '2025-01-01T00:00:00', preacher_id: maria, language_id: 2 },
      { localizedname: 'elan', event_datetime: '2025-01-01T00:00:00', preacher_id: angel },
      { localizedname: 'John 3:16', event_datetime: '2026-04-05T09:00:00', preaching_category_id: youth },
    ]
    for (const sermon of sermons) {
      await publish(server, sermon)
    }
  })
  afterAll(() => server.destroy())

  test('the newest come first, and of the same date the one added last', async () => {
    expect(await titles()).toEqual(['John 3:16', 'elan', 'Élan', 'zeal', 'Amazing Grace', 'Día de gracia'])
  })

  test('the years with items are listed, the latest first', async () => {
    expect(await server.ask('GET /preachingManagement/years')).toEqual([2026, 2025, 2024, 2023, 2022])
    const { uuid } = await publish(server, { event_datetime: '2011-03-06T10:00:00' })
    expect(await server.ask('GET /preachingManagement/years')).toEqual([2026, 2025, 2024, 2023, 2022, 2011])
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    expect(await server.ask('GET /preachingManagement/years')).toEqual([2026, 2025, 2024, 2023, 2022])
  })

  test('by date ascending', async () => {
    expect(await titles({ direction: 'ASC' })).toEqual([
      'Día de gracia',
      'Amazing Grace',
      'zeal',
      'Élan',
      'elan',
      'John 3:16',
    ])
  })

  test('by title without regard to case and accents, both ways', async () => {
    const byTitle = ['Amazing Grace', 'Día de gracia', 'Élan', 'elan', 'John 3:16', 'zeal']
    expect(await titles({ orderBy: 'title', direction: 'ASC' })).toEqual(byTitle)
    expect(await titles({ orderBy: 'title', direction: 'DESC' })).toEqual(byTitle.toReversed())
  })

  test('by presenter without regard to accents, each one’s newest first', async () => {
    expect(await titles({ orderBy: 'presenter', direction: 'ASC' })).toEqual([
      'elan',
      'Amazing Grace',
      'John 3:16',
      'zeal',
      'Élan',
      'Día de gracia',
    ])
    expect(await titles({ orderBy: 'presenter', direction: 'DESC' })).toEqual([
      'Élan',
      'Día de gracia',
      'John 3:16',
      'zeal',
      'elan',
      'Amazing Grace',
    ])
  })

  test('by category', async () => {
    expect((await titles({ orderBy: 'category', direction: 'DESC' })).slice(0, 3)).toEqual([
      'John 3:16',
      'zeal',
      'elan',
    ])
    expect((await titles({ orderBy: 'category', direction: 'ASC' })).slice(4)).toEqual(['John 3:16', 'zeal'])
  })

  describe.each(['date', 'title', 'presenter', 'category'])('paging by %s', (orderBy) => {
    test.each(['ASC', 'DESC'])('the pages of one make up the whole list, %s', async (direction) => {
      const whole = await titles({ orderBy, direction })
      const pages: string[] = []
      for (let offset = 0; offset < whole.length; offset += 1) {
        pages.push(...(await titles({ orderBy, direction, limit: 1, offset })))
      }
      expect(pages).toEqual(whole)
      expect(await titles({ orderBy, direction, limit: 4, offset: 4 })).toEqual(whole.slice(4))
      expect(await titles({ orderBy, direction, search: 'a', limit: 2, offset: 1 })).toEqual(
        (await titles({ orderBy, direction, search: 'a' })).slice(1, 3),
      )
    })
  })

  test('an offset behind the end gives no results and still the total count', async () => {
    for (const search of [undefined, 'grac']) {
      const query = { offset: 100, ...(search && { search }) }
      const page = await server.ask('GET /preachingManagement', { query })
      expect(page).toEqual({ results: [], totalCount: search ? 2 : 6 })
    }
  })

  test('a search finds titles without regard to case and accents', async () => {
    expect(await titles({ search: 'DIA' })).toEqual(['Día de gracia'])
    expect(await titles({ search: 'élan' })).toEqual(['elan', 'Élan'])
    expect(await titles({ search: '  día   DE ' })).toEqual(['Día de gracia'])
  })

  test('a search finds what the search box has made of the title', async () => {
    expect(await titles({ search: 'John 316' })).toEqual(['John 3:16'])
    expect(await titles({ search: 'John 3:16' })).toEqual(['John 3:16'])
  })

  test('a search may be one or two letters long', async () => {
    expect(await titles({ search: 'z' })).toEqual(['zeal', 'Amazing Grace'])
    expect(await titles({ search: 'ea' })).toEqual(['zeal'])
    expect(await titles({ search: 'qq' })).toEqual([])
  })

  test.each(['%', '_', '\\', "'", '"', '%%%', 'gr_ce', 'gr%ce'])(
    '%j means nothing special',
    async (search) => {
      expect(await titles({ search })).toEqual([])
    },
  )

  test('an empty search is none', async () => {
    expect(await count({ search: '' })).toBe(6)
    expect(await count({ search: '   ' })).toBe(6)
  })

  test('filters by presenters, categories and years, alone and together', async () => {
    expect(await titles({ presenters: maria })).toEqual(['Élan', 'Día de gracia'])
    expect(await titles({ presenters: `${maria},${angel}` })).toHaveLength(4)
    expect(await titles({ categories: youth })).toEqual(['John 3:16', 'zeal'])
    expect(await titles({ years: '2024' })).toEqual(['zeal'])
    expect(await titles({ years: '2022,2024,2025' })).toEqual(['elan', 'Élan', 'zeal', 'Día de gracia'])
    expect(await titles({ years: 2025, presenters: maria })).toEqual(['Élan'])
    expect(await titles({ years: 2025, presenters: maria, categories: youth })).toEqual([])
    expect(await titles({ search: 'grac', years: 2023 })).toEqual(['Amazing Grace'])
    expect(await titles({ presenters: 99999 })).toEqual([])
    for (const orderBy of ['title', 'presenter', 'category']) {
      expect(await titles({ orderBy, presenters: maria, direction: 'DESC' })).toEqual([
        'Élan',
        'Día de gracia',
      ])
    }
  })

  test('the total count is that of the filter', async () => {
    expect(await count({ presenters: maria, limit: 1 })).toBe(2)
    expect(await count({ years: '2025,2026', limit: 1 })).toBe(3)
    expect(await count({ search: 'elan', limit: 1 })).toBe(2)
  })

  test('a listed item names its presenter, category and language', async () => {
    const { results } = await server.ask('GET /preachingManagement', { query: { search: 'Élan' } })
    expect(results[1]).toEqual({
      uuid: expect.any(String),
      localizedname: 'Élan',
      event_datetime: '2025-01-01T00:00:00',
      description: '',
      path: expect.stringContaining('preaching/2026/'),
      poster_path: 'images/default-banner.jpg',
      media_format: 'audio',
      language_id: 2,
      preacher_id: maria,
      preaching_category_id: 6,
      presenterName: 'María',
      category: 'Sermon',
      language: 'Spanish',
      version: 1,
      state: 'published',
    })
  })

  test('a list shows at once what has changed', async () => {
    const { uuid } = await publish(server, { localizedname: 'Brand new', event_datetime: '2030-01-01T08:00' })
    expect((await titles())[0]).toBe('Brand new')
    await server.ask('PUT /preachers', { body: { id: maria, presenterName: 'Mary' } })
    const { results } = await server.ask('GET /preachingManagement', { query: { presenters: maria } })
    expect(results[0]?.presenterName).toBe('Mary')
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    expect((await titles())[0]).toBe('John 3:16')
    expect(await count({})).toBe(6)
  })

  test.each([
    [{ limit: 0 }, 'limit', 'limit must be a whole number from 1 to 100.'],
    [{ limit: 101 }, 'limit', 'limit must be a whole number from 1 to 100.'],
    [{ limit: 'ten' }, 'limit', 'limit must be a whole number from 1 to 100.'],
    [{ limit: '1e1' }, 'limit', 'limit must be a whole number from 1 to 100.'],
    [{ offset: -1 }, 'offset', 'offset must be a whole number from 0 to 2147483647.'],
    [{ offset: 1.5 }, 'offset', 'offset must be a whole number from 0 to 2147483647.'],
    [{ orderBy: 'size' }, 'orderBy', 'orderBy must be one of date, title, presenter, category.'],
    [{ direction: 'up' }, 'direction', 'direction must be one of ASC, DESC.'],
    [{ years: 'last' }, 'years', 'years must be a list such as 1900,1901 of at most 100 numbers.'],
    [{ years: '2024,' }, 'years', 'years must be a list such as 1900,1901 of at most 100 numbers.'],
    [{ presenters: '1;2' }, 'presenters', 'presenters must be a list such as 1,2 of at most 100 numbers.'],
    [{ categories: '0' }, 'categories', 'categories must be a list such as 1,2 of at most 100 numbers.'],
    [{ colour: 'red' }, 'colour', 'colour is not a field of this call.'],
    [{ search: 'x'.repeat(201) }, 'search', 'search must be a text of at most 200 characters.'],
  ])('refuses %j and names the field', async (query, field, message) => {
    const { status, body } = await server.tryCall('GET /preachingManagement', { query })
    expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_request', message, field } })
  })
})
