import type { ContractCases } from './contract-cases.ts'

export const auditContract: ContractCases = {
  complete: {},
  ways: () => ({}),
}
