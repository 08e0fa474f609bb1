import { expect } from 'vitest'
import { buildMp3 } from './build-recording.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls of a sermon import that change records at once, and the audit entries that each makes. */
export function callsOfSermonImports({
  server,
  traceOf,
}: {
  server: () => TestServer
  /** The entries that some work has made there. */
  traceOf(work: () => Promise<unknown>): Promise<string[]>
}): Record<string, () => Promise<void>> {
  return {
    'POST /sermonImports/undo': async () => {
      const { store } = server().app
      await store.put('preaching/2019/hope.mp3', buildMp3(1), {})
      const { id } = await server().ask('POST /sermonImports/store')
      const choices = {
        ...{ speakers: [], language_id: 1, preacher_id: 1, preaching_category_id: 6 },
        ...{ state: 'published' as const, leave_out: [], take: [] },
      }
      await server().ask('POST /sermonImports/start', { body: { id, choices } })
      const find = () => server().ask('GET /sermonImports/one', { query: { id } })
      await expect.poll(async () => (await find()).state).toBe('done')
      const undo = () => server().ask('POST /sermonImports/undo', { body: { id } })
      expect(await traceOf(undo)).toEqual([
        `item_deleted item/${(await find()).rows[0]?.uuid}`,
        `sermon_import_undone sermon_import/${id}`,
      ])
      expect(await traceOf(undo)).toEqual([])
    },
  }
}
