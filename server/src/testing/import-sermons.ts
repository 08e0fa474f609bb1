import { type SourceSermon, UNKNOWN_SERMON } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { expect } from 'vitest'
import { buildMp3 } from './build-recording.ts'
import type { TestDatabase } from './each-database.ts'
import { openOldWebsite } from './old-website.ts'
import { startTestServer } from './start-test-server.ts'

/** Choices that leave everything as it comes: all that is new is imported and published. */
export const NOTHING_CHOSEN = {
  ...{ speakers: [], language_id: 1, preacher_id: 1, preaching_category_id: 6, state: 'published' as const },
  ...{ leave_out: [], take: [] },
}

/** A server that may import from an old website, and the calls that a test makes to it. */
export async function openImports(database: TestDatabase) {
  const website = await openOldWebsite()
  const server = await startTestServer({
    ...{ database, timeZone: 'Europe/Madrid' },
    settings: { VESTRY_IMPORT_FROM: website.origin },
  })
  let made = 0

  const read = async (sermons: SourceSermon[]) =>
    (await server.ask('POST /sermonImports', { body: { source: 'wordpress', name: 'old.xml', sermons } })).id
  const find = (id: number, more = {}) => server.ask('GET /sermonImports/one', { query: { id, ...more } })
  const start = (id: number, choices?: object) =>
    server.ask('POST /sermonImports/start', {
      body: { id, ...(choices && { choices: { ...NOTHING_CHOSEN, ...choices } }) },
    })
  const ended = (id: number) =>
    expect.poll(async () => (await find(id)).state, { timeout: 20_000 }).toBe('done')

  return {
    ...{ server, website, read, find, start, ended },
    /** A sermon of the old website, with its recording. */
    oldSermon(more: Partial<SourceSermon> = {}): SourceSermon {
      made += 1
      const path = `/uploads/sermon-${made}.mp3`
      website.pages.set(path, { type: 'audio/mpeg', bytes: buildMp3(2) })
      return {
        ...{
          ...UNKNOWN_SERMON,
          guid: `old-${made}`,
          title: `Old sermon ${made}`,
          held: '2019-03-03T10:00:00',
        },
        ...{ recording: `${website.origin}${path}`, ...more },
      }
    },
    async bringIn(sermons: SourceSermon[], choices = {}) {
      const id = await read(sermons)
      await start(id, choices)
      await ended(id)
      return id
    },
    /** How many sermons are in each state, without states that have none. */
    countsOf: async (id: number) =>
      Object.fromEntries(Object.entries((await find(id)).counts).filter(([, count]) => count > 0)),
    itemOf: (uuid: string | undefined) =>
      server.ask('GET /preachingManagement/item', { query: { uuid: uuid ?? '' } }),
    async destroy() {
      await server.destroy()
      await website.close()
    },
  }
}
