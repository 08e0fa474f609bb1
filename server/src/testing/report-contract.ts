import type { ContractCases } from './contract-cases.ts'

export const reportContract: ContractCases = {
  complete: {
    'GET /reports/attendance': {
      from: '2026-01-01',
      to: '2026-03-31',
      step: 'month',
      series_id: 1,
      first_day: 0,
    },
    'GET /reports/teachers': { from: '2026-01-01', to: '2026-03-31' },
  },
  ways: () => ({}),
}
