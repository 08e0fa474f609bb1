import type { SeriesSession } from '@vestry/contract/calls/classes.ts'
import type { Register } from '@vestry/contract/calls/reports.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'

/** How many dates fit beside names, contacts and notes on a landscape page. */
const DATES_ON_A_PAGE = 15

/**
 * The classes at the head of a class sheet's columns, spread over the pages as evenly as possible. Cancelled ones are
 * left out; pages that are wholly in the past are too, as long as something is still to come.
 */
export function sheetParts(sessions: readonly SeriesSession[], today: string): SeriesSession[][] {
  const held = sessions.filter(({ cancelled }) => !cancelled)
  const pages = Math.max(1, Math.ceil(held.length / DATES_ON_A_PAGE))
  const columns = Math.ceil(held.length / pages)
  const parts = Array.from({ length: pages }, (_, at) => held.slice(at * columns, (at + 1) * columns))
  const current = parts.filter((part) => part.some(({ session_datetime }) => session_datetime >= today))
  return current.length > 0 ? current : parts
}

/** The record of each child, by the child's id and the class's. */
export type SheetMarks = ReadonlyMap<number, ReadonlyMap<number, RollState>>

export function marksOf({ children, sessions }: Pick<Register, 'children' | 'sessions'>): SheetMarks {
  return new Map(
    children.map(({ id, states }) => [
      id,
      new Map(sessions.map((session, at) => [session.id, states[at] ?? 'not_recorded'])),
    ]),
  )
}
