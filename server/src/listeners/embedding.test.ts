import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const HOME = 'http://localhost:8080'
const ODD = `O'Brien & <script>alert(1)</script> 🎺`

eachDatabase((database) => {
  let server: TestServer
  const get = (url: string) => server.app.http.inject({ url })
  const describe = async (url: string, more = '') =>
    await get(`/oembed?url=${encodeURIComponent(url)}${more}`)

  beforeAll(async () => {
    server = await startTestServer({ database })
    await server.ask('PUT /settings', { body: { publicPages: true, name: 'Grace' } })
  })
  afterAll(() => server.destroy())

  test('a player may stand in a frame of any site, and runs and keeps nothing', async () => {
    const { uuid } = await publish(server, { localizedname: ODD })
    const page = await get(`/embed/${uuid}`)
    expect(page.statusCode).toBe(200)
    const [, style = ''] = /<style>(.+)<\/style>/s.exec(page.body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'`,
    )
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toMatch(/<audio controls preload="none" src="\/media\//)
    expect(page.body).not.toContain('<script')
  })

  test('a player says who spoke, when, in which series and language, and of which church', async () => {
    const name = 'Ruth & Boaz'
    const series = await server.ask('POST /sermonSeries', { body: { name } })
    const { uuid, event_datetime } = await publish(server, { language_id: 2, series_id: series.id })
    const page = await get(`/embed/${uuid}`)
    const [, line = ''] = /<p class="line">([^<]*)</.exec(page.body) ?? []
    expect(line).toMatch(/ · Ruth &amp; Boaz · Spanish · Grace$/)
    expect(line).toContain(` ${Number(event_datetime.slice(8, 10))} `)
    const told = (await get(`/sermons/${uuid}.json`)).json()
    expect(told).toMatchObject({ series: name, language: 'es', church: 'Grace' })
    expect((await get('/sermons?lang=es')).body).toMatch(/ · (español|inglés) · /)
  })

  test('oEmbed describes the frame of a sermon, within the sizes that are asked for', async () => {
    const { uuid } = await publish(server, { localizedname: ODD, media_format: 'video' })
    const page = await get(String((await get(`/sermons/${uuid}`)).headers.location))
    const [, link = ''] = /type="application\/json\+oembed"[^>]* href="([^"]*)"/.exec(page.body) ?? []
    const told = await get(link.replace(HOME, ''))
    expect(told.headers['access-control-allow-origin']).toBe('*')
    expect(told.json()).toMatchObject({
      ...{ version: '1.0', type: 'video', title: ODD, provider_name: 'Grace', width: 640, height: 440 },
      html: expect.stringContaining(
        `<iframe src="${HOME}/embed/${uuid}" width="640" height="440" title="O&#39;Brien`,
      ),
    })
    const small = await describe(`${HOME}/sermons/${uuid}/any-title`, '&maxwidth=320&maxheight=200')
    expect(small.json()).toMatchObject({ width: 320, height: 200 })
    expect((await describe(`${HOME}/sermons/${uuid}`, '&format=xml')).statusCode).toBe(501)
    for (const address of [`https://elsewhere.example/sermons/${uuid}`, `${HOME}/sermons`, 'sermons', '']) {
      expect([address, (await describe(address)).statusCode]).toEqual([address, 404])
    }
  })

  test('the list for other sites has every published sermon once, page by page', async () => {
    for (let at = 0; at < 60; at += 1) {
      const day = String(1 + (at % 20)).padStart(2, '0')
      await publish(server, { localizedname: `Listed ${at}`, event_datetime: `2024-05-${day}T10:00:00` })
    }
    const draft = await publish(server, { state: 'draft' })
    const seen: { id: string; date: string; title: string }[] = []
    let next: string | null = `${HOME}/sermons.json`
    while (next !== null) {
      const page = await get(next.replace(HOME, ''))
      expect(page.headers['access-control-allow-origin']).toBe('*')
      const answer = page.json<{ sermons: typeof seen; next: string | null }>()
      seen.push(...answer.sermons)
      next = answer.next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.filter(({ title }) => title.startsWith('Listed'))).toHaveLength(60)
    expect(seen.map(({ date }) => date)).toEqual(
      seen
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(seen.some(({ id }) => id === draft.uuid)).toBe(false)
  })

  test('the list for other sites can be that of a series, and as long as they ask', async () => {
    const { id: series_id } = await server.ask('POST /sermonSeries', { body: { name: 'Ruth' } })
    const uuids: string[] = []
    for (const day of ['01', '02', '03']) {
      uuids.unshift((await publish(server, { series_id, event_datetime: `2025-06-${day}T10:00:00` })).uuid)
    }
    const ask = async (address: string) =>
      (await get(address.replace(HOME, ''))).json<{ sermons: { id: string }[]; next: string | null }>()
    const first = await ask(`/sermons.json?series=${series_id}&limit=2`)
    const second = await ask(String(first.next))
    expect([...first.sermons, ...second.sermons].map(({ id }) => id)).toEqual(uuids)
    expect([first.sermons.length, second.next]).toEqual([2, null])
    for (const series of ['0', 'x', '99999', '1&series=2']) {
      expect((await ask(`/sermons.json?series=${series}`)).sermons).toEqual([])
    }
    expect((await ask('/sermons.json?limit=0')).sermons).toHaveLength(50)
  })

  test('one sermon is told as JSON, with the captions that it has', async () => {
    const transcript = 'WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome.\n'
    const { uuid } = await publish(server, { localizedname: ODD, language_id: 2, duration: 90, transcript })
    const answer = await get(`/sermons/${uuid}.json`)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.json()).toMatchObject({
      ...{ id: uuid, title: ODD, language: 'es', media: { kind: 'audio', seconds: 90 } },
      captions: `${HOME}/media/${uuid}/transcript.vtt`,
    })
    expect((await get('/sermons/00000000-0000-4000-8000-000000000000.json')).statusCode).toBe(404)
  })

  test('an audio file that was made of a recording is what plays of it everywhere; a film stays a film', async () => {
    const audio_path = 'preaching/2026/desk.mp3'
    const { uuid } = await publish(server, { path: 'preaching/2026/desk.flac', audio_path })
    const page = await get(String((await get(`/sermons/${uuid}`)).headers.location))
    expect(page.body).not.toContain('.flac')
    expect(page.body).toContain('"encodingFormat":"audio/mpeg"')
    expect((await get(`/embed/${uuid}`)).body).toMatch(/<audio controls preload="none" src="[^"]*desk\.mp3" /)
    const { media } = (await get(`/sermons/${uuid}.json`)).json()
    expect(media).toMatchObject({ url: expect.stringMatching(/desk\.mp3$/), type: 'audio/mpeg' })
    const listed: { id: string; media: object }[] = (await get('/sermons.json')).json().sermons
    expect(listed.find(({ id }) => id === uuid)?.media).toEqual(media)

    const film = { path: 'preaching/2026/film.mp4', media_format: 'video' as const }
    const shown = await publish(server, { ...film, audio_path: 'preaching/2026/film.m4a' })
    expect((await get(`/embed/${shown.uuid}`)).body).toMatch(/<video [^>]* src="[^"]*film\.mp4" /)
  })

  test('a small module defines the elements, in every language, for any site', async () => {
    const module = await get('/embed.js')
    expect(module.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
    })
    expect(module.body).toContain('"es":{"play":"Reproducir","more":"Más predicaciones"}')
    expect(module.body).not.toMatch(/\bimport\s*[({'"]|: string|interface /)
    const packed = await server.app.http.inject({ url: '/embed.js', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.rawPayload.length).toBeLessThan(4000)
    const etag = String(module.headers.etag)
    const again = await server.app.http.inject({ url: '/embed.js', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('what is not published, or no longer, is shown nowhere', async () => {
    const sermon = await publish(server)
    const { uuid } = sermon
    await server.ask('PUT /preachingManagement', { body: { ...sermon, state: 'draft' } })
    const gone = await get(`/embed/${uuid}`)
    expect([gone.statusCode, gone.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(gone.body).toContain('There is nothing at this address')
    expect(gone.body).not.toContain(uuid)
    expect((await get(`/sermons/${uuid}.json`)).statusCode).toBe(404)
    expect((await describe(`${HOME}/sermons/${uuid}`)).statusCode).toBe(404)
    await server.ask('PUT /settings', { body: { publicPages: false } })
    for (const address of ['/sermons.json', '/embed.js']) {
      expect((await get(address)).statusCode).toBe(404)
    }
  })
})
