import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'

/** From this many absences on, it is worth a word that the child is back. */
const LEAST_ABSENCES = 3

/**
 * How many times in a row a child was absent before the latest of these classes, to which they came; 0 if they did not
 * come to it, or were absent fewer than three times. Classes are given oldest first. A class without a record of the
 * child says nothing, least of all that they were absent.
 */
export function countAbsences(states: readonly RollState[]): number {
  if (states.at(-1) !== 'present') {
    return 0
  }
  const before = states.slice(0, -1).filter((state) => state !== 'not_recorded')
  const absences = before.length - 1 - before.lastIndexOf('present')
  return absences >= LEAST_ABSENCES ? absences : 0
}
