import type { Laws } from './laws.ts'

export const attendanceLaws: Laws = {
  complete: {},
  ways: () => ({}),
}
