import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const GONE = '00000000-0000-4000-8000-000000000000'

eachDatabase((database) => {
  let server: TestServer
  let ada: number
  let bo: number
  let ruth: number
  let hope: number
  let grace: number

  beforeAll(async () => {
    server = await startTestServer({ database, timeZone: 'Europe/Madrid' })
    const add = async (call: 'POST /preachers', body: object) => (await server.ask(call, { body })).id
    ada = await add('POST /preachers', { presenterName: 'Ada' })
    bo = await add('POST /preachers', { presenterName: 'Bo' })
    ruth = (await server.ask('POST /sermonSeries', { body: { name: 'Ruth' } })).id
    hope = (await server.ask('POST /topics', { body: { topic: 'Hope' } })).id
    grace = (await server.ask('POST /topics', { body: { topic: 'Grace' } })).id
  })
  afterAll(() => server.destroy())

  const find = (uuid: string) => server.ask('GET /preachingManagement/item', { query: { uuid } })
  const change = (changes: object[]) => server.ask('PUT /preachingManagement/several', { body: { changes } })
  /** What an item has, except for its version and who changed it. */
  const contentOf = async (uuid: string) => {
    const { version: _, last_change: __, ...content } = await find(uuid)
    return content
  }
  const make = async () => [
    await publish(server, { preacher_id: ada, topics: [hope], transcript: 'Said.', passages: 'Ruth 1' }),
    await publish(server, { state: 'draft', speakers: [{ preacher_id: ada, part: 'Prayer' }] }),
    await publish(server, { state: 'scheduled', publish_at: '2026-06-07T10:00:00', series_id: ruth }),
  ]

  test('several are changed at once, each keeps the rest, and one undo puts all of it back', async () => {
    const uuids = (await make()).map(({ uuid }) => uuid)
    const before = await Promise.all(uuids.map(contentOf))
    const { undo, left } = await change(
      uuids.map((uuid) => ({
        ...{ uuid, state: 'published', preacher_id: ada, series_id: ruth, preaching_category_id: 2 },
        ...{ add_topics: [grace], remove_topics: [hope] },
      })),
    )
    expect([undo.length, left]).toEqual([3, []])
    for (const [at, uuid] of uuids.entries()) {
      const { publish_at: _, ...former } = before[at] ?? {}
      expect(await contentOf(uuid)).toEqual({
        ...former,
        ...{ state: 'published', preacher_id: ada, presenterName: 'Ada', series_id: ruth, series: 'Ruth' },
        ...{
          preaching_category_id: 2,
          category: expect.any(String),
          topics: [{ id: grace, topic: 'Grace' }],
        },
        speakers: [],
      })
    }
    expect((await change(undo)).left).toEqual([])
    expect(await Promise.all(uuids.map(contentOf))).toEqual(before)
  })

  test('what was changed or deleted since is left alone and named, and the rest is put back', async () => {
    const [one, two, three] = await make()
    if (!one || !two || !three) {
      throw new Error('There are three.')
    }
    const { undo } = await change([one, two, three].map(({ uuid }) => ({ uuid, preacher_id: bo })))
    await server.ask('PUT /preachingManagement', {
      body: { ...one, localizedname: 'Changed', preacher_id: bo },
    })
    await server.ask('DELETE /preachingManagement', { query: { uuid: two.uuid } })
    const { left } = await change(undo)
    expect(left).toEqual([
      { uuid: one.uuid, title: 'Changed', why: 'changed_meanwhile' },
      { uuid: two.uuid, title: '', why: 'not_found' },
    ])
    expect([(await find(one.uuid)).preacher_id, (await find(three.uuid)).preacher_id]).toEqual([bo, 1])
  })

  test('an undo leaves alone whose presenter is gone since, and puts the rest back', async () => {
    const guest = (await server.ask('POST /preachers', { body: { presenterName: 'Guest' } })).id
    const [one, two] = [
      await publish(server, { preacher_id: guest }),
      await publish(server, { preacher_id: ada }),
    ]
    const { undo } = await change([one, two].map(({ uuid }) => ({ uuid, preacher_id: bo })))
    await server.ask('DELETE /preachers', { query: { id: guest } })
    const { left } = await change(undo)
    expect(left).toEqual([{ uuid: one.uuid, title: one.localizedname, why: 'changed_meanwhile' }])
    expect([(await find(one.uuid)).preacher_id, (await find(two.uuid)).preacher_id]).toEqual([bo, ada])
  })

  test('a change to nothing new leaves the item, and no undo', async () => {
    const [one] = await make()
    const { version } = await find(one?.uuid ?? '')
    expect((await change([{ uuid: one?.uuid, preacher_id: ada, add_topics: [hope] }])).undo).toEqual([])
    expect((await find(one?.uuid ?? '')).version).toBe(version)
  })

  test('all or nothing: one name that is not there refuses every change', async () => {
    const [one, two] = await make()
    const body = {
      changes: [
        { uuid: one?.uuid, preacher_id: bo },
        { uuid: two?.uuid, series_id: 4711 },
      ],
    }
    const refused = await server.tryCall('PUT /preachingManagement/several', { body })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'invalid_request', message: 'series_id names no series.', field: 'series_id' },
    ])
    expect((await find(one?.uuid ?? '')).preacher_id).toBe(ada)
    const many = Array.from({ length: 201 }, () => ({ uuid: GONE }))
    expect(
      (await server.tryCall('PUT /preachingManagement/several', { body: { changes: many } })).status,
    ).toBe(400)
  })

  test('several are deleted at once, and restored at once as they were', async () => {
    const uuids = (await make()).map(({ uuid }) => uuid)
    const before = await Promise.all(uuids.map(contentOf))
    const { deleted, left } = await server.ask('POST /preachingManagement/several/delete', {
      body: { uuids: [...uuids, GONE] },
    })
    expect([deleted, left]).toEqual([uuids, [{ uuid: GONE, title: '', why: 'not_found' }]])
    expect(
      (await server.tryCall('GET /preachingManagement/item', { query: { uuid: uuids[0] } })).status,
    ).toBe(404)
    const restore = () => server.ask('POST /trash/restore/items', { body: { uuids } })
    expect((await restore()).missing).toEqual([])
    expect(await Promise.all(uuids.map(contentOf))).toEqual(before)
    expect((await restore()).missing).toEqual(uuids)
  })

  test('one that was published again stays in the trash and is named, and those after it are restored', async () => {
    const [again, two, three] = await make()
    if (!again || !two || !three) {
      throw new Error('There are three.')
    }
    const before = await contentOf(three.uuid)
    const uuids = [again, two, three].map(({ uuid }) => uuid)
    await server.ask('POST /preachingManagement/several/delete', { body: { uuids } })
    await server.ask('POST /preachingManagement', { body: { ...again, localizedname: 'Published again' } })
    await server.ask('DELETE /trash', { query: { record: `item/${two.uuid}` } })
    const restore = () => server.ask('POST /trash/restore/items', { body: { uuids } })
    const refused = [{ uuid: again.uuid, title: again.localizedname, why: 'already_exists' }]
    expect(await restore()).toEqual({ message: 'Successfully restored', missing: [two.uuid], refused })
    expect(await contentOf(three.uuid)).toEqual(before)
    expect((await find(again.uuid)).localizedname).toBe('Published again')
    await server.ask('DELETE /preachingManagement', { query: { uuid: again.uuid } })
    expect((await restore()).refused).toBeUndefined()
    expect((await find(again.uuid)).localizedname).toBe('Published again')
  })
})
