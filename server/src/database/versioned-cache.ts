const MAX_CACHED = 500

/**
 * Keeps results as long as the version stays the same; a later version clears them all. The oldest entry is dropped
 * when there are too many. Two who ask at once share one computation.
 */
export function createVersionedCache() {
  let entries = new Map<string, Promise<unknown>>()
  let current = Number.NaN

  return <Value>(
    version: number,
    kind: string,
    key: object,
    workOut: () => Promise<Value>,
  ): Promise<Value> => {
    if (version < current) {
      return workOut()
    }
    if (version !== current) {
      current = version
      entries = new Map()
    }
    const text = kind + JSON.stringify(key)
    const known = entries.get(text)
    if (known) {
      return known as Promise<Value>
    }
    const kept = entries
    const value = workOut()
    kept.set(text, value)
    const oldest = kept.size > MAX_CACHED ? kept.keys().next().value : undefined
    if (oldest !== undefined) {
      kept.delete(oldest)
    }
    value.catch(() => kept.delete(text))
    return value
  }
}
