import type { ContractCases } from './contract-cases.ts'

const ABSENT = 4711
const HOLIDAY = { from_day: '2026-07-01', until_day: '2026-07-31', reason: 'Holiday' }

export const absenceContract: ContractCases = {
  complete: {
    'GET /attendees/absences': { attendee_id: 1 },
    'POST /attendees/absences': { attendee_id: 1, ...HOLIDAY },
    'DELETE /attendees/absences': { absence_id: 1 },
  },
  ways: (server) => ({
    'GET /attendees/absences: not_found': () =>
      server.tryCall('GET /attendees/absences', { query: { attendee_id: ABSENT } }),
    'POST /attendees/absences: not_found': () =>
      server.tryCall('POST /attendees/absences', { body: { attendee_id: ABSENT, ...HOLIDAY } }),
    'DELETE /attendees/absences: not_found': () =>
      server.tryCall('DELETE /attendees/absences', { query: { absence_id: ABSENT } }),
  }),
}
