import { AS_IT_COMES } from '@vestry/contract/rules/church-setting-rules.ts'
import type { ContractCases } from './contract-cases.ts'

const { rights: _apart, ...SETTABLE } = AS_IT_COMES

export const churchSettingContract: ContractCases = {
  complete: {
    'PUT /settings': { ...SETTABLE, timeZone: 'Europe/Madrid', twoSteps: false },
    'PUT /settings/rights': { group: 'Office', rights: ['sermons'] },
  },
  ways: (server) => ({
    'PUT /settings/rights: changed_meanwhile': async () => {
      await server.ask('PUT /settings/rights', { body: { group: 'Choir', rights: ['sermons'] } })
      const body = { group: 'Choir', rights: [], seen: ['children'] }
      return await server.tryCall('PUT /settings/rights', { body })
    },
    'PUT /settings/rights: unknown_group': async () => {
      await server.ask('POST /staff/groups', { body: { name: 'Bygone' } })
      await server.ask('DELETE /staff/groups', { query: { group: 'Bygone' } })
      const body = { group: 'Bygone', rights: ['sermons'], seen: [] }
      return await server.tryCall('PUT /settings/rights', { body })
    },
  }),
}
