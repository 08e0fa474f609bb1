/** The database of kept rolls. What is unsent lies in another one, which outlives the visit. */
export const KEPT_ROLLS = 'vestry.rolls'

/** Removes every roll from this device, with the keys: nothing of it can be read from then on. */
export function forgetKeptRolls(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(KEPT_ROLLS)
      request.onsuccess = () => resolve()
      request.onerror = () => resolve()
    } catch {
      // A browser that has no such storage has kept nothing.
      resolve()
    }
  })
}
