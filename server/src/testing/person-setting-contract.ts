import type { ContractCases } from './contract-cases.ts'

export const personSettingContract: ContractCases = {
  complete: { 'PUT /account/settings': { landing: 'today' } },
  ways: () => ({}),
}
