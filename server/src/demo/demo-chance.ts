import { createHash } from 'node:crypto'

// Looks like chance, and is the same in every demonstration church.

/** A number from 0 up to but not including 1 that depends on the given words only. */
export function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE() / 2 ** 32
}

export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

export function pickByChance<T>(list: readonly T[], ...words: (string | number)[]): T {
  return pick(list, Math.floor(chance(...words) * list.length))
}

/** A version 4 uuid that is the same in every demonstration, so that a link can be shared. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
