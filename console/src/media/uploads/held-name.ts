/**
 * Takes a name that only one tab of this browser can hold, until the returned function is called or the tab is gone.
 * `undefined`: another tab holds it.
 */
export async function holdName(name: string): Promise<(() => void) | undefined> {
  return await new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock) {
          await new Promise<void>((release) => resolve(release))
        } else {
          resolve(undefined)
        }
      })
      .catch(reject)
  })
}

/** The names that some tab of this browser holds now. */
export async function heldNames(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])))
}
