/**
 * Remembers what was worked out for a key as long as `state` stays the same; a later state forgets everything.
 * The oldest key gives way when there are more than `most`. Two who ask at once share one working-out.
 */
export function memoizeByVersion<Value>(most: number) {
  let remembered = new Map<string, Promise<Value>>()
  let current = Number.NaN

  return (state: number, key: string, workOut: () => Promise<Value>): Promise<Value> => {
    if (state !== current) {
      if (state < current) {
        return workOut()
      }
      current = state
      remembered = new Map()
    }
    const known = remembered.get(key)
    if (known) {
      return known
    }
    const kept = remembered
    const value = workOut()
    kept.set(key, value)
    const oldest = kept.size > most ? kept.keys().next().value : undefined
    if (oldest !== undefined) {
      kept.delete(oldest)
    }
    value.catch(() => kept.delete(key))
    return value
  }
}
