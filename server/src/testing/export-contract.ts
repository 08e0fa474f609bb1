import type { ContractCases } from './contract-cases.ts'

const ABSENT = 4711

export const exportContract: ContractCases = {
  complete: { 'GET /attendees/profile/export': { attendee_id: 1 } },
  ways: (server) => ({
    'GET /attendees/profile/export: not_found': () =>
      server.tryCall('GET /attendees/profile/export', { query: { attendee_id: ABSENT } }),
  }),
}
