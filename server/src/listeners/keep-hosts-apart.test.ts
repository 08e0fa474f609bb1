import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const OWN = 'https://sermons.example.org'
const NETWORK = 'https://files.example.net'

eachDatabase((database) => {
  let server: TestServer
  let sermon: Awaited<ReturnType<typeof publish>>

  const get = (url: string, host = 'localhost:8080', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    server.app.http.inject({ method, url, headers: { accept: 'text/html', host } })
  const change = (body: object) => server.ask('PUT /settings', { body })
  const readFeed = async (address = '/podcast.xml', host?: string) =>
    parseFeed((await get(address, host)).body, { allowMissingGuid: false })

  beforeAll(async () => {
    server = await startTestServer({ database })
    await change({ publicPages: true })
    const path = 'preaching/2026/heard.mp3'
    await server.app.store.put(path, Buffer.from('a recording'), { 'content-type': 'audio/mpeg' })
    sermon = await publish(server, { path, duration: 60 })
  })
  afterAll(() => server.destroy())

  test('a host in capitals, with a dot or a port more is the same host', async () => {
    await change({ listenersUrl: OWN })
    for (const host of ['SERMONS.example.org', 'sermons.example.org.', 'sermons.example.org:8443']) {
      expect([host, (await get('/config.json', host)).statusCode]).toEqual([host, 404])
      expect([host, (await get('/s3/preaching', host)).statusCode]).toEqual([host, 404])
    }
    await change({ listenersUrl: '' })
  })

  test('public pages with a host of their own are there alone, and nothing else is', async () => {
    const guid = (await readFeed())?.guid
    await change({ listenersUrl: `${OWN}/` })
    const host = 'sermons.example.org'
    for (const [address, status] of [
      ['/', 302],
      ['/sermons', 200],
      ['/sermons.json', 200],
      ['/podcast.xml', 200],
      ['/healthz', 200],
      ['/sermonsecrets', 404],
      ['/login', 404],
      ['/config.json', 404],
      ['/api/settings', 404],
      ['/assets/index.js', 404],
      ['//localhost:8080/sermons', 404],
    ] as const) {
      expect([address, (await get(address, host)).statusCode]).toEqual([address, status])
    }
    expect((await get('/api/sign-in', host, 'POST')).statusCode).toBe(404)

    const moved = ['/sermons?q=a%20b', '/podcast.xml', `/embed/${sermon.uuid}`, '/oembed?url=x']
    for (const address of moved) {
      const { statusCode, headers } = await get(address)
      expect([statusCode, headers.location]).toEqual([301, OWN + address])
    }
    expect((await get('/login')).statusCode).toBe(200)
    expect((await get('/sermons', 'behind-a-proxy:3000')).statusCode).toBe(200)

    const { body } = await get('/sermons', host)
    expect(body).toContain(`<link rel="canonical" href="${OWN}/sermons">`)
    const feed = await readFeed('/podcast.xml', host)
    expect(feed).toMatchObject({ guid, link: `${OWN}/sermons`, itunesNewFeedUrl: `${OWN}/podcast.xml` })
    const [{ address } = { address: '' }] = await server.ask('GET /podcasts')
    expect(address).toBe(`${OWN}/podcast.xml`)
    await change({ listenersUrl: '' })
    expect((await get('/sermons')).statusCode).toBe(200)
  })

  test('files come from the server that passes them on, and a page lets nothing else in', async () => {
    await change({ mediaUrl: NETWORK })
    const page = await get(`/sermons/${sermon.uuid}/${sermon.localizedname.toLowerCase()}`)
    const { headers, body } = page.statusCode === 301 ? await get(String(page.headers.location)) : page
    expect(headers['content-security-policy']).toContain(`media-src 'self' ${NETWORK};`)
    const recording = /<audio[^>]* src="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(recording.startsWith(`${NETWORK}/media/`)).toBe(true)
    expect((await get(new URL(recording).pathname)).body).toBe('a recording')
    const enclosures = (await readFeed())?.items.map(({ enclosure }) => enclosure.url)
    expect(enclosures).toEqual([recording])
    await change({ mediaUrl: '' })
    expect((await readFeed())?.items[0]?.enclosure.url).toBe(
      recording.replace(NETWORK, 'http://localhost:8080'),
    )
  })

  test('a podcast that is kept elsewhere leads there, until it is back', async () => {
    const [podcast = { id: 0 }] = await server.ask('GET /podcasts')
    const save = (moved_to: string) =>
      server.tryCall('PUT /podcasts', {
        body: { ...{ title: '', description: '' }, id: podcast.id, moved_to },
      })
    expect((await save('javascript:alert(1)')).status).toBe(400)
    expect((await save('https://podcasts.example.com/1.xml')).status).toBe(200)
    const { statusCode, headers } = await get('/podcast.xml')
    expect([statusCode, headers.location]).toEqual([301, 'https://podcasts.example.com/1.xml'])
    await save('')
    expect((await readFeed())?.items).toHaveLength(1)
  })
})
