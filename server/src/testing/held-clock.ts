import type { Clock } from '../clock.ts'

/** A clock that stands still until it is moved. */
export type HeldClock = Clock & { advance(milliseconds: number): void }

export function holdClock(start = Date.parse('2026-05-03T08:00:00Z')): HeldClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    },
  }
}
