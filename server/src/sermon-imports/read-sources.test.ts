import { UNKNOWN_SERMON } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMp3 } from '../testing/build-recording.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { pastHandlers } from '../testing/hold-classes.ts'
import { openImports } from '../testing/import-sermons.ts'
import type { TestServer } from '../testing/start-test-server.ts'
import { sweepSermonImports } from './sermon-imports-sql.ts'

eachDatabase((database) => {
  let imports: Awaited<ReturnType<typeof openImports>>
  let server: TestServer
  let website: typeof imports.website
  let { oldSermon, find, start, ended, countsOf, itemOf } = {} as typeof imports

  beforeAll(async () => {
    imports = await openImports(database)
    ;({ server, website, oldSermon, find, start, ended, countsOf, itemOf } = imports)
  })
  afterAll(() => imports.destroy())

  test('a podcast is read at its address, and refused where its owner has locked it or it is none', async () => {
    const { recording } = oldSermon()
    const feed = (locked: string) =>
      `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Old feed</title>
      <podcast:locked>${locked}</podcast:locked><item><title>From the feed</title><guid>feed-1</guid>
      <pubDate>Sun, 05 May 2019 08:30:00 GMT</pubDate><enclosure url="${recording}" type="audio/mpeg"/></item>
      <item><title/></item></channel></rss>`
    website.pages.set('/feed', { type: 'application/rss+xml', bytes: feed('no') })
    website.pages.set('/locked', { type: 'application/rss+xml', bytes: feed('yes') })
    website.pages.set('/moved', (_request, response) => response.writeHead(301, { location: '/feed' }).end())
    website.pages.set('/inside', (_request, response) =>
      response.writeHead(302, { location: 'https://127.0.0.1/feed' }).end(),
    )
    website.pages.set('/circle', (_request, response) =>
      response.writeHead(302, { location: '/circle' }).end(),
    )
    website.pages.set('/page', { type: 'text/html', bytes: '<html>No feed</html>' })
    const { id } = await server.ask('POST /sermonImports/podcast', {
      body: { address: `${website.origin}/moved` },
    })
    expect(await find(id)).toMatchObject({
      ...{ name: 'Old feed', source: 'podcast', totalCount: 2 },
      rows: [
        { title: 'From the feed', event_datetime: '2019-05-05T10:30:00', state: 'new' },
        { state: 'unreadable' },
      ],
    })
    for (const [path, message] of [
      ['/locked', /locked/],
      ['/inside', /not on the public Internet/],
      ['/circle', /without end/],
      ['/page', /no podcast/],
      ['/gone', /nothing at this address/],
    ] as const) {
      const refused = await server.tryCall('POST /sermonImports/podcast', {
        body: { address: website.origin + path },
      })
      expect(refused).toMatchObject({
        status: 400,
        body: { field: 'address', message: expect.stringMatching(message) },
      })
    }
  })

  test('a podcast of several pages comes in whole, each sermon on the day that is written', async () => {
    const page = (item: string, next: string) => ({
      type: 'application/rss+xml',
      bytes: `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Pages</title>
        <atom:link rel="next" href="${website.origin}${next}"/>${item}</channel></rss>`,
    })
    const item = (date: string) =>
      `<item><title>${date}</title><guid>${date}</guid><pubDate>${date}</pubDate><enclosure url="${oldSermon().recording}"/></item>`
    website.pages.set('/p1', page(item('Sun, 03 Nov 2024 00:00:00 +0000'), '/p2'))
    website.pages.set('/p2', page(item('Sun, 03 Nov 2024 20:00:00 EST'), '/p3'))
    website.pages.set('/p3', page(item('dom, 06 ene 2019 10:00:00 +0000'), '/p1'))
    const body = { address: `${website.origin}/p1` }
    const { id } = await server.ask('POST /sermonImports/podcast', { body })
    expect((await find(id)).rows.map(({ event_datetime }) => event_datetime)).toEqual([
      '2024-11-03T10:00:00',
      '2024-11-03T20:00:00',
      '2019-01-06T11:00:00',
    ])
  })

  test('recordings of the store that no sermon has come in with what their tags and names say', async () => {
    const { store } = server.app
    const tags = { TIT2: 'The good shepherd', TPE1: 'Ada Smith', TALB: 'Psalms' }
    await store.put('preaching/2017/track01.mp3', buildMp3(1, tags), {})
    await store.put('preaching/2017/2017-06-04_the-lost_coin.mp3', buildMp3(3), {})
    await store.put('preaching/2017/broken.mp3', Buffer.from('no sound'), {})
    const { id } = await server.ask('POST /sermonImports/store')
    const { rows } = await find(id)
    expect(rows).toMatchObject([
      { title: 'The lost coin', event_datetime: '2017-06-04T10:00:00', speakers: [] },
      { title: expect.stringMatching(/^broken$/i) },
      { title: 'The good shepherd', speakers: ['Ada Smith'] },
    ])
    await start(id, {})
    await ended(id)
    expect(await countsOf(id)).toEqual({ done: 2, failed: 1 })
    expect(await store.has('preaching/2017/broken.mp3')).toBe(true)
    const [coin, , shepherd] = (await find(id)).rows
    expect(await itemOf(coin?.uuid)).toMatchObject({ duration: 3 })
    expect(await itemOf(shepherd?.uuid)).toMatchObject({ series: 'Psalms', presenterName: 'Ada Smith' })
    await store.remove('preaching/2017/broken.mp3')
    expect((await server.tryCall('POST /sermonImports/store')).body.message).toMatch(
      /belongs to a sermon already/,
    )
  })

  test('a recording of the store that was deleted for good is not offered while it waits to be removed', async () => {
    const { store } = server.app
    const [kept, discarded] = ['preaching/2015/kept.mp3', 'preaching/2015/discarded.mp3']
    await store.put(kept, buildMp3(1), {})
    await store.put(discarded, buildMp3(1), {})
    await pastHandlers(server, (db) =>
      db.insertInto('discarded_object').values({ path: discarded }).execute(),
    )
    const { id } = await server.ask('POST /sermonImports/store')
    expect((await find(id)).rows.map(({ recording }) => recording)).toEqual([kept])
    await store.remove(kept)
  })

  test('recordings that were in the store stay there when their import is undone, and can be imported again', async () => {
    const { store } = server.app
    const path = 'preaching/2014/only-copy.mp3'
    await store.put(path, buildMp3(1), {})
    const bringIn = async () => {
      const { id } = await server.ask('POST /sermonImports/store')
      await start(id, {})
      await ended(id)
      expect(await countsOf(id)).toEqual({ done: 1 })
      return { id, record: `item/${(await find(id)).rows[0]?.uuid}` }
    }
    const first = await bringIn()
    await server.ask('POST /sermonImports/undo', { body: { id: first.id } })
    expect((await server.tryCall('POST /sermonImports/store')).body.message).toMatch(
      /belongs to a sermon already/,
    )
    await server.ask('DELETE /trash', { query: { record: first.record } })
    expect(await store.has(path)).toBe(true)
    const again = await bringIn()
    await server.ask('DELETE /preachingManagement', { query: { uuid: again.record.slice('item/'.length) } })
    await server.ask('DELETE /trash', { query: { record: again.record } })
    expect(await store.has(path)).toBe(false)
  })

  const folderOf = (recording: string, title: string) => ({
    source: 'folder',
    name: title,
    sermons: [{ ...UNKNOWN_SERMON, guid: `file:${title}`, title, held: '2016-01-03T10:00:00', recording }],
  })

  test('recordings that an import of a folder waits for are not offered from the store', async () => {
    const { store } = server.app
    const path = 'preaching/2016/joy-0123456789ac.mp3'
    const { id } = await server.ask('POST /sermonImports', { body: folderOf(path, 'Joy') })
    await store.put(path, buildMp3(2), {})
    expect((await server.tryCall('POST /sermonImports/store')).body.message).toMatch(/an unfinished import/)
    await start(id, {})
    await ended(id)
    expect(await countsOf(id)).toEqual({ done: 1 })
  })

  test('what was uploaded for an import goes with it, but for what a sermon or another import needs', async () => {
    const { store } = server.app
    const pathOf = (name: string) => `preaching/2012/${name}-0123456789ad.mp3`
    const [alone, shared, used] = [pathOf('alone'), pathOf('shared'), pathOf('used')]
    const begin = async (...paths: string[]) => {
      const sermons = paths.flatMap((path) => folderOf(path, path).sermons)
      return (await server.ask('POST /sermonImports', { body: { source: 'folder', name: '2012', sermons } }))
        .id
    }
    const here = () => Promise.all([alone, shared, used].map((path) => store.has(path)))
    const id = await begin(alone, shared, used)
    const other = await begin(shared)
    for (const path of [alone, shared, used]) {
      await store.put(path, buildMp3(1), {})
    }
    await publish(server, { path: used })
    await server.ask('DELETE /sermonImports', { query: { id } })
    expect(await here()).toEqual([false, true, true])
    await server.ask('DELETE /sermonImports', { query: { id: other } })
    expect(await here()).toEqual([false, false, true])
  })

  test('what was uploaded for an import that is forgotten goes with it', async () => {
    const path = 'preaching/2012/forgotten-0123456789ae.mp3'
    const { id } = await server.ask('POST /sermonImports', { body: folderOf(path, 'Forgotten') })
    await server.app.store.put(path, buildMp3(1), {})
    const discarded = await pastHandlers(server, async (db) => {
      await db.updateTable('sermon_import').set({ at: 1000 }).where('id', '=', id).execute()
      await sweepSermonImports(db, 2000)
      return await db.selectFrom('discarded_object').select('path').execute()
    })
    expect(discarded).toEqual([{ path }])
    expect((await server.tryCall('GET /sermonImports/one', { query: { id } })).status).toBe(404)
  })

  test('a recording of the store that got its sermon after it was found does not come in a second time', async () => {
    const path = 'preaching/2013/found.mp3'
    await server.app.store.put(path, buildMp3(1), {})
    const { id } = await server.ask('POST /sermonImports/store')
    const { uuid } = await publish(server, { path })
    await start(id, {})
    await ended(id)
    expect((await find(id)).rows).toMatchObject([{ state: 'known', uuid }])
  })

  test('recordings of a folder come in once they are uploaded', async () => {
    const path = 'preaching/2016/hope-0123456789ab.mp3'
    const { id } = await server.ask('POST /sermonImports', { body: folderOf(path, 'Hope') })
    await start(id, {})
    await ended(id)
    expect((await find(id)).rows).toMatchObject([{ state: 'failed', why: 'not_found' }])
    await server.app.store.put(path, buildMp3(2), {})
    await start(id)
    await ended(id)
    expect(await countsOf(id)).toEqual({ done: 1 })
  })
})
