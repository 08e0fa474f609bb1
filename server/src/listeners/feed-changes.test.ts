import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { path as FFMPEG } from '@ffmpeg-installer/ffmpeg'
import { path as FFPROBE } from '@ffprobe-installer/ffprobe'
import { AS_IT_COMES } from '@vestry/contract/rules/church-setting-rules.ts'
import fc from 'fast-check'
import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createFeeds } from './podcast-feeds.ts'

/** In milliseconds: so short that nobody's session ends meanwhile. */
const A_WHILE = 2000
const MANY = 1000
const MOST_QUERIES = 6
/** What ffprobe calls the form of a file, and the type under which it must be served. */
const FORMS: Record<string, { format: RegExp; type: string }> = {
  '.mp3': { format: /^mp3$/, type: 'audio/mpeg' },
  '.m4a': { format: /mp4/, type: 'audio/mp4' },
  '.mp4': { format: /mp4/, type: 'video/mp4' },
}

eachDatabase((database) => {
  let server: TestServer
  const get = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers })

  beforeAll(async () => {
    server = await startTestServer({ database })
    await server.ask('PUT /settings', { body: { publicPages: true, name: 'Grace' } })
  })
  afterAll(() => server.destroy())

  test('a feed is told to be the same exactly while its bytes are', async () => {
    const { id: series_id } = await server.ask('POST /sermonSeries', { body: { name: 'Ruth' } })
    const { id: podcast } = await server.ask('POST /podcasts', { body: { kind: 'series', of_id: series_id } })
    const path = 'preaching/2026/changes.mp3'
    await server.app.store.put(path, Buffer.from('a recording'), {})
    const sermon = await publish(server, { path, series_id })
    const save = (more: object) => server.ask('PUT /preachingManagement', { body: { ...sermon, ...more } })
    const { id: preacher_id } = await server.ask('POST /preachers', { body: { presenterName: 'Ana' } })
    let count = 0
    const next = () => {
      count += 1
      return count
    }
    const changes: Record<string, () => Promise<unknown>> = {
      nothing: async () => undefined,
      title: () => save({ localizedname: `Title ${next()}` }),
      theSame: () => save({}),
      draft: () => save({ state: 'draft' }),
      presenter: () => save({ preacher_id }),
      renamed: () =>
        server.ask('PUT /preachers', { body: { id: preacher_id, presenterName: `Ana ${next()}` } }),
      another: () => publish(server, { path }),
      aDraft: () => publish(server, { path, state: 'draft' }),
      soon: () =>
        server.ask('POST /preachingManagement', {
          body: buildSermon({
            ...{ path, series_id, state: 'scheduled' },
            publish_at: new Date(server.clock.now() + A_WHILE).toISOString().slice(0, 19),
          }),
        }),
      later: async () => server.clock.advance(A_WHILE),
      church: () => server.ask('PUT /settings', { body: { name: `Grace ${next()}` } }),
      accent: () => server.ask('PUT /settings', { body: { accent: count % 2 ? 'teal' : 'blue' } }),
      podcast: () => server.ask('PUT /podcasts', { body: { id: podcast, title: `Podcast ${next()}` } }),
      child: () =>
        server.ask('POST /attendees', { body: { first_name: 'Noa', last_name: `Ruiz ${next()}` } }),
    }
    const addresses = ['/podcast.xml', `/podcast/${podcast}.xml`]
    const known = new Map<string, { body: string; etag: string }>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(changes)), { maxLength: 8 }),
        async (names) => {
          for (const name of names) {
            await changes[name]?.()
            for (const address of addresses) {
              const before = known.get(address)
              const asked = await get(address, before && { 'if-none-match': before.etag })
              const now = await get(address)
              expect([name, address, asked.statusCode]).toEqual([
                name,
                address,
                now.body === before?.body ? 304 : 200,
              ])
              expect(asked.body).toBe(asked.statusCode === 304 ? '' : now.body)
              known.set(address, { body: now.body, etag: String(now.headers.etag) })
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('a feed of a thousand sermons is made with six queries at most', async () => {
    let queries = 0
    const raw = await openDatabase(server.config, () => {
      queries += 1
    })
    const row = {
      ...{
        event_datetime: '2020-05-03T10:30:00',
        description: 'Of old.',
        poster_path: 'images/default-banner.jpg',
      },
      ...{
        media_format: 'audio' as const,
        language_id: 1,
        preacher_id: 1,
        preaching_category_id: 1,
        version: 1,
      },
      ...{ duration: 60, publish_at: 0, media_size: 11, search_key: 'old' },
    }
    const uuidOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
    for (let from = 0; from < MANY; from += 50) {
      const rows = Array.from({ length: 50 }, (_, at) => ({
        ...{ ...row, uuid: uuidOf(from + at), localizedname: `Old ${from + at}` },
        path: `preaching/2020/${from + at}.mp3`,
      }))
      await raw.sql.insertInto('preaching_item').values(rows).execute()
    }
    const { clock, app } = server
    const feeds = createFeeds({
      ...{ database: raw, store: app.store, clock, publicUrl: 'http://localhost:8080' },
      settings: () => ({ ...AS_IT_COMES, publicPages: true, twoSteps: false, timeZone: 'UTC' }),
    })
    queries = 0
    const feed = await feeds.findFeed()
    expect(feed && 'plain' in feed && parseFeed(feed.plain.toString())?.items.length).toBeGreaterThanOrEqual(
      MANY,
    )
    expect(queries).toBeLessThanOrEqual(MOST_QUERIES)
    await raw.close()
  })

  test('each recording in a feed is as large, as long and of the type that the feed says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vestry-feed-'))
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=7']
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=5:duration=5']
    const uuids: string[] = []
    for (const [name, recipe] of Object.entries({
      'voice.mp3': [...tone, '-b:a', '32k'],
      'voice.m4a': [...tone, '-c:a', 'aac', '-b:a', '32k'],
      'film.mp4': [...picture, ...tone, '-c:v', 'mpeg4', '-c:a', 'aac', '-shortest'],
    })) {
      const file = join(folder, name)
      execFileSync(process.env.FFMPEG ?? FFMPEG, ['-v', 'error', '-y', ...recipe, file])
      const path = `preaching/2026/${name}`
      await server.app.store.put(path, await readFile(file), {})
      const media_format = name.endsWith('.mp4') ? 'video' : 'audio'
      const duration = Math.round(Number(probe(file).duration))
      uuids.push((await publish(server, { path, media_format, duration })).uuid)
    }
    const items = parseFeed((await get('/podcast.xml')).body)?.items ?? []
    for (const uuid of uuids) {
      const entry = items.find(({ guid }) => guid === uuid)
      const { url = '', length, type } = entry?.enclosure ?? {}
      const answer = await get(new URL(url).pathname)
      const { format_name, duration } = await probeBytes(answer.rawPayload)
      const form = FORMS[extname(url)]
      expect([type, answer.headers['content-type']]).toEqual([form?.type, form?.type])
      expect(format_name).toMatch(form?.format ?? '')
      expect([length, Number(answer.headers['content-length'])]).toEqual(
        Array(2).fill(answer.rawPayload.length),
      )
      expect(Math.abs((entry?.duration ?? 0) - Number(duration))).toBeLessThanOrEqual(0.5)
    }
    await rm(folder, { recursive: true })

    async function probeBytes(bytes: Buffer) {
      const file = join(folder, 'fetched')
      await writeFile(file, bytes)
      return probe(file)
    }
  })
})

function probe(file: string): { format_name: string; duration: string } {
  const told = execFileSync(
    process.env.FFPROBE ?? FFPROBE,
    ['-v', 'error', '-show_format', '-of', 'json', file],
    {
      encoding: 'utf8',
    },
  )
  return (JSON.parse(told) as { format: { format_name: string; duration: string } }).format
}
