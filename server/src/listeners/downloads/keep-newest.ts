/** Puts an entry last; when there are too many, the first is dropped. */
export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const first = map.size > most ? map.keys().next().value : undefined
  if (first !== undefined) {
    map.delete(first)
  }
}
