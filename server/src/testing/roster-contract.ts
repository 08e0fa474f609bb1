import { plan } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'

const ABSENT = 4711
const attendee_ids = [ABSENT]

export const rosterContract: ContractCases = {
  complete: {
    'GET /classes/roster': { series_id: 1 },
    'POST /classes/roster': { series_id: 1, attendee_ids },
    'PUT /classes/roster': { series_id: 1, to_series_id: 2, attendee_ids },
    'DELETE /classes/roster': { series_id: 1, attendee_ids: '1,2' },
    'POST /classes/roster/print': { series_id: 1, with: ['contacts'] },
  },
  ways: (server) => ({
    'GET /classes/roster: not_found': () =>
      server.tryCall('GET /classes/roster', { query: { series_id: ABSENT } }),
    'POST /classes/roster: not_found': () =>
      server.tryCall('POST /classes/roster', { body: { series_id: ABSENT, attendee_ids } }),
    'PUT /classes/roster: not_found': async () => {
      const { series_id } = await plan(server)
      const body = { series_id, to_series_id: ABSENT, attendee_ids }
      return await server.tryCall('PUT /classes/roster', { body })
    },
    'POST /classes/roster/print: not_found': () =>
      server.tryCall('POST /classes/roster/print', { body: { series_id: ABSENT, with: [] } }),
    'DELETE /classes/roster: not_found': () =>
      server.tryCall('DELETE /classes/roster', { query: { series_id: ABSENT, attendee_ids: '1' } }),
  }),
}
