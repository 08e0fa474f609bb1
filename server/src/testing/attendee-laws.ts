import type { Laws } from './laws.ts'
import type { House } from './start-house.ts'

const CHILD = {
  first_name: 'Noah',
  last_name: 'García',
  birthdate: '2018-05-03',
  parent_contact: 'parent@example.org',
  notes: 'Likes to sing',
  is_member: 1,
}
const ABSENT = 4711

export const attendeeLaws: Laws = {
  complete: {
    'GET /attendees/namesakes': { first_name: 'Noah', last_name: 'García' },
    'POST /attendees': { request_id: crypto.randomUUID(), ...CHILD },
    'PUT /attendees': { id: 1, version: 1, ...CHILD },
  },
  ways: (house: House) => ({
    'GET /attendees: not_found': () => house.tryCall('GET /attendees', { query: { attendee_id: ABSENT } }),
    'PUT /attendees: not_found': () => house.tryCall('PUT /attendees', { body: { id: ABSENT, ...CHILD } }),
    'PUT /attendees: changed_meanwhile': async () => {
      const { id } = await house.ask('POST /attendees', { body: CHILD })
      return await house.tryCall('PUT /attendees', { body: { ...CHILD, id, notes: 'Sings', version: 9 } })
    },
    'DELETE /attendees: not_found': () =>
      house.tryCall('DELETE /attendees', { query: { attendee_id: ABSENT } }),
  }),
}
