import { StartRefused } from '../start-refused.ts'
import type { Arrival } from './open-arrival.ts'
import type { Snapshot } from './open-snapshot.ts'
import { lineOf } from './row-digest.ts'

/** How far a copy has come: so many of all rows are there. */
export type Progress = { rows: number; of: number; table: string }

/**
 * Fills an arrival with the rows of a snapshot. `arrived` is a snapshot of the arrival itself, if it was resumed:
 * what is there already and agrees is kept, and copying goes on behind it.
 */
export async function copyRows(
  snapshot: Snapshot,
  arrival: Arrival,
  arrived: Snapshot | undefined,
  tell: (progress: Progress) => void | Promise<void>,
): Promise<void> {
  refuseOtherTables(snapshot, arrival)
  const kept = arrived && (await findEnd(snapshot, arrived))
  const restart = kept && snapshot.tables[kept.rows === 0 ? kept.table : kept.table + 1]
  if (restart) {
    await arrival.clearFrom(restart)
  }
  const of = await snapshot.countRows()
  let rows = kept?.rowsBefore ?? 0
  let skip = kept?.rows ?? 0
  for (const table of snapshot.tables.slice(kept?.table ?? 0)) {
    for await (const page of snapshot.pages(table)) {
      await arrival.write(table, page.slice(skip))
      skip = Math.max(0, skip - page.length)
      rows += page.length
      await tell({ rows, of, table: table.name })
    }
  }
}

function refuseOtherTables(snapshot: Snapshot, arrival: Arrival) {
  const there = new Map(arrival.tables.map((table) => [table.name, JSON.stringify(table)]))
  const other = snapshot.tables.find((table) => there.get(table.name) !== JSON.stringify(table))
  if (other) {
    throw new StartRefused(
      `The database has a table ${other.name} that this version of Vestry does not know.`,
    )
  }
}

/** The place up to which both hold the same: a table and its rows that agree; none of them if one differs. */
async function findEnd(snapshot: Snapshot, arrived: Snapshot) {
  let rowsBefore = 0
  for (const [index, table] of snapshot.tables.entries()) {
    const there = arrived.pages(table)[Symbol.asyncIterator]()
    let rows = 0
    try {
      for await (const page of snapshot.pages(table)) {
        const next = await there.next()
        const held = next.done ? [] : next.value
        if (held.some((row, at) => lineOf(row) !== lineOf(page[at] ?? []))) {
          return { table: index, rows: 0, rowsBefore }
        }
        rows += held.length
        if (held.length < page.length) {
          return { table: index, rows, rowsBefore }
        }
      }
      if (!(await there.next()).done) {
        return { table: index, rows: 0, rowsBefore }
      }
    } finally {
      await there.return?.()
    }
    rowsBefore += rows
  }
  return { table: snapshot.tables.length, rows: 0, rowsBefore }
}
