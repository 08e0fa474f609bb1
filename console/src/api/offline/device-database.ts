import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A value that only this browser can read, for as long as it has the key. */
type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

interface KeptSchema extends DBSchema {
  keys: { key: string; value: CryptoKey }
  /** By person and name; `at`: when it was kept, in ms by the device's clock. */
  values: { key: [sub: string, name: string]; value: Sealed & { at: number } }
}
type Kept = IDBPDatabase<KeptSchema>

/** What is kept for one person on this device. */
export type KeptValue = { name: string; at: number; value: unknown }

/** IndexedDB ends under a page that was long in the background. */
const ENDED = new Set(['InvalidStateError', 'UnknownError'])

/**
 * A database of this browser whose values are encrypted, with a key for each person that can't be read out. Once a
 * change resolves, it is on the disk.
 */
export function openDeviceDatabase(name: string) {
  let opening: Promise<Kept> | undefined
  const open = () => {
    opening ??= openDB<KeptSchema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('keys')
        database.createObjectStore('values')
      },
      // Another tab deletes it, or the browser has ended it.
      blocking: (_current, _blocked, { target }) => {
        opening = undefined
        ;(target as IDBDatabase).close()
      },
      terminated: () => {
        opening = undefined
      },
    })
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  async function run<Result>(work: (database: Kept) => Promise<Result>): Promise<Result> {
    try {
      return await work(await open())
    } catch (error) {
      if (!(error instanceof DOMException) || !ENDED.has(error.name)) {
        throw error
      }
      opening = undefined
      return await work(await open())
    }
  }

  /** The person's key, made when it is first needed. Two tabs that need it at once get the same. */
  const keyOf = (sub: string) =>
    run(async (database) => {
      const known = await database.get('keys', sub)
      if (known !== undefined) {
        return known
      }
      const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
      const change = database.transaction('keys', 'readwrite', { durability: 'strict' })
      const first = await change.store.get(sub)
      if (first === undefined) {
        await change.store.put(made, sub)
      }
      await change.done
      return first ?? made
    })

  return {
    async put(sub: string, name: string, value: unknown, at: number): Promise<void> {
      const key = await keyOf(sub)
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
      await run(async (database) => {
        const change = database.transaction(['keys', 'values'], 'readwrite', { durability: 'strict' })
        // Where all was deleted meanwhile, with the key, nothing must come back.
        if ((await change.objectStore('keys').get(sub)) !== undefined) {
          await change.objectStore('values').put({ at, iv, sealed }, [sub, name])
        }
        await change.done
      })
    },

    /** All that is kept for a person, by name; what can't be read any more is left out. */
    async list(sub: string): Promise<KeptValue[]> {
      const range = IDBKeyRange.bound([sub], [sub, []])
      const [names, rows] = await run((database) =>
        Promise.all([database.getAllKeys('values', range), database.getAll('values', range)]),
      )
      if (rows.length === 0) {
        return []
      }
      const key = await keyOf(sub)
      const found = await Promise.all(
        rows.map(async ({ at, iv, sealed }, index): Promise<KeptValue[]> => {
          const plain = await crypto.subtle
            .decrypt({ name: 'AES-GCM', iv }, key, sealed)
            .catch(() => undefined)
          return plain === undefined
            ? []
            : [{ name: names[index]?.[1] ?? '', at, value: JSON.parse(new TextDecoder().decode(plain)) }]
        }),
      )
      return found.flat()
    },

    /** So many bytes that nobody can make from `iv` without the person's key, and that are always the same. */
    async keystream(sub: string, iv: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
      const zeros = new Uint8Array(length)
      return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(sub), zeros))
    },

    async remove(sub: string, names: readonly string[]): Promise<void> {
      await run(async (database) => {
        const change = database.transaction('values', 'readwrite', { durability: 'strict' })
        await Promise.all(names.map((name) => change.store.delete([sub, name])))
        await change.done
      })
    },
  }
}
