import { addChildren, plan } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'

export const retentionContract: ContractCases = {
  complete: {
    'GET /settings/retention/preview': { rule: 'guests', months: 12 },
    'PUT /settings/retention': { rule: 'guests', months: 12, shown: 1 },
  },
  ways: (server) => ({
    'PUT /settings/retention: changed_meanwhile': async () => {
      const { id: class_id } = await plan(server, { session_datetime: '2019-05-05T10:30:00' })
      const [attendee_id] = await addChildren(server, 1)
      const body = { class_id, attendee_id }
      const { id: attendance_id } = await server.ask('POST /attendance', { body })
      await server.ask('PUT /attendance', { body: { attendance_id, attended: true, comment: 'Sang' } })
      return await server.tryCall('PUT /settings/retention', {
        body: { rule: 'remarks', months: 60, shown: 0 },
      })
    },
  }),
}
