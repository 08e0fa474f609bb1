import { buildClass, enrolledClass, plan } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'

const ABSENT = 4711
const repeat = { every: 1, weekdays: ['SU'], times: 2 }

export const classContract: ContractCases = {
  complete: {
    'GET /classes/item': { class_id: 1 },
    'GET /classes/sessions': { series_id: 1 },
    'DELETE /classes': { class_id: 1 },
    'POST /classes': { ...buildClass(), room: 'Hall', notes: '', teachers: [] },
    'POST /classes/preview': { session_datetime: '2026-05-03T10:30:00', repeat },
    'PUT /classes': { id: 1, ...buildClass() },
    'PUT /classes/cancelled': { class_id: 1, cancelled: true },
  },
  ways: (server) => ({
    'GET /classes/item: not_found': () =>
      server.tryCall('GET /classes/item', { query: { class_id: ABSENT } }),
    'GET /classes/sessions: not_found': () =>
      server.tryCall('GET /classes/sessions', { query: { series_id: ABSENT } }),
    'POST /classes: not_found': () =>
      server.tryCall('POST /classes', { body: { ...buildClass(), roster_of: ABSENT } }),
    'PUT /classes: not_found': () =>
      server.tryCall('PUT /classes', { body: { ...buildClass(), id: ABSENT } }),
    'PUT /classes: changed_meanwhile': async () => {
      const { id } = await plan(server)
      return await server.tryCall('PUT /classes', { body: { ...buildClass(), id, version: 9 } })
    },
    'PUT /classes: in_another_class': async () => {
      const one = await enrolledClass(server, 1)
      const other = await plan(server)
      await server.ask('POST /attendance', { body: { class_id: other.id, attendee_id: one.attendees[0] } })
      return await server.tryCall('PUT /classes', {
        body: { ...other.content, id: other.id, session_datetime: one.content.session_datetime },
      })
    },
    'PUT /classes/cancelled: not_found': () =>
      server.tryCall('PUT /classes/cancelled', { body: { class_id: ABSENT, cancelled: true } }),
    'PUT /classes/cancelled: in_use': async () => {
      const { id } = await enrolledClass(server, 1)
      return await server.tryCall('PUT /classes/cancelled', { body: { class_id: id, cancelled: true } })
    },
    'DELETE /classes: not_found': () => server.tryCall('DELETE /classes', { query: { class_id: ABSENT } }),
    'DELETE /classes: in_use': async () => {
      const { id } = await enrolledClass(server, 1)
      return await server.tryCall('DELETE /classes', { query: { class_id: id } })
    },
  }),
}
