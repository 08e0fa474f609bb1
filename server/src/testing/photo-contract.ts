import { buildPhoto } from './build-photo.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const CHILD = { first_name: 'Noah', last_name: 'García' }
const FACE = buildPhoto('Noah')
const ABSENT = 4711

export const photoContract: ContractCases = {
  complete: {
    'GET /attendees/photos': { attendee_ids: '1,2' },
    'GET /attendees/photo': { attendee_id: 1 },
    'PUT /attendees/photo': { attendee_id: 1, seen: '', ...FACE },
    'DELETE /attendees/photo': { attendee_id: 1 },
  },
  ways: (server: TestServer) => ({
    'GET /attendees/photo: not_found': () =>
      server.tryCall('GET /attendees/photo', { query: { attendee_id: ABSENT } }),
    'PUT /attendees/photo: not_found': () =>
      server.tryCall('PUT /attendees/photo', { body: { attendee_id: ABSENT, ...FACE } }),
    'PUT /attendees/photo: changed_meanwhile': async () => {
      const { id } = await server.ask('POST /attendees', { body: CHILD })
      return await server.tryCall('PUT /attendees/photo', {
        body: { attendee_id: id, seen: 'another', ...FACE },
      })
    },
    'DELETE /attendees/photo: not_found': () =>
      server.tryCall('DELETE /attendees/photo', { query: { attendee_id: ABSENT } }),
    'DELETE /attendees/photo: changed_meanwhile': async () => {
      const { id } = await server.ask('POST /attendees', { body: CHILD })
      await server.ask('PUT /attendees/photo', { body: { attendee_id: id, ...FACE } })
      return await server.tryCall('DELETE /attendees/photo', { query: { attendee_id: id, seen: 'another' } })
    },
  }),
}
