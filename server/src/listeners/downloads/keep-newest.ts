/** Keeps an entry as the last one; of too many the first goes. */
export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const first = map.size > most ? map.keys().next().value : undefined
  if (first !== undefined) {
    map.delete(first)
  }
}
