import { gzipSync } from 'node:zlib'
import { SMALL_AMONG } from '@vestry/contract/files/poster-copies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const MAX_HTML = 14_000
const MAX_CSS = 6_000
const two = (number: number) => String(number).padStart(2, '0')
const VTT = `WEBVTT\n\n${Array.from({ length: 59 }, (_, at) => `00:${two(at)}:00.000 --> 00:${two(at)}:59.000\nWhat is said in minute ${at}.\n`).join('\n')}`

eachDatabase((database) => {
  let server: TestServer
  let addresses: string[]
  const ask = (url: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
    server.app.http.inject({ method, url, headers: { accept: 'text/html', ...headers } })

  beforeAll(async () => {
    server = await startTestServer({ database })
    await server.ask('PUT /settings', {
      body: { publicPages: true, name: 'Iglesia de la Santísima Trinidad' },
    })
    const { id: series_id } = await server.ask('POST /sermonSeries', {
      body: { name: 'La carta a los Romanos' },
    })
    const small_poster_path = `images/grace.jpg.sizes/${SMALL_AMONG.square}.webp`
    const recording = 'preaching/2026/answers.mp3'
    for (const path of [recording, 'images/grace.jpg', small_poster_path]) {
      await server.app.store.put(path, Buffer.from('0123456789'), {})
    }
    let uuid = ''
    for (let week = 0; week < 30; week += 1) {
      const sermon = await publish(server, {
        localizedname: `¿Qué diremos, pues, a esto? Romanos ${week}, ${'una palabra de esperanza '.repeat(2)}`,
        description: `${'Y sabemos que a los que aman a Dios, todas las cosas les ayudan a bien. '.repeat(8)}${week}`,
        ...{ path: recording, duration: 1800, series_id, poster_path: 'images/grace.jpg', small_poster_path },
        ...{ passages: 'Rom 8:28-30', chapters: '0:00 Saludo\n1:00 Texto\n2:00 Amén', transcript: VTT },
      })
      uuid = sermon.uuid
    }
    const page = String((await ask(`/sermons/${uuid}`)).headers.location)
    const { body } = await ask(page)
    const files = [...body.matchAll(/"(\/media[^"# ]*)/g)].map(([, address = '']) => address)
    addresses = [
      ...['/sermons', `/sermons/${uuid}`, page, '/sermons/series', `/sermons/series/${series_id}/any`],
      ...[
        '/sermons/passages',
        '/sermons/speakers',
        '/sermons?q=Romanos',
        '/sermons/nothing',
        '/sermons/sitemap.xml',
        '/sermons.json',
      ],
      ...[`/sermons/${uuid}.json`, `/embed/${uuid}`, '/embed.js', '/podcast.xml', '/podcast/999.xml'],
      ...[`/oembed?url=http://localhost:8080${page}`, `/media/${uuid}/transcript.vtt`],
      ...[`/media/${uuid}/chapters.json`, `/media/${uuid}/000000000000/a.mp3`, ...new Set(files)],
    ]
  })
  afterAll(() => server.destroy())

  test('HEAD is answered with the very headers of GET, at every public address', async () => {
    expect(addresses.length).toBeGreaterThan(22)
    const conditions: Record<string, string>[] = [
      {},
      { 'accept-encoding': 'gzip' },
      { 'if-none-match': '*' },
      { range: 'bytes=2-4' },
      { range: 'bytes=99999999-' },
      { 'if-match': '"other"' },
    ]
    for (const address of addresses) {
      for (const headers of conditions) {
        const [got, headed] = [await ask(address, 'GET', headers), await ask(address, 'HEAD', headers)]
        const told = ({ statusCode, headers: { date: _, 'x-request-id': __, ...rest } }: typeof got) => ({
          address,
          statusCode,
          ...rest,
        })
        expect(told(headed)).toEqual(told(got))
        expect(headed.rawPayload).toHaveLength(0)
      }
    }
  })

  test('no page is heavier than its budget, or has a script, a cookie or an address of somebody else', async () => {
    for (const address of addresses.filter((one) => /^\/(sermons|embed)(\/[^.]*|\?.*)?$/.test(one))) {
      const { body, headers, statusCode } = await ask(address)
      if (statusCode === 301) {
        continue
      }
      expect([address, gzipSync(body).length < MAX_HTML]).toEqual([address, true])
      expect(body.replaceAll('<script type="application/ld+json">', '')).not.toContain('<script')
      expect(headers['set-cookie']).toBeUndefined()
      const hosts = [...body.matchAll(/(?:src|href|srcset|poster|action)="(https?:\/\/[^/"]+)/g)].map(
        ([, host]) => host,
      )
      expect(hosts.filter((host) => host !== 'http://localhost:8080')).toEqual([])
    }
    const [, style = ''] = /<style>(.+)<\/style>/s.exec((await ask('/sermons')).body) ?? []
    expect(style).toContain('.card')
    expect(gzipSync(style).length).toBeLessThan(MAX_CSS)
  })
})
