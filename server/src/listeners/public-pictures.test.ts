import { copiesBeside, withCopies } from '@vestry/contract/files/poster-copies.ts'
import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isUsedObject } from '../database/is-used-object.ts'
import { openDatabase } from '../database/open-database.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const HOME = 'http://localhost:8080'
const POSTER = 'images/grace.jpg'
const SMALL = `${POSTER}.sizes/320-wide-square.webp`
const PICTURES = [POSTER, ...withCopies(SMALL)]
const RECORDING = 'preaching/2026/copies.mp3'

eachDatabase((database) => {
  let server: TestServer
  const get = (url: string) => server.app.http.inject({ url })

  beforeAll(async () => {
    server = await startTestServer({ database })
    await server.ask('PUT /settings', { body: { publicPages: true } })
    for (const path of [...PICTURES, RECORDING]) {
      await server.app.store.put(path, Buffer.from(path), {})
    }
  })
  afterAll(() => server.destroy())

  test('a sermon with copies of its poster shows each where it fits, and gives them up together', async () => {
    const sermon = await publish(server, {
      ...{ localizedname: 'With copies', path: RECORDING, duration: 60 },
      ...{ poster_path: POSTER, small_poster_path: SMALL },
    })
    const { uuid } = sermon
    const served = async (address: string) => (await get(address.replace(HOME, ''))).body
    const list = await served('/sermons')
    const [, small = '', card = ''] = /srcset="(\S+) 320w, (\S+) 640w"/.exec(list) ?? []
    expect([await served(small), await served(card)]).toEqual([SMALL, copiesBeside(SMALL)?.card])
    const page = await served(String((await get(`/sermons/${uuid}`)).headers.location))
    const [, wide = ''] = /property="og:image" content="([^"]*)"/.exec(page) ?? []
    expect(await served(wide)).toBe(copiesBeside(SMALL)?.wide)
    expect(page).toContain('<meta property="og:image:width" content="1200">')
    expect(page).toMatch(/<img class="poster" [^>]* width="1200" height="675" alt="">/)
    const described = await get(`/oembed?url=${HOME}/sermons/${uuid}`)
    expect(described.json()).toMatchObject({
      thumbnail_url: wide,
      thumbnail_width: 1200,
      thumbnail_height: 675,
    })
    const entry = () =>
      served('/podcast.xml').then((feed) => parseFeed(feed)?.items.find(({ guid }) => guid === uuid))
    const { itunesImage = '' } = (await entry()) ?? {}
    expect(itunesImage).toMatch(/\/square\.jpg$/)
    expect(await served(itunesImage)).toBe(copiesBeside(SMALL)?.square)

    const raw = await openDatabase(server.config)
    expect(await Promise.all(PICTURES.map((path) => isUsedObject(raw.sql, path)))).toEqual(
      PICTURES.map(() => true),
    )
    const changed = { ...sermon, poster_path: 'images/other.jpg', small_poster_path: 'images/other-320.webp' }
    const { released } = await server.ask('PUT /preachingManagement', { body: changed })
    expect(released.toSorted()).toEqual(PICTURES.toSorted())
    expect(await Promise.all(PICTURES.map((path) => isUsedObject(raw.sql, path)))).toEqual(
      PICTURES.map(() => false),
    )
    await raw.close()
    expect((await entry())?.itunesImage).toBeUndefined()
    expect((await get(itunesImage.replace(HOME, ''))).statusCode).toBe(404)
    expect(await served('/sermons')).not.toContain('srcset')
  })

  test('a series shows the copies of its picture, and its podcast has the square until it has one of its own', async () => {
    const picture_path = 'images/1/ruth.jpg.sizes/ruth.jpg'
    for (const path of withCopies(picture_path)) {
      await server.app.store.put(path, Buffer.from(path), {})
    }
    const { id } = await server.ask('POST /sermonSeries', { body: { name: 'Ruth', picture_path } })
    await publish(server, { series_id: id, path: RECORDING, duration: 60 })
    const { id: podcast } = await server.ask('POST /podcasts', { body: { kind: 'series', of_id: id } })
    const served = async (address: string) => (await get(address.replace(HOME, ''))).body
    const page = await served(`/sermons/series/${id}/ruth`)
    const [, wide = ''] = /<img class="poster" src="([^"]*)" width="1200" height="675"/.exec(page) ?? []
    expect(await served(wide)).toBe(copiesBeside(picture_path)?.wide)
    const { itunesImage = '' } = parseFeed(await served(`/podcast/${podcast}.xml`)) ?? {}
    expect(await served(itunesImage)).toBe(copiesBeside(picture_path)?.square)
    const told = (await server.ask('GET /podcasts')).find((one) => one.id === podcast)
    expect(told?.problems).not.toContain('no_artwork')
    const { released } = await server.ask('PUT /sermonSeries', {
      body: { id, name: 'Ruth', picture_path: '' },
    })
    expect(released.toSorted()).toEqual(withCopies(picture_path).toSorted())
  })

  test('what a cache may keep for an hour is a file alone', async () => {
    const { uuid } = await publish(server, { path: RECORDING })
    const [address = ''] = (await get('/podcast.xml')).body.match(`/media/${uuid}/[^"]*mp3`) ?? []
    const read = vi.spyOn(server.app.store, 'read').mockRejectedValueOnce(new Error('The store is away.'))
    const failed = await get(address)
    read.mockRestore()
    expect(failed.statusCode).toBe(500)
    expect(failed.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(Object.keys(failed.headers)).not.toContain('etag')
    const ask = (headers: Record<string, string>) => server.app.http.inject({ url: address, headers })
    const refused = await Promise.all([ask({ range: 'bytes=900-' }), ask({ 'if-match': '"another"' })])
    const whole = await get(address)
    expect(
      [...refused, whole].map(({ statusCode, headers }) => [statusCode, headers['cache-control']]),
    ).toEqual([
      [416, 'no-cache'],
      [412, 'no-cache'],
      [200, 'public, max-age=3600'],
    ])
    expect(refused[0]?.headers['content-range']).toBe(`bytes */${RECORDING.length}`)
  })

  test('copies that another sermon has too are kept', async () => {
    const with_ = { poster_path: POSTER, small_poster_path: SMALL }
    const [one] = [await publish(server, with_), await publish(server, with_)]
    const { released } = await server.ask('PUT /preachingManagement', {
      body: { ...one, poster_path: 'images/other.jpg', small_poster_path: 'images/other-320.webp' },
    })
    expect(released).toEqual([])
  })
})
