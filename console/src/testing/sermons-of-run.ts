import { buildMp3 } from '../../../server/src/testing/build-recording.ts'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import { fileNameOf } from '../preaching/form/upload-kinds.ts'
import { PATHS } from './network.ts'
import { numberOf } from './sermon-wish.ts'

/** The sermons of one run of a test, whose names and titles begin with `run`, and their objects in the store. */
export async function openSermons(server: TestServer, run: string) {
  const base = {
    path: `preaching/2026/${run}-base.mp3`,
    poster_path: `images/${run}-base.jpg`,
    attachments: [{ path: `preaching/2026/${run}-base.pdf`, title: 'Base' }],
  }
  const put = (path: string, body: Uint8Array) => server.app.store.put(path, body, {})
  await put(base.path, buildMp3(1))
  await put(base.poster_path, Buffer.from('base'))
  await put(`preaching/2026/${run}-base.pdf`, Buffer.from('base'))
  const body = { localizedname: `${run} title 0`, event_datetime: '2026-05-03T10:30:00', ...base }
  const { uuid } = await server.ask('POST /preachingManagement', { body })

  const find = (uuid: string) => server.ask('GET /preachingManagement/item', { query: { uuid } })
  async function all() {
    const query = { search: `${run} title`, limit: 100 }
    const { results } = await server.ask('GET /preachingManagement', { query })
    return await Promise.all(results.map(({ uuid }) => find(uuid)))
  }
  async function objects() {
    const keys = new Map<string, number>()
    for await (const { key, size } of server.app.store.list()) {
      if (fileNameOf(key).startsWith(`${run}-`)) {
        keys.set(key, size)
      }
    }
    return keys
  }
  /** The newest file that the former person had chosen, and the objects that were there when they went. */
  let former = { file: -1, there: new Map<string, number>() }
  const wasOnItsWay = (key: string) => numberOf(key) <= former.file && !former.there.has(key)
  return {
    uuid,
    all,
    objects,
    /** Somebody else is signed in: of the files up to this one nobody answers for what is on its way. */
    async handOver(file: number) {
      former = { file, there: await objects() }
    },
    /** Objects that no sermon names. */
    async unnamed() {
      const named = new Set(JSON.stringify(await all()).match(PATHS))
      return [...(await objects()).keys()].filter((key) => !named.has(key) && !wasOnItsWay(key))
    },
    /** Saves the existing sermon without attachments; a person who saves it after that is too late. */
    async changeBase() {
      const { version, attachments: _none, ...item } = await find(uuid)
      const { localizedname, event_datetime, path, poster_path } = item
      const changed = { uuid, version, localizedname, event_datetime, path, poster_path, attachments: [] }
      const { released } = await server.ask('PUT /preachingManagement', { body: changed })
      await Promise.all(released.map(server.app.store.remove))
    },
  }
}
