import type { Laws } from './laws.ts'

export const rosterLaws: Laws = {
  complete: {},
  ways: () => ({}),
}
