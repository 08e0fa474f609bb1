import { addChildren, enrolledClass, plan } from './build-class.ts'
import { publish } from './build-sermon.ts'
import type { ContractCases } from './contract-cases.ts'
import { mergeTwo } from './merge-contract.ts'

const record = 'attendee/4711'

export const trashContract: ContractCases = {
  complete: {
    'POST /trash/restore': { record },
    'POST /trash/restore/items': { uuids: ['0b8a6c1e-4f0e-4f57-9b1a-0f6f2c9f3a12'] },
    'DELETE /trash': { record },
  },
  ways: (server) => ({
    'POST /trash/restore: not_found': () => server.tryCall('POST /trash/restore', { body: { record } }),
    'POST /trash/restore: already_exists': async () => {
      const sermon = await publish(server)
      const { uuid } = sermon
      await server.ask('DELETE /preachingManagement', { query: { uuid } })
      await server.ask('POST /preachingManagement', { body: sermon })
      return await server.tryCall('POST /trash/restore', { body: { record: `item/${uuid}` } })
    },
    'POST /trash/restore: in_another_class': async () => {
      const { id, attendees, content } = await enrolledClass(server, 1)
      await server.ask('DELETE /classes', { query: { class_id: id, records: 1 } })
      const { session_datetime } = content
      const other = await plan(server, { session_datetime })
      await server.ask('POST /attendance', { body: { class_id: other.id, attendee_id: attendees[0] } })
      return await server.tryCall('POST /trash/restore', { body: { record: `class/${id}` } })
    },
    'POST /trash/restore: class_cancelled': async () => {
      const { id, attendees } = await enrolledClass(server, 1)
      await server.ask('DELETE /attendees', { query: { attendee_id: attendees[0] } })
      await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled: true } })
      return await server.tryCall('POST /trash/restore', { body: { record: `attendee/${attendees[0]}` } })
    },
    'POST /trash/restore: changed_meanwhile': async () => {
      const { kept, record } = await mergeTwo(server)
      await server.ask('DELETE /attendees', { query: { attendee_id: kept } })
      return await server.tryCall('POST /trash/restore', { body: { record } })
    },
    'DELETE /trash: not_found': async () => {
      const [id] = await addChildren(server, 1)
      return await server.tryCall('DELETE /trash', { query: { record: `attendee/${id}` } })
    },
  }),
}
