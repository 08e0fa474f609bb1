/** How many rows go into one statement. */
const CHUNK = 500

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
export const two = (number: number) => String(number).padStart(2, '0')

/** Chooses numbers below a limit; the same ones on every machine (Mulberry32). */
export function seededPick(seed = 42): (count: number) => number {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * count)
  }
}

/** Makes this many rows, some hundreds at a time; `rowOf` gets the place of each, from 0. */
export async function inChunks<Row>(
  count: number,
  rowOf: (index: number) => Row,
  insert: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < count; start += CHUNK) {
    await insert(numbered(Math.min(CHUNK, count - start)).map((n) => rowOf(start + n - 1)))
  }
}
