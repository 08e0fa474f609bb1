import type { Laws } from './laws.ts'

export const classLaws: Laws = {
  complete: {},
  ways: () => ({}),
}
