// The rooms that classes meet in. No schema is here, so that the browser may load it.

export const MAX_ROOM_NAME = 120
export const MAX_CAPACITY = 1000
export const MAX_CHILDREN_PER_ADULT = 50
/** How many adults can be counted in a class. */
export const MAX_HELPERS = 99

/**
 * For how many children of an age one adult is enough, youngest first. Each group goes up to the age `below`, not
 * included; the last one has everybody who is older. Source: the recommendation of the NSPCC, as the Diocese of
 * Chichester gives it.
 */
export const CHILDREN_PER_ADULT = [
  { below: 2, children: 3 },
  { below: 4, children: 4 },
  { below: 9, children: 6 },
  { below: 13, children: 8 },
  { below: Number.POSITIVE_INFINITY, children: 10 },
] as const

/** Nobody is alone with children. */
const MIN_ADULTS = 2
/** Every number of children in the table divides it, so that the parts of an adult add up exactly. */
const WHOLE = 120

/** For how many children of this age one adult is enough. */
function childrenAt(age: number): number {
  return CHILDREN_PER_ADULT.find(({ below }) => age < below)?.children ?? 10
}

/**
 * How many adults these children need: as many as their ages ask for together, or as the room says, and never less than
 * two; none where there are no children. A child whose age is not known counts as the youngest of the others, and as the
 * youngest of all where no age is known.
 */
export function adultsNeeded(
  ages: readonly (number | undefined)[],
  { children_per_adult }: { children_per_adult: number } = { children_per_adult: 0 },
): number {
  if (ages.length === 0) {
    return 0
  }
  const youngest = Math.min(...ages.map((age) => age ?? Number.POSITIVE_INFINITY))
  const unknown = Number.isFinite(youngest) ? youngest : 0
  const parts = ages.map((age) => WHOLE / childrenAt(age ?? unknown))
  const adults =
    children_per_adult > 0
      ? ages.length / children_per_adult
      : parts.reduce((sum, part) => sum + part, 0) / WHOLE
  return Math.max(MIN_ADULTS, Math.ceil(adults))
}
