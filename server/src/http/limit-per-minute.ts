const WINDOW = 60_000
/** How many are counted; when a flood comes from more of them, counting starts again. */
const MAX_COUNTED = 10_000

/** Counts what somebody does; true when that was more than `most` within a minute. */
export function limitPerMinute(most: number): (who: string) => boolean {
  const counts = new Map<string, number>()
  let ends = 0
  return (who) => {
    const now = performance.now()
    if (now >= ends || counts.size >= MAX_COUNTED) {
      counts.clear()
      ends = now + WINDOW
    }
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    return count > most
  }
}
