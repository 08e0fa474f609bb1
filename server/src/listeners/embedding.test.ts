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
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'",
    )
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toMatch(/<audio controls preload="none" src="\/media\//)
    expect(page.body).not.toContain('<script')
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

  test('what is not published, or no longer, is shown nowhere', async () => {
    const sermon = await publish(server)
    const { uuid } = sermon
    await server.ask('PUT /preachingManagement', { body: { ...sermon, state: 'draft' } })
    expect((await get(`/embed/${uuid}`)).statusCode).toBe(404)
    expect((await describe(`${HOME}/sermons/${uuid}`)).statusCode).toBe(404)
    await server.ask('PUT /settings', { body: { publicPages: false } })
    expect((await get('/sermons.json')).statusCode).toBe(404)
  })
})
