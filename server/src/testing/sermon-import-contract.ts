import { UNKNOWN_SERMON } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const SERMON = {
  ...UNKNOWN_SERMON,
  ...{ guid: 'old-1', title: 'Hope', held: '2019-03-03T10:00:00', recording: 'https://old.test/hope.mp3' },
}
const READ = { source: 'wordpress', name: 'grace.xml', sermons: [SERMON] } as const
const CHOICES = {
  ...{ speakers: [], language_id: 1, preacher_id: 1, preaching_category_id: 6, state: 'published' },
  ...{ leave_out: [0], take: [] },
}

/** An import that was read, but from which nothing is imported. */
async function readImport(server: TestServer): Promise<number> {
  return (await server.ask('POST /sermonImports', { body: READ })).id
}

async function startedImport(server: TestServer): Promise<number> {
  const id = await readImport(server)
  await server.ask('POST /sermonImports/start', { body: { id, choices: CHOICES } })
  return id
}

export const sermonImportContract: ContractCases = {
  complete: {
    'GET /sermonImports/one': { id: 1 },
    'POST /sermonImports': READ,
    'POST /sermonImports/podcast': { address: 'https://old.test/feed' },
    'POST /sermonImports/start': { id: 1, choices: CHOICES },
    'POST /sermonImports/stop': { id: 1 },
    'POST /sermonImports/undo': { id: 1 },
    'DELETE /sermonImports': { id: 1 },
  },
  ways: (server) => ({
    'GET /sermonImports/one: not_found': () =>
      server.tryCall('GET /sermonImports/one', { query: { id: ABSENT } }),
    'POST /sermonImports/start: not_found': () =>
      server.tryCall('POST /sermonImports/start', { body: { id: ABSENT, choices: CHOICES } }),
    'POST /sermonImports/start: changed_meanwhile': async () =>
      server.tryCall('POST /sermonImports/start', { body: { id: await readImport(server) } }),
    'POST /sermonImports/stop: not_found': () =>
      server.tryCall('POST /sermonImports/stop', { body: { id: ABSENT } }),
    'POST /sermonImports/undo: not_found': () =>
      server.tryCall('POST /sermonImports/undo', { body: { id: ABSENT } }),
    'POST /sermonImports/undo: changed_meanwhile': async () =>
      server.tryCall('POST /sermonImports/undo', { body: { id: await readImport(server) } }),
    'DELETE /sermonImports: not_found': () =>
      server.tryCall('DELETE /sermonImports', { query: { id: ABSENT } }),
    'DELETE /sermonImports: changed_meanwhile': async () =>
      server.tryCall('DELETE /sermonImports', { query: { id: await startedImport(server) } }),
  }),
}
