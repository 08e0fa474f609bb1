import type { Clock } from '../clock.ts'

/** A clock that stands still until it is moved. */
export type TestClock = Clock & { advance(milliseconds: number): void }

export function createTestClock(start = Date.parse('2026-05-03T08:00:00Z')): TestClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    },
  }
}
