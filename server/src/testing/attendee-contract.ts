import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const CHILD = {
  first_name: 'Noah',
  last_name: 'García',
  birthdate: '2018-05-03',
  parent_contact: 'parent@example.org',
  allergies: 'Peanuts',
  needs: 'Hearing aid',
  notes: 'Likes to sing',
  is_member: 1,
}
const ABSENT = 4711

export const attendeeContract: ContractCases = {
  complete: {
    'GET /attendees/namesakes': { first_name: 'Noah', last_name: 'García' },
    'GET /attendees/profile': { attendee_id: 1 },
    'POST /attendees': { request_id: crypto.randomUUID(), ...CHILD },
    'POST /attendees/erase': { attendee_id: 1 },
    'PUT /attendees': { id: 1, version: 1, ...CHILD },
    'PUT /attendees/several': { changes: [{ id: 1, version: 1, is_member: 0 }] },
  },
  ways: (server: TestServer) => ({
    'GET /attendees: not_found': () => server.tryCall('GET /attendees', { query: { attendee_id: ABSENT } }),
    'GET /attendees/profile: not_found': () =>
      server.tryCall('GET /attendees/profile', { query: { attendee_id: ABSENT } }),
    'PUT /attendees: not_found': () => server.tryCall('PUT /attendees', { body: { id: ABSENT, ...CHILD } }),
    'PUT /attendees: changed_meanwhile': async () => {
      const { id } = await server.ask('POST /attendees', { body: CHILD })
      return await server.tryCall('PUT /attendees', { body: { ...CHILD, id, notes: 'Sings', version: 9 } })
    },
    'POST /attendees/erase: not_found': () =>
      server.tryCall('POST /attendees/erase', { body: { attendee_id: ABSENT } }),
    'DELETE /attendees: not_found': () =>
      server.tryCall('DELETE /attendees', { query: { attendee_id: ABSENT } }),
  }),
}
