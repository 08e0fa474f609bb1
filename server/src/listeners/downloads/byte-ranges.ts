/** Parts of a file that don't touch each other, each from its first byte to before its end. */
export type ByteRanges = readonly (readonly [first: number, end: number])[]

/** Players ask for a few. Whoever asks for more has those parts left out that touch none of them. */
const MAX_RANGES = 16

/** Adds a part, and joins those that it touches. */
export function addRange(ranges: ByteRanges, first: number, end: number): ByteRanges {
  if (end <= first) {
    return ranges
  }
  const apart = ranges.filter((range) => range[1] < first || range[0] > end)
  if (apart.length === MAX_RANGES) {
    return ranges
  }
  const touched = ranges.filter((range) => !apart.includes(range))
  const joined = [
    Math.min(first, ...touched.map((range) => range[0])),
    Math.max(end, ...touched.map((range) => range[1])),
  ] as const
  return [...apart, joined]
}

/** How many bytes they have together. */
export function bytesOf(ranges: ByteRanges): number {
  return ranges.reduce((sum, [first, end]) => sum + end - first, 0)
}
