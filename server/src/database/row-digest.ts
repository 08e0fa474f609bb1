import { createHash } from 'node:crypto'

/** What a column may hold, as both databases return it: whole numbers (booleans are 0 and 1), text, or null. */
export type Value = number | string | null
/** The values of one row, in the order of its table's columns. */
export type Row = readonly Value[]

/** Two tables with the same digest hold the same rows, whichever databases they are in. */
export type Digest = { rows: number; sha256: string }

/**
 * One row as one line of JSON, without the line feed: the canonical form that checksums are made of. A value that only
 * one of the two databases could hold is refused.
 */
export function lineOf(row: Row): string {
  for (const value of row) {
    if (
      typeof value === 'number' ? !Number.isSafeInteger(value) : value !== null && typeof value !== 'string'
    ) {
      throw new Error(`A row holds something that is neither a whole number nor text (${typeof value}).`)
    }
  }
  return JSON.stringify(row)
}

/** The inverse: reads what `lineOf` wrote. */
export function rowOf(line: string): Row {
  return JSON.parse(line) as Row
}

/**
 * Counts rows and computes their checksum as they pass in the order of their primary key: the SHA-256 of their lines,
 * each ended by a line feed. `sha256sum` says the same of a file of these lines.
 */
export function startDigest() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(page: readonly Row[]) {
      rows += page.length
      hash.update(page.map((row) => `${lineOf(row)}\n`).join(''))
    },
    result: (): Digest => ({ rows, sha256: hash.copy().digest('hex') }),
  }
}
