import type { Laws } from './laws.ts'

export const attendeeLaws: Laws = {
  complete: {},
  ways: () => ({}),
}
