import { StartupError } from '../startup-error.ts'
import type { ImportTarget } from './open-import-target.ts'
import type { Snapshot } from './open-snapshot.ts'
import { lineOf } from './row-digest.ts'

/** How far a copy has come: how many of all rows are there. */
export type Progress = { rows: number; of: number; table: string }

/**
 * Fills an import target with the rows of a snapshot. If the target is resumed, `existing` is a snapshot of it: what is
 * there already and agrees is kept, and copying goes on after it.
 */
export async function copyRows(
  snapshot: Snapshot,
  importTarget: ImportTarget,
  existing: Snapshot | undefined,
  onProgress: (progress: Progress) => void | Promise<void>,
): Promise<void> {
  refuseOtherTables(snapshot, importTarget)
  const kept = existing && (await findEnd(snapshot, existing))
  const restart = kept && snapshot.tables[kept.rows === 0 ? kept.table : kept.table + 1]
  if (restart) {
    await importTarget.clearFrom(restart)
  }
  const of = await snapshot.countRows()
  let rows = kept?.rowsBefore ?? 0
  let skip = kept?.rows ?? 0
  for (const table of snapshot.tables.slice(kept?.table ?? 0)) {
    for await (const page of snapshot.pages(table)) {
      await importTarget.write(table, page.slice(skip))
      skip = Math.max(0, skip - page.length)
      rows += page.length
      await onProgress({ rows, of, table: table.name })
    }
  }
}

function refuseOtherTables(snapshot: Snapshot, importTarget: ImportTarget) {
  const there = new Map(importTarget.tables.map((table) => [table.name, JSON.stringify(table)]))
  const other = snapshot.tables.find((table) => there.get(table.name) !== JSON.stringify(table))
  if (other) {
    throw new StartupError(
      `The database has a table ${other.name} that this version of Vestry does not know.`,
    )
  }
}

/** The place up to which both hold the same: a table and how many of its rows agree; 0 of them if one differs. */
async function findEnd(snapshot: Snapshot, existing: Snapshot) {
  let rowsBefore = 0
  for (const [index, table] of snapshot.tables.entries()) {
    const there = existing.pages(table)[Symbol.asyncIterator]()
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
