import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'

/** A value that only this browser can read, for as long as it has the key. */
type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

interface KeptSchema extends DBSchema {
  keys: { key: string; value: CryptoKey }
  /** By person and name; `at`: when it was kept, in ms by the device's clock. */
  values: { key: [sub: string, name: string]; value: Sealed & { at: number } }
}
type Kept = IDBPDatabase<KeptSchema>
type Store = 'keys' | 'values'
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<KeptSchema, Store[], Mode>

/** What is kept for one person on this device. */
export type KeptValue = { name: string; at: number; value: unknown }

/** IndexedDB ends under a page that was long in the background, or while the browser throws away what it had kept. */
const ENDED = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])

/**
 * A database of this browser whose values are encrypted, with a key for each person that can't be read out. Once a
 * change resolves, it is on the disk.
 */
export function openDeviceDatabase(name: string) {
  let opening: Promise<Kept> | undefined
  const listeners = new Set<() => void>()
  const end = () => {
    opening = undefined
    for (const listener of listeners) {
      listener()
    }
  }
  const open = () => {
    opening ??= openDB<KeptSchema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('keys')
        database.createObjectStore('values')
      },
      // Another tab deletes it, or the browser has ended it.
      blocking: (_current, _blocked, { target }) => {
        ;(target as IDBDatabase).close()
        end()
      },
      terminated: end,
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

  /** Of a transaction that the browser ends, the work fails and `done` too: both are awaited. */
  async function transact<Mode extends 'readonly' | 'readwrite', Result>(
    mode: Mode,
    stores: Store[],
    work: (transaction: Transaction<Mode>) => Promise<Result>,
  ): Promise<Result> {
    return await run(async (database) => {
      const transaction = database.transaction(stores, mode, { durability: 'strict' })
      const [result] = await Promise.all([work(transaction), transaction.done])
      return result
    })
  }

  /** The person's key, made when it is first needed. Two tabs that need it at once get the same. */
  async function keyOf(sub: string): Promise<CryptoKey> {
    const known = await transact('readonly', ['keys'], (look) => look.objectStore('keys').get(sub))
    if (known !== undefined) {
      return known
    }
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    return await transact('readwrite', ['keys'], async (change) => {
      const keys = change.objectStore('keys')
      const first = await keys.get(sub)
      if (first === undefined) {
        await keys.put(made, sub)
      }
      return first ?? made
    })
  }

  return {
    /** Calls back when the open database is gone, perhaps with its keys; returns a function that stops that. */
    onEnd(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async put(sub: string, name: string, value: unknown, at: number): Promise<void> {
      const key = await keyOf(sub)
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
      await transact('readwrite', ['keys', 'values'], async (change) => {
        // Where all was deleted meanwhile, with the key, nothing must come back.
        if ((await change.objectStore('keys').get(sub)) !== undefined) {
          await change.objectStore('values').put({ at, iv, sealed }, [sub, name])
        }
      })
    },

    /** All that is kept for a person, by name; what can't be read any more is left out. */
    async list(sub: string): Promise<KeptValue[]> {
      const range = IDBKeyRange.bound([sub], [sub, []])
      const [names, rows] = await transact('readonly', ['values'], (look) => {
        const values = look.objectStore('values')
        return Promise.all([values.getAllKeys(range), values.getAll(range)])
      })
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
      await transact('readwrite', ['values'], async (change) => {
        await Promise.all(names.map((name) => change.objectStore('values').delete([sub, name])))
      })
    },
  }
}
