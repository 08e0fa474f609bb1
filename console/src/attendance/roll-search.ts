import type { RollChild } from '@vestry/contract/calls/attendance.ts'
import { personKeys, searchWords } from '@vestry/contract/text/person-keys.ts'

const KEYS = new WeakMap<RollChild, { name: string; all: string }>()

/**
 * The children of a roll whom the server would find by the same text, in the order of the roll; without a text, all.
 */
export function searchRoll(children: readonly RollChild[], text: string): readonly RollChild[] {
  const words = searchWords(text)
  return words === undefined ? children : children.filter((child) => has(keysOf(child).all, words))
}

/** How many children of a roll a search finds by their names alone, since some people may search by nothing else. */
export function countNamed(children: readonly RollChild[], text: string): number {
  const words = searchWords(text) ?? []
  return children.filter((child) => has(keysOf(child).name, words)).length
}

function has(key: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => key.includes(word))
}

function keysOf(child: RollChild) {
  const known = KEYS.get(child)
  if (known !== undefined) {
    return known
  }
  const keys = {
    name: personKeys({ ...child, parent_contact: '' }).search_key,
    all: personKeys(child).search_key,
  }
  KEYS.set(child, keys)
  return keys
}
