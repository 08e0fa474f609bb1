import { placeWith, readPlace } from './kept-marks.ts'
import { removeEntries } from './mark-places.ts'
import type { KeepsRoll } from './roll-call-store.ts'

/** A browser that refuses to keep rolls. */
export const keepsNothing: KeepsRoll = {
  keep: () => undefined,
  find: async () => undefined,
  patience: () => 1000,
  forget: () => undefined,
}

/** Encrypts nothing: for tests whose clock stands still, on which a browser's own encryption never answers. */
export async function loadPlainPlaces() {
  const plain = { seal: (text: string) => text }
  const openPlace = async (storage: Storage, place: string) =>
    placeWith(storage, place, plain, () => undefined)
  return { openPlace, readPlace, removePlace: removeEntries }
}

/** The storage of a page on its device, for tests. */
export function memory(kept = new Map<string, string>()): Storage {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  } as Storage
}

/** Locks like the browser's, as far as they are used: exclusive, in order, and given up by a signal. */
export function createLocks() {
  const tails = new Map<string, Promise<void>>()
  const held = new Set<string>()
  const wanted = new Map<string, number>()
  const want = (name: string, more: 1 | -1) => wanted.set(name, (wanted.get(name) ?? 0) + more)
  const request = async (name: string, ...given: unknown[]) => {
    const { signal, ifAvailable } = (given.length > 1 ? given[0] : {}) as LockOptions
    const work = given.at(-1) as (lock: Lock | null) => Promise<unknown>
    if (ifAvailable === true && (wanted.get(name) ?? 0) > 0) {
      return await work(null)
    }
    const before = tails.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    tails.set(
      name,
      Promise.all([before, promise]).then(() => undefined),
    )
    want(name, 1)
    await before
    try {
      if (signal?.aborted !== true) {
        held.add(name)
        return await work({ name, mode: 'exclusive' })
      }
    } finally {
      want(name, -1)
      held.delete(name)
      resolve()
    }
  }
  const query = async () => {
    // What was requested before is held by then.
    await new Promise((resolve) => setTimeout(resolve))
    return { held: [...held].map((name) => ({ name })) }
  }
  return { request, query } as LockManager
}
