import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { buildSecondApp } from '../testing/second-app.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const HOUR = 60 * 60_000
const ODD = `O'Brien & <script>alert(1)</script> 🎺`
const VTT =
  'WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome.\n\n00:02.500 --> 00:04.000\nTo all.\n\n00:09.000 --> 00:10.000\nAmen.\n'

eachDatabase((database) => {
  let server: TestServer

  const get = (url: string, headers: Record<string, string> = {}, app: App = server.app) =>
    app.http.inject({ url, headers: { accept: 'text/html', ...headers } })
  const store = (path: string, content = 'a recording') =>
    server.app.store.put(path, Buffer.from(content), { 'content-type': 'text/html' })
  const switchTo = (publicPages: boolean) => server.ask('PUT /settings', { body: { publicPages } })

  beforeAll(async () => {
    server = await startTestServer({ database, timeZone: 'Europe/Madrid' })
    await switchTo(true)
  })
  afterAll(() => server.destroy())

  /** All addresses at which something of a sermon might be found. */
  async function addressesOf(uuid: string): Promise<string[]> {
    const page = (await get(`/sermons/${uuid}`)).headers.location ?? ''
    const { body } = await get(String(page))
    const media = [...body.matchAll(/"(\/media\/[^"#]*)/g)].map(([, address = '']) => address)
    return [String(page), `/media/${uuid}/transcript.vtt`, `/media/${uuid}/chapters.json`, ...new Set(media)]
  }

  test('who opens an address of nothing gets a page, and a program one line', async () => {
    const missing = ['/podcast/999999999.xml', `/media/${crypto.randomUUID()}/0123456789ab/a.mp3`, '/oembed']
    for (const address of missing) {
      const page = await get(address)
      expect([address, page.statusCode, page.headers['content-type']]).toEqual([
        address,
        404,
        'text/html; charset=utf-8',
      ])
      expect(page.body).toContain('<h1')
      const line = await get(address, { accept: '*/*' })
      expect([address, line.statusCode, line.body]).toEqual([
        address,
        404,
        'There is nothing at this address.\n',
      ])
    }
  })

  test('nothing is public until an administrator says so', async () => {
    const { uuid } = await publish(server)
    const addresses = [
      `/sermons/${uuid}`,
      '/sermons',
      '/sermons/series',
      '/sermons/sitemap.xml',
      '/podcast.xml',
    ]
    await switchTo(false)
    for (const address of addresses) {
      const { statusCode, body } = await get(address, { accept: '*/*' })
      expect([address, statusCode]).toEqual([address, 404])
      expect(body).not.toContain(uuid)
    }
    await switchTo(true)
    expect((await get('/sermons')).body).toContain(uuid)
  })

  test('a sermon has one address, to which the others lead, also after its title changed', async () => {
    const sermon = await publish(server, { localizedname: 'Día de gracia' })
    const { uuid } = sermon
    const first = await get(`/sermons/${uuid}?lang=es`)
    expect([first.statusCode, first.headers.location]).toEqual([
      301,
      `/sermons/${uuid}/dia-de-gracia?lang=es`,
    ])
    await server.ask('PUT /preachingManagement', { body: { ...sermon, localizedname: 'Grace today' } })
    const moved = await get(`/sermons/${uuid}/dia-de-gracia`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/sermons/${uuid}/grace-today`])
    const page = await get(`/sermons/${uuid}/grace-today`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(
      `<link rel="canonical" href="http://localhost:8080/sermons/${uuid}/grace-today">`,
    )
    expect((await get('/sermons/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
  })

  test('what people typed is shown as they typed it, and is never markup', async () => {
    const series_id = (await server.ask('POST /sermonSeries', { body: { name: ODD, description: ODD } })).id
    const { uuid } = await publish(server, {
      ...{ localizedname: ODD, description: `${ODD}\nsecond line`, series_id, passages: 'Rom 8:28-30' },
      attachments: [{ path: 'preaching/2026/notes.pdf', title: ODD }],
      ...{ chapters: '0:00 Welcome\n0:05 <b>Amen</b>', transcript: VTT, media_format: 'video' as const },
    })
    const { body } = await get((await addressesOf(uuid))[0] ?? '')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<b>Amen')
    expect(body).toContain('O&#39;Brien &amp; &lt;script&gt;alert(1)&lt;/script&gt; 🎺<br>\nsecond line')
    expect(body).toContain('Romans 8:28–30')
    expect(body).toContain('<p>Welcome. To all.</p>')
    const about = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(about).toMatchObject({ '@type': 'PodcastEpisode', name: ODD, partOfSeries: { name: ODD } })
    const { location } = (await get(`/sermons/series/${series_id}`)).headers
    for (const address of ['/sermons', '/sermons/series', String(location)]) {
      const page = await get(address)
      expect([address, page.statusCode]).toEqual([address, 200])
      expect(page.body).not.toContain('<script>alert')
    }
  })

  test('no page runs or loads anything from elsewhere, or sets a cookie', async () => {
    const { headers, body } = await get('/sermons')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; media-src 'self';/,
    )
    expect(headers['set-cookie']).toBeUndefined()
    const loaded = [
      ...body.matchAll(/<(?:img|script|link rel="stylesheet"|audio|video)[^>]*(?:src|href)="([^"]*)"/g),
    ]
    expect(loaded.length).toBeGreaterThan(1)
    expect(loaded.filter(([, address = '']) => !address.startsWith('/'))).toEqual([])
    expect((await get('/sermons', { 'accept-encoding': 'gzip' })).rawPayload.length).toBeLessThan(14_000)
  })

  test('the language is that of the address, else of the church, else of the browser', async () => {
    const languageOf = async (address: string, accepted = 'de, es-MX;q=0.8, en;q=0.5') =>
      /<html lang="(\w+)"/.exec((await get(address, { 'accept-language': accepted })).body)?.[1]
    expect(await languageOf('/sermons')).toBe('es')
    expect(await languageOf('/sermons', 'fr')).toBe('en')
    expect(await languageOf('/sermons?lang=en')).toBe('en')
    await server.ask('PUT /settings', { body: { language: 'en' } })
    expect(await languageOf('/sermons')).toBe('en')
    const { body } = await get('/sermons?lang=es')
    expect(body).toContain('href="/sermons/series?lang=es"')
    expect(body).toContain('<input type="hidden" name="lang" value="es">')
    await server.ask('PUT /settings', { body: { language: 'browser' } })
  })

  test('a page that can’t be written says so in its own words, and how to try again', async () => {
    const direct = await openDatabase(server.config)
    await direct.sql.schema.alterTable('sermon_passage').renameTo('passage_away').execute()
    const { statusCode, body } = await get('/sermons/passages')
    await direct.sql.schema.alterTable('passage_away').renameTo('sermon_passage').execute()
    await direct.close()
    expect(statusCode).toBe(500)
    expect(body).toContain('<h1>The sermons can’t be shown just now</h1>')
    expect(body).toContain('href="">Try again</a>')
    expect((await get('/sermons/passages')).statusCode).toBe(200)
  })

  test('the sitemap is written once for what is published, and anew when that or its server changes', async () => {
    const sitemap = () => get('/sermons/sitemap.xml')
    const addressOf = (uuid: string, origin = 'http://localhost:8080') => `<loc>${origin}/sermons/${uuid}/`
    const { uuid } = await publish(server)
    const first = await sitemap()
    expect(first.body).toContain(addressOf(uuid))
    const direct = await openDatabase(server.config)
    await direct.sql.schema.alterTable('preaching_item').renameTo('item_away').execute()
    const again = await sitemap()
    await direct.sql.schema.alterTable('item_away').renameTo('preaching_item').execute()
    await direct.close()
    expect([again.statusCode, again.body === first.body]).toEqual([200, true])

    const { uuid: next } = await publish(server)
    expect((await sitemap()).body).toContain(addressOf(next))
    await server.ask('PUT /settings', { body: { listenersUrl: 'https://sermons.church.test' } })
    const moved = await get('/sermons/sitemap.xml', { host: 'sermons.church.test' })
    expect(moved.body).toContain(addressOf(next, 'https://sermons.church.test'))
    expect(moved.body).not.toContain('http://localhost:8080')
    await server.ask('PUT /settings', { body: { listenersUrl: '' } })
    expect((await sitemap()).body).toContain(addressOf(next))
  })

  test('a search finds titles and passages, and says so where it finds nothing', async () => {
    const { uuid } = await publish(server, { localizedname: 'The loom', passages: 'Ex 35:30-35' })
    expect((await get('/sermons?q=loom')).body).toContain(uuid)
    expect((await get('/sermons?q=Exodus%2035')).body).toContain(uuid)
    expect((await get('/sermons/passages')).body).toContain('Exodus')
    const none = await get(`/sermons?q=${encodeURIComponent('<zebra>')}`)
    expect(none.body).toContain('No sermon was found for “&lt;zebra&gt;”')
  })

  test.each([
    ['/sermons?q=a&q=b', 200],
    ['/sermons?q=%00%F0%9F&page=x&lang=xx&lang=es', 200],
    [`/sermons?q=${'a'.repeat(5000)}`, 200],
    ['/sermons?page=99999', 200],
    ['/sermons/series/999999999', 404],
    ['/sermons/series/1%00', 404],
    ['/media/%00/000000000000/a.mp3', 404],
    ['/media/series/1%00/000000000000/a.jpg', 404],
    ['/podcast/999999999.xml', 404],
  ])('%s is answered with %i, whatever it means', async (address, status) => {
    expect((await get(address, { accept: '*/*' })).statusCode).toBe(status)
  })

  test('pages lead to one another, and a series reads in its own order', async () => {
    const { id } = await server.ask('POST /sermonSeries', { body: { name: 'Ruth', order: 'oldest' } })
    for (let week = 1; week <= 26; week += 1) {
      const day = new Date(Date.UTC(2025, 0, 5 + 7 * week)).toISOString().slice(0, 10)
      await publish(server, {
        localizedname: `Ruth week ${week}`,
        event_datetime: `${day}T10:00:00`,
        series_id: id,
      })
    }
    const first = (await get(`/sermons/series/${id}/ruth`)).body
    expect(first.indexOf('Ruth week 1<')).toBeLessThan(first.indexOf('Ruth week 2<'))
    expect(first).not.toContain('Ruth week 25<')
    expect(first).toContain(`href="/sermons/series/${id}/ruth?page=2"`)
    expect((await get(`/sermons/series/${id}/ruth?page=2`)).body).toContain('Ruth week 25<')
  })

  describe('the files of a sermon', () => {
    let uuid: string
    let addresses: string[]

    beforeAll(async () => {
      await store('preaching/2026/voice.mp3', '0123456789')
      await store('preaching/2026/plan.pdf')
      await store('images/poster-large.jpg')
      const sermon = await publish(server, {
        ...{ path: 'preaching/2026/voice.mp3', poster_path: 'images/poster-large.jpg' },
        attachments: [{ path: 'preaching/2026/plan.pdf', title: 'Plan' }],
        ...{ chapters: '0:00 Welcome', transcript: VTT },
      })
      uuid = sermon.uuid
      addresses = await addressesOf(uuid)
    })

    test('are served to everybody, each as what it is', async () => {
      const types = await Promise.all(addresses.map(async (one) => (await get(one)).headers['content-type']))
      expect(new Set(types)).toEqual(
        new Set([
          ...[
            'text/html; charset=utf-8',
            'text/vtt; charset=utf-8',
            'application/json+chapters; charset=utf-8',
          ],
          ...['audio/mpeg', 'image/jpeg', 'application/pdf'],
        ]),
      )
    })

    test('answer HEAD, ranges and conditions', async () => {
      const address = addresses.find((one) => one.endsWith('.mp3')) ?? ''
      expect(address).toMatch(/\/voice\.mp3$/)
      const head = await server.app.http.inject({ method: 'HEAD', url: address })
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', ''])
      const part = await get(address, { range: 'bytes=2-4' })
      expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
        206,
        'bytes 2-4/10',
        '234',
      ])
      const { etag = '' } = part.headers
      expect((await get(address, { 'if-none-match': String(etag) })).statusCode).toBe(304)
      expect((await get(address, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
      const beyond = await get(address, { range: 'bytes=90-' })
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
      expect((await get(address, { 'if-match': '"other"' })).statusCode).toBe(412)
    })

    test('are not to be had under another sermon’s address', async () => {
      const { uuid: other } = await publish(server)
      for (const address of addresses.filter((one) => /\/media\/[^/]+\/\w{12}\//.test(one))) {
        expect((await get(address.replace(uuid, other))).statusCode).toBe(404)
      }
    })

    test.each([
      ['a draft', { state: 'draft' as const }],
      ['one that comes out tomorrow', { state: 'scheduled' as const, publish_at: '2026-05-04T18:00:00' }],
    ])('%s has no public address, in two processes', async (_what, state) => {
      const second = database.name === 'SQLite' ? undefined : await buildSecondApp(server)
      const sermon = await publish(server, {
        ...{ path: 'preaching/2026/voice.mp3', poster_path: 'images/poster-large.jpg', transcript: VTT },
        chapters: '0:00 Welcome',
      })
      const known = await addressesOf(sermon.uuid)
      expect(known.length).toBeGreaterThan(4)
      await server.ask('PUT /preachingManagement', { body: { ...sermon, ...state } })
      for (const app of second ? [server.app, second] : [server.app]) {
        for (const address of known) {
          expect([address, (await get(address, {}, app)).statusCode]).toEqual([address, 404])
        }
        for (const list of ['/sermons', '/sermons/sitemap.xml', '/podcast.xml']) {
          expect((await get(list, {}, app)).body).not.toContain(sermon.uuid)
        }
      }
      await second?.close()
    })

    test('one in the trash has none, until it is restored', async () => {
      await server.ask('DELETE /preachingManagement', { query: { uuid } })
      for (const address of addresses) {
        expect([address, (await get(address)).statusCode]).toEqual([address, 404])
      }
      await server.ask('POST /trash/restore', { body: { record: `item/${uuid}` } })
      for (const address of addresses) {
        expect([address, (await get(address)).statusCode]).toEqual([address, 200])
      }
    })

    test('what was scheduled comes out by itself', async () => {
      const body = buildSermon({ state: 'scheduled', publish_at: '2026-05-03T12:00:00' })
      const { uuid: later } = await server.ask('POST /preachingManagement', { body })
      const lists = ['/sermons', '/sermons/sitemap.xml']
      const listed = () =>
        Promise.all(lists.map(async (address) => (await get(address)).body.includes(later)))
      expect(await listed()).toEqual([false, false])
      server.clock.advance(3 * HOUR)
      expect(await listed()).toEqual([true, true])
    })
  })
})
