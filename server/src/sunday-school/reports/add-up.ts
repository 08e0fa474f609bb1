import type { Tally } from '@vestry/contract/calls/reports.ts'

export const NOTHING: Tally = { classes: 0, rolls: 0, present: 0, absent: 0 }

/** The sum of several tallies. */
export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (sum, { classes, rolls, present, absent }) => ({
      classes: sum.classes + classes,
      rolls: sum.rolls + rolls,
      present: sum.present + present,
      absent: sum.absent + absent,
    }),
    NOTHING,
  )
}
