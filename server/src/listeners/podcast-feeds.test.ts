import { gunzipSync } from 'node:zlib'
import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { encodePng } from '../demo/encode-png.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { guidOf } from './podcasts-sql.ts'
import { cutTo, writeFeed } from './write-feed.ts'

const MADRID = 'Europe/Madrid'
const ODD = `O'Brien & <script>alert(1)</script> 🎺 ]]>`

eachDatabase((database) => {
  let server: TestServer

  const get = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers })
  const store = (path: string, content: string | Uint8Array = 'a recording') =>
    server.app.store.put(path, Buffer.from(content), { 'content-type': 'audio/mpeg' })
  /** The feed as an independent reader sees it. */
  async function readFeed(address = '/podcast.xml') {
    const { body, headers } = await get(address)
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const feed = parseFeed(body, { allowMissingGuid: false })
    if (feed === null) {
      throw new Error(`No feed: ${body.slice(0, 500)}`)
    }
    return { ...feed, body }
  }
  const entryOf = async (uuid: string) => (await readFeed()).items.find(({ guid }) => guid === uuid)
  /** Publishes a sermon whose recording is there. */
  async function publishHeard(more: Parameters<typeof publish>[1] & { path: string }) {
    await store(more.path)
    return await publish(server, { duration: 1800, event_datetime: '2026-04-26T10:30:00', ...more })
  }

  beforeAll(async () => {
    server = await startTestServer({ database, timeZone: MADRID })
    await server.ask('PUT /settings', { body: { publicPages: true, name: 'Grace & Truth' } })
  })
  afterAll(() => server.destroy())

  test('an independent reader finds everything that was said', async () => {
    const { id: preacher_id } = await server.ask('POST /preachers', { body: { presenterName: 'Rev. Ana' } })
    const { id: second } = await server.ask('POST /preachers', { body: { presenterName: `Bo ${ODD}` } })
    const { uuid } = await publishHeard({
      ...{ localizedname: ODD, description: `${ODD}\n\nMore.`, path: 'preaching/2026/odd.mp3', preacher_id },
      ...{
        speakers: [{ preacher_id: second, part: 'Prayer' }],
        chapters: '0:00 Welcome\n1:00 The text\n2:00 Amen',
      },
      transcript: 'WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome.\n',
    })
    const { items, body, ...feed } = await readFeed()
    expect(body).toContain('&lt;p&gt;O&amp;#39;Brien &amp;amp; &amp;lt;script&amp;gt;')
    expect(feed).toMatchObject({
      ...{
        title: 'Grace & Truth',
        description: '<p>Sermons of Grace & Truth</p>',
        language: 'en',
        explicit: false,
      },
      ...{ link: 'http://localhost:8080/sermons', itunesType: 'episodic', generator: 'Vestry' },
      ...{ guid: guidOf('http://localhost:8080/podcast.xml') },
    })
    const entry = items.find(({ guid }) => guid === uuid)
    expect(entry).toMatchObject({
      ...{ title: ODD, author: 'Rev. Ana', duration: 1800, explicit: false },
      pubDate: new Date('2026-04-26T08:30:00Z'),
      enclosure: { length: 11, type: 'audio/mpeg', url: expect.stringMatching(/\/odd\.mp3$/) },
      podcastTranscripts: [{ type: 'text/vtt', language: 'en' }],
      podcastChapters: { type: 'application/json+chapters' },
      podcastPeople: [{ name: 'Rev. Ana' }, { name: `Bo ${ODD}` }],
    })
    expect(entry?.description).toContain(
      '🎺 ]]></p> <p>More.</p> <p>00:00 Welcome<br> 01:00 The text<br> 02:00 Amen</p>',
    )
    for (const { url } of [
      entry?.enclosure,
      ...(entry?.podcastTranscripts ?? []),
      entry?.podcastChapters ?? { url: '' },
    ] as { url: string }[]) {
      expect([url, (await get(new URL(url).pathname)).statusCode]).toEqual([url, 200])
    }
  })

  test('a transcript without times is no caption', async () => {
    const { uuid } = await publishHeard({
      path: 'preaching/2026/plain.mp3',
      transcript: 'Welcome.\n\nTo all.',
    })
    expect((await entryOf(uuid))?.podcastTranscripts).toBeUndefined()
  })

  test('a sermon keeps its guid and its date, whatever is done to it', async () => {
    const sermon = await publishHeard({ localizedname: 'As it was', path: 'preaching/2026/kept.mp3' })
    const told = async () => {
      const entry = await entryOf(sermon.uuid)
      return [entry?.guid, entry?.pubDate, entry?.enclosure?.url]
    }
    const first = await told()
    expect(first[1]).toEqual(new Date('2026-04-26T08:30:00Z'))
    const change = (more: object) => server.ask('PUT /preachingManagement', { body: { ...sermon, ...more } })
    await change({ localizedname: 'As it is', event_datetime: '2025-01-05T10:00:00' })
    expect(await told()).toEqual(first)
    await change({ state: 'draft' })
    expect(await entryOf(sermon.uuid)).toBeUndefined()
    await change({ event_datetime: '2024-01-05T10:00:00' })
    expect(await told()).toEqual(first)
    await server.ask('DELETE /preachingManagement', { query: { uuid: sermon.uuid } })
    await server.ask('POST /trash/restore', { body: { record: `item/${sermon.uuid}` } })
    expect(await told()).toEqual(first)
  })

  test('what was published before feeds keeps the date it had, also when it is moved', async () => {
    const sermon = await publishHeard({
      path: 'preaching/2026/before.mp3',
      event_datetime: '2019-07-07T10:00:00',
    })
    const raw = await openDatabase(server.config)
    await raw.sql
      .updateTable('preaching_item')
      .set({ feed_date: null, publish_at: 0 })
      .where('uuid', '=', sermon.uuid)
      .execute()
    await raw.close()
    expect((await entryOf(sermon.uuid))?.pubDate).toEqual(new Date('2019-07-07T08:00:00Z'))
    await server.ask('PUT /preachingManagement', {
      body: { ...sermon, event_datetime: '2020-07-07T10:00:00' },
    })
    expect((await entryOf(sermon.uuid))?.pubDate).toEqual(new Date('2019-07-07T08:00:00Z'))
  })

  test('is the same compressed as it is plain', async () => {
    const packed = await get('/podcast.xml', { 'accept-encoding': 'gzip' })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'accept-encoding'])
    expect(gunzipSync(packed.rawPayload).toString()).toBe((await get('/podcast.xml')).body)
  })

  test('is sent again only when something that it says has changed', async () => {
    const first = await get('/podcast.xml')
    const etag = String(first.headers.etag)
    expect((await get('/podcast.xml', { 'if-none-match': `W/${etag}, "other"` })).statusCode).toBe(304)
    await server.ask('PUT /settings', { body: { name: 'Grace' } })
    const second = await get('/podcast.xml', { 'if-none-match': etag })
    expect([second.statusCode, second.headers.etag === etag]).toEqual([200, false])
    const { uuid } = await publishHeard({ path: 'preaching/2026/news.mp3' })
    expect((await get('/podcast.xml', { 'if-none-match': String(second.headers.etag) })).body).toContain(uuid)
    await server.ask('PUT /settings', { body: { name: 'Grace & Truth' } })
  })

  test('podcasts of a series, a speaker and a language have their own sermons', async () => {
    const { id: series_id } = await server.ask('POST /sermonSeries', {
      body: { name: 'Ruth', order: 'oldest' },
    })
    const { id: preacher_id } = await server.ask('POST /preachers', { body: { presenterName: 'Noemí' } })
    const one = await publishHeard({
      path: 'preaching/2026/r1.mp3',
      series_id,
      event_datetime: '2026-01-04T10:00:00',
    })
    const two = await publishHeard({
      ...{ path: 'preaching/2026/r2.mp3', series_id, event_datetime: '2026-01-11T10:00:00' },
      ...{ language_id: 2, speakers: [{ preacher_id, part: '' }] },
    })
    const feedOf = async (kind: 'series' | 'speaker' | 'language', of_id: number) => {
      const { id } = await server.ask('POST /podcasts', { body: { kind, of_id } })
      return await readFeed(`/podcast/${id}.xml`)
    }
    const series = await feedOf('series', series_id)
    expect([series.title, series.itunesType]).toEqual(['Ruth', 'serial'])
    expect(series.items.map(({ guid, itunesEpisode }) => [guid, itunesEpisode])).toEqual([
      [two.uuid, 2],
      [one.uuid, 1],
    ])
    expect((await feedOf('speaker', preacher_id)).items.map(({ guid }) => guid)).toEqual([two.uuid])
    const spanish = await feedOf('language', 2)
    expect([spanish.language, spanish.items.map(({ guid }) => guid)]).toEqual(['es', [two.uuid]])
    const { id: into } = await server.ask('POST /sermonSeries', { body: { name: 'The book of Ruth' } })
    await server.ask('POST /sermonSeries/merge', { body: { id: series_id, into } })
    const followed = (await server.ask('GET /podcasts')).find(({ kind }) => kind === 'series')
    expect(followed).toMatchObject({ of: 'The book of Ruth', sermons: 2 })
  })

  test('a podcast that is added again, since the answer was lost, is there once', async () => {
    const { id: of_id } = await server.ask('POST /preachers', { body: { presenterName: 'Orpah' } })
    const body = { kind: 'speaker', of_id }
    const { id } = await server.ask('POST /podcasts', { body })
    expect(await server.ask('POST /podcasts', { body })).toMatchObject({ id, version: 1 })
    await server.ask('PUT /podcasts', { body: { id, title: 'Orpah speaks' } })
    expect(await server.tryCall('POST /podcasts', { body })).toMatchObject({
      status: 409,
      body: { error: 'already_exists', field: 'of_id' },
    })
    expect((await server.ask('GET /podcasts')).filter((one) => one.of === 'Orpah')).toHaveLength(1)
  })

  test('a film stands there as its audio file, and so does a recording in a form that programs refuse', async () => {
    await store('preaching/2026/film.webm')
    await store('preaching/2026/film.m4a', Buffer.alloc(4321))
    const film = await publishHeard({ path: 'preaching/2026/film.webm', media_format: 'video' })
    const enclosed = async () => (await readFeed()).items.find(({ guid }) => guid === film.uuid)?.enclosure
    expect(await enclosed()).toBeUndefined()
    const body = { ...film, audio_path: 'preaching/2026/film.m4a' }
    await server.ask('PUT /preachingManagement', { body })
    const { url = '', length, type } = (await enclosed()) ?? {}
    expect([length, type]).toEqual([4321, 'audio/mp4'])
    const { pathname } = new URL(url)
    expect(pathname).toMatch(/\/film\.m4a$/)
    const sent = await get(pathname)
    expect([sent.statusCode, sent.rawPayload.length]).toEqual([200, 4321])
    const { location = '' } = (await get(`/sermons/${film.uuid}`)).headers
    expect((await get(String(location))).body).toContain(
      `<a href="${pathname}" download>Download the sound as an audio file</a>`,
    )
    // Another audio file has another size.
    await store('preaching/2026/film-2.m4a', Buffer.alloc(99))
    await server.ask('PUT /preachingManagement', {
      body: { ...body, audio_path: 'preaching/2026/film-2.m4a' },
    })
    expect((await enclosed())?.length).toBe(99)
    expect((await get(pathname)).statusCode).toBe(404)
  })

  test('what Apple would refuse is said before, with the sermons that are left out', async () => {
    await store('preaching/2026/wave.webm')
    const wave = await publish(server, {
      path: 'preaching/2026/wave.webm',
      localizedname: 'A wave',
      duration: 9,
    })
    const gone = await publish(server, {
      path: 'preaching/2026/gone.mp3',
      localizedname: 'Gone',
      duration: 9,
    })
    const silent = await publishHeard({
      path: 'preaching/2026/long.mp3',
      localizedname: 'How long',
      duration: 0,
    })
    const told = async () => (await server.ask('GET /podcasts'))[0]
    const first = await told()
    expect(first).toMatchObject({ kind: 'all', address: 'http://localhost:8080/podcast.xml' })
    expect(first?.problems).toEqual(['no_artwork', 'no_email', 'not_secure'])
    expect(first?.refused).toEqual(
      expect.arrayContaining([
        { uuid: wave.uuid, title: 'A wave', problem: 'format' },
        { uuid: gone.uuid, title: 'Gone', problem: 'no_recording' },
        { uuid: silent.uuid, title: 'How long', problem: 'no_duration' },
      ]),
    )
    const guids = (await readFeed()).items.map(({ guid }) => guid)
    expect([wave, gone, silent].map(({ uuid }) => guids.includes(uuid))).toEqual([false, false, true])
    expect(first?.sermons).toBe(guids.length)
    const save = (artwork_path: string) =>
      server.ask('PUT /podcasts', { body: { id: 1, email: 'office@church.test', artwork_path } })
    await store('images/small.png', encodePng(200, new Uint8Array(200 * 200 * 3)))
    await save('images/small.png')
    expect((await told())?.problems).toEqual(['artwork_shape', 'not_secure'])
    await store('images/square.png', encodePng(1400, new Uint8Array(1400 * 1400 * 3)))
    expect((await save('images/square.png')).released).toEqual(['images/small.png'])
    expect((await told())?.problems).toEqual(['not_secure'])
    const { itunesImage = '', locked } = await readFeed()
    expect(locked).toBe(true)
    const image = await get(new URL(itunesImage).pathname)
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
  })
})

test('a podcast’s guid is the one that Podcasting 2.0 gives as its example', () => {
  expect(guidOf('https://mp3s.nashownotes.com/pc20rss.xml')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810')
  expect(guidOf('http://mp3s.nashownotes.com/pc20rss.xml/')).toBe(guidOf('mp3s.nashownotes.com/pc20rss.xml'))
})

test('a feed says no more of a sermon than programs take, however much has to be escaped', () => {
  const servers = { pages: '', files: '' }
  const channel = { address: '', page: '', servers, title: '', author: '', email: '', language: 'en' }
  const feed = writeFeed(
    { ...channel, description: '<&>'.repeat(3000), artwork: '', guid: '', isSerial: false, timeZone: MADRID },
    [],
  )
  const said = /<description>(.*?)<\/description>/s.exec(feed)?.[1] ?? ''
  const html = said.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(4000)
  expect(Buffer.byteLength(html)).toBeGreaterThan(3000)
})

test('a description is cut at a word, and never within a letter', () => {
  expect(cutTo(20, 'short')).toBe('short')
  expect(cutTo(20, 'one two three four five six')).toBe('one two three …')
  const cut = cutTo(100, '🎺'.repeat(80))
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(100)
  expect(cut.isWellFormed()).toBe(true)
})
