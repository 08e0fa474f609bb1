let count = 0
const listeners = new Set<() => void>()

/** How many marks, guests, comments and planned absences wait on this device until the server can be reached. */
export function unsentCount(): number {
  return count
}

/** Calls back when there are more or fewer; returns a function that stops that. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteUnsent(now: number): void {
  if (now !== count) {
    count = now
    for (const listener of listeners) {
      listener()
    }
  }
}
