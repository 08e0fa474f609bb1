import type { ContractCases } from './contract-cases.ts'

export const calendarContract: ContractCases = {
  complete: { 'GET /calendar': { from: '2026-05-01', to: '2026-05-31' } },
  ways: () => ({}),
}
