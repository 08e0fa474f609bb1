import type { ContractCases } from './contract-cases.ts'

const MONTH = { from: '2026-01-01', to: '2026-01-31', step: 'day' }
const ABSENT = '00000000-0000-4000-8000-000000004711'

export const downloadContract: ContractCases = {
  complete: {
    'GET /downloads': { ...MONTH, first_day: 0 },
    'GET /downloads/export': MONTH,
  },
  ways: (server) => ({
    'GET /downloads: not_found': () =>
      server.tryCall('GET /downloads', { query: { ...MONTH, uuid: ABSENT } }),
    'GET /downloads/export: not_found': () =>
      server.tryCall('GET /downloads/export', { query: { ...MONTH, uuid: ABSENT } }),
  }),
}
