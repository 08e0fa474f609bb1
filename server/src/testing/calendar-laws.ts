import type { Laws } from './laws.ts'

export const calendarLaws: Laws = {
  complete: { 'GET /calendar': { from: '2026-05-01', to: '2026-05-31' } },
  ways: () => ({}),
}
