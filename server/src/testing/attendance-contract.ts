import type { ContractCases } from './contract-cases.ts'
import { holdClass, newChild, SUNDAY } from './hold-classes.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711

/** A class with one child. */
async function withRecord(server: TestServer) {
  const held = await holdClass(server)
  const attendee_id = await newChild(server)
  const { id } = await server.ask('POST /attendance', { body: { class_id: held.id, attendee_id } })
  return { class_id: held.id, attendee_id, attendance_id: id }
}

const guestOf = (class_id: number) => ({
  class_id,
  first_name: 'Lydia',
  last_name: 'Okafor',
  parent_contact: 'Grace, 600 123 456',
  allergies: 'Peanuts',
})
const marksOf = (class_id: number) => ({
  class_id,
  marks: [{ attendee_id: ABSENT, state: 'present', seen: 0 }],
})

export const attendanceContract: ContractCases = {
  complete: {
    'GET /attendance': { class_id: 1 },
    'DELETE /attendance': { attendance_id: 1 },
    'GET /attendance/by-date': { session_datetime: SUNDAY, exclude_class_id: 1 },
    'GET /attendance/other-class': { class_id: 1, attendee_id: 1 },
    'GET /attendance/roll-call': { class_id: 1 },
    'POST /attendance': { class_id: 1, attendee_id: 1, attended: false },
    'PUT /attendance': { attendance_id: 1, attended: true, comment: '' },
    'PUT /attendance/roll-call': marksOf(1),
    'POST /attendance/guest': guestOf(1),
  },
  ways: (server) => ({
    'GET /attendance: not_found': () => server.tryCall('GET /attendance', { query: { class_id: ABSENT } }),
    'POST /attendance: not_found': () =>
      server.tryCall('POST /attendance', { body: { class_id: ABSENT, attendee_id: 1 } }),
    'POST /attendance: already_in_class': async () => {
      const { class_id, attendee_id } = await withRecord(server)
      return await server.tryCall('POST /attendance', { body: { class_id, attendee_id } })
    },
    'POST /attendance: in_another_class': async () => {
      const { attendee_id } = await withRecord(server)
      const { id } = await holdClass(server)
      return await server.tryCall('POST /attendance', { body: { class_id: id, attendee_id } })
    },
    'POST /attendance: class_cancelled': async () => {
      const { id } = await holdClass(server, { cancelled: true })
      return await server.tryCall('POST /attendance', { body: { class_id: id, attendee_id: 1 } })
    },
    'PUT /attendance: not_found': () =>
      server.tryCall('PUT /attendance', { body: { attendance_id: ABSENT, attended: true } }),
    'PUT /attendance: changed_meanwhile': async () => {
      const { attendance_id } = await withRecord(server)
      const body = { attendance_id, attended: true, version: 9 }
      return await server.tryCall('PUT /attendance', { body })
    },
    'DELETE /attendance: not_found': () =>
      server.tryCall('DELETE /attendance', { query: { attendance_id: ABSENT } }),
    'DELETE /attendance: changed_meanwhile': async () => {
      const { attendance_id } = await withRecord(server)
      return await server.tryCall('DELETE /attendance', { query: { attendance_id, version: 9 } })
    },
    'GET /attendance/by-date: not_found': () =>
      server.tryCall('GET /attendance/by-date', {
        query: { session_datetime: SUNDAY, exclude_class_id: ABSENT },
      }),
    'GET /attendance/other-class: not_found': () =>
      server.tryCall('GET /attendance/other-class', { query: { class_id: ABSENT, attendee_id: 1 } }),
    'GET /attendance/roll-call: not_found': () =>
      server.tryCall('GET /attendance/roll-call', { query: { class_id: ABSENT } }),
    'PUT /attendance/roll-call: not_found': () =>
      server.tryCall('PUT /attendance/roll-call', { body: marksOf(ABSENT) }),
    'PUT /attendance/roll-call: class_cancelled': async () => {
      const { id } = await holdClass(server, { cancelled: true })
      return await server.tryCall('PUT /attendance/roll-call', { body: marksOf(id) })
    },
    'POST /attendance/guest: not_found': () =>
      server.tryCall('POST /attendance/guest', { body: guestOf(ABSENT) }),
    'POST /attendance/guest: class_cancelled': async () => {
      const { id } = await holdClass(server, { cancelled: true })
      return await server.tryCall('POST /attendance/guest', { body: guestOf(id) })
    },
  }),
}
