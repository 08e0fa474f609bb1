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
  }),
}
