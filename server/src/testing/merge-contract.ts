import { addChildren } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711

export const mergeContract: ContractCases = {
  complete: {
    'GET /attendees/merge': { attendee_id: 1, other_id: 2 },
    'GET /attendees/merges': { attendee_id: 1 },
    'POST /attendees/merge': {
      kept: 1,
      merged: 2,
      seen: 'as shown',
      take: ['notes'],
      join: ['allergies'],
      stands: [3],
    },
  },
  ways: (server: TestServer) => ({
    'GET /attendees/merge: not_found': async () => {
      const [attendee_id = 0] = await addChildren(server, 1)
      return await server.tryCall('GET /attendees/merge', { query: { attendee_id, other_id: ABSENT } })
    },
    'POST /attendees/merge: not_found': async () => {
      const [kept = 0] = await addChildren(server, 1)
      return await server.tryCall('POST /attendees/merge', { body: { kept, merged: ABSENT, seen: '' } })
    },
    'POST /attendees/merge: changed_meanwhile': async () => {
      const [kept = 0, merged = 0] = await addChildren(server, 2)
      return await server.tryCall('POST /attendees/merge', { body: { kept, merged, seen: 'else' } })
    },
  }),
}

/** Merges two new children; answers the one that stays, and the merge's name in the trash. */
export async function mergeTwo(server: TestServer): Promise<{ kept: number; record: string }> {
  const [kept = 0, merged = 0] = await addChildren(server, 2)
  const { seen } = await server.ask('GET /attendees/merge', {
    query: { attendee_id: kept, other_id: merged },
  })
  const { record } = await server.ask('POST /attendees/merge', { body: { kept, merged, seen } })
  return { kept, record }
}
