import type { AttendanceFile, AttendancePlan, FileStay } from '@vestry/contract/calls/attendance-imports.ts'
import type { StayPlan } from '@vestry/contract/rules/stay-import-rules.ts'
import { momentOf } from '../../church-time.ts'
import type { TargetClass } from './plan-marks.ts'

const MINUTE = 60_000

/** When a child came and went, in milliseconds since 1970; `gone` is 0 while it is here. */
export type Times = { arrived: number; gone: number }

/** A stay of a file that can be added: of which child, in which class, and the place of its mark. */
export type GoodStay = Omit<FileStay, keyof Times> &
  Times & { place: number; attendee_id: number; target: TargetClass }

/**
 * What becomes of the stays of a file, and those that can be added. A stay needs its mark: one that is new or recorded just
 * like it, or takes the place of another. A child is in one place at a time, so where it was there already nothing is added.
 */
export function planStays(
  { marks }: Pick<AttendanceFile, 'marks'>,
  plan: Pick<AttendancePlan, 'children' | 'marks'>,
  targets: readonly (TargetClass | string)[],
  known: ReadonlyMap<number, readonly Times[]>,
  { now, timeZone }: { now: number; timeZone: string },
): { planned: (StayPlan | undefined)[]; good: GoodStay[] } {
  const taken = new Map<number, Times[]>()
  const good: GoodStay[] = []
  const planned = marks.map(({ child, day, stay, replaces }, place): StayPlan | undefined => {
    const target = targets[place]
    const attendee_id = plan.children[child]?.known[0]?.id
    const kind = plan.marks[place]?.kind
    const stands = kind === 'new' || kind === 'same' || (kind === 'changed' && replaces !== undefined)
    if (stay === undefined || attendee_id === undefined || typeof target !== 'object' || !stands) {
      return undefined
    }
    const arrived = momentOf(stay.arrived, timeZone)
    const gone = momentOf(stay.gone, timeZone)
    if (arrived === undefined || gone === undefined || gone < arrived || gone > now) {
      return 'impossible'
    }
    if (stay.arrived.slice(0, 10) !== day) {
      return 'impossible'
    }
    const others = taken.get(attendee_id) ?? [...(known.get(attendee_id) ?? [])]
    taken.set(attendee_id, others)
    if (others.some((other) => overlap({ arrived, gone }, other))) {
      return 'same'
    }
    others.push({ arrived, gone })
    good.push({ ...stay, arrived, gone, place, attendee_id, target })
    return 'new'
  })
  return { planned, good }
}

/** A file has whole minutes: a stay that it says again begins in the same one. */
function overlap(one: Times, other: Times): boolean {
  const arrived = Math.floor(other.arrived / MINUTE) * MINUTE
  const gone = other.gone === 0 ? Number.POSITIVE_INFINITY : other.gone
  return one.arrived === arrived || (one.arrived < gone && arrived < one.gone)
}
