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
    'GET /reports/register': { series_id: 1, from: '2026-01-01', to: '2026-03-31' },
    'GET /reports/teachers': { from: '2026-01-01', to: '2026-03-31' },
    'GET /reports/attendance/export': { from: '2026-01-01', to: '2026-03-31', step: 'month', series_id: 1 },
    'GET /reports/register/export': { series_id: 1, from: '2026-01-01', to: '2026-03-31' },
    'GET /reports/child': { attendee_id: 1, from: '2026-01-01', to: '2026-03-31', step: 'month' },
    'GET /reports/child/export': { attendee_id: 1, from: '2026-01-01', to: '2026-03-31', step: 'month' },
    'GET /reports/guests': { from: '2026-01-01', to: '2026-03-31', step: 'month' },
    'GET /reports/guests/export': { from: '2026-01-01', to: '2026-03-31', step: 'month' },
    'GET /reports/teachers/export': { from: '2026-01-01', to: '2026-03-31' },
  },
  ways: (server) => ({
    'GET /reports/attendance: not_found': () =>
      server.tryCall('GET /reports/attendance', {
        query: { from: '2026-01-01', to: '2026-03-31', step: 'month', series_id: 4711 },
      }),
    'GET /reports/register: not_found': () =>
      server.tryCall('GET /reports/register', {
        query: { from: '2026-01-01', to: '2026-03-31', series_id: 4711 },
      }),
    'GET /reports/attendance/export: not_found': () =>
      server.tryCall('GET /reports/attendance/export', {
        query: { from: '2026-01-01', to: '2026-03-31', step: 'month', series_id: 4711 },
      }),
    'GET /reports/child: not_found': () =>
      server.tryCall('GET /reports/child', {
        query: { attendee_id: 4711, from: '2026-01-01', to: '2026-03-31', step: 'month' },
      }),
    'GET /reports/child/export: not_found': () =>
      server.tryCall('GET /reports/child/export', {
        query: { attendee_id: 4711, from: '2026-01-01', to: '2026-03-31', step: 'month' },
      }),
    'GET /reports/register/export: not_found': () =>
      server.tryCall('GET /reports/register/export', {
        query: { from: '2026-01-01', to: '2026-03-31', series_id: 4711 },
      }),
  }),
}
