import type { ContractCases } from './contract-cases.ts'

export const findContract: ContractCases = {
  complete: { 'GET /find': { text: 'ana' }, 'GET /find/staff': { text: 'ana' } },
  ways: () => ({}),
}
