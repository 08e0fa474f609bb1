/**
 * How many slips of the keyboard lie between two texts: a letter added, left out or replaced, or two neighbours that
 * changed places (the distance of optimal string alignment).
 */
export function countSlips(one: string, other: string): number {
  if (one === other) {
    return 0
  }
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const added = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
      const areSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = areSwapped ? (before[column - 2] ?? 0) + 1 : changed
      next.push(Math.min(changed, added, swapped))
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}
