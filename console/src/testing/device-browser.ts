import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createLocks, memory } from '../attendance/testing-browser.ts'
import type { Page } from './device-pages.ts'
import type { FaultyLine } from './faulty-line.ts'
import { ORIGIN } from './network.ts'

/** What a device keeps when its pages are gone. */
export type DeviceStore = {
  storage: Storage
  databases: IDBFactory
  locks: LockManager
  /** The local storage is written to the disk, as it is now. */
  writeDown(): void
  /** The browser dies, with all of the local storage that was not written down. */
  die(): void
}

export function createDeviceStore(): DeviceStore {
  const kept = new Map<string, string>()
  let disk = new Map<string, string>()
  return {
    storage: memory(kept),
    databases: new IDBFactory(),
    locks: createLocks(),
    writeDown() {
      disk = new Map(kept)
    },
    die() {
      kept.clear()
      for (const [name, value] of disk) {
        kept.set(name, value)
      }
    },
  }
}

/** A page as the browser of a device opens it, without anything that draws. */
export function openPage(store: DeviceStore, line: FaultyLine, ahead: () => number) {
  const events = new EventTarget()
  const listeners = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  const connections = new Set<IDBDatabase>()
  const closing = new AbortController()
  // Where a page goes on that is gone, nothing of that reaches the device.
  const gone = { storage: memory(), databases: new IDBFactory() }
  const kept = () => (page.open ? store : gone)
  const indexedDB = {
    open(name: string, version?: number) {
      const request = kept().databases.open(name, version)
      request.addEventListener('success', () => {
        connections.add(request.result)
        if (!page.open) {
          request.result.close()
        }
      })
      return request
    },
    deleteDatabase: (name: string) => kept().databases.deleteDatabase(name),
  }
  const localStorage = {
    getItem: (name: string) => kept().storage.getItem(name),
    setItem: (name: string, value: string) => kept().storage.setItem(name, value),
    removeItem: (name: string) => kept().storage.removeItem(name),
    key: (at: number) => kept().storage.key(at),
    get length() {
      return kept().storage.length
    },
  }
  /** The locks of a page end with it. */
  const locks = {
    request: (name: string, ...given: unknown[]) => {
      const how = given.length > 1 ? (given[0] as LockOptions) : {}
      const work = given.at(-1) as (lock: Lock | null) => Promise<unknown>
      const ended = new Promise<void>((resolve) => {
        closing.signal.addEventListener('abort', () => resolve())
      })
      return store.locks.request(name, how, (lock) =>
        page.open ? Promise.race([work(lock), ended]) : undefined,
      )
    },
    query: () => store.locks.query(),
  }
  const address = new URL('/attendance', ORIGIN)
  const location = { origin: ORIGIN, href: address.href, pathname: address.pathname, search: '', hash: '' }
  const history = {
    state: null,
    pushState: () => undefined,
    replaceState: () => undefined,
    go: () => undefined,
  }
  const element = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ...listeners }
  const document = {
    ...{ ...listeners, nodeType: 9, documentElement: {}, activeElement: null, visibilityState: 'visible' },
    ...{ getElementById: () => null, querySelector: () => null, querySelectorAll: () => [] },
  }
  const window = { ...listeners, document, history, location, event: undefined, HTMLIFrameElement: class {} }
  Object.assign(document, { defaultView: window })
  const page: Page = {
    open: true,
    ahead,
    globals: {
      ...{
        ...listeners,
        window,
        document,
        history,
        location,
        indexedDB,
        localStorage,
        isSecureContext: true,
      },
      sessionStorage: memory(),
      navigator: {
        get onLine() {
          return line.reach() !== 'down'
        },
        ...{ languages: ['en'], locks },
      },
    },
  }
  page.globals.fetch = line.fetchOf(page)
  return {
    page,
    container: Object.assign(element, { ownerDocument: document, textContent: '' }) as unknown as Element,
    dispatch: (name: string, more: object = {}) =>
      events.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), more)),
    /** The page is gone, with all that it had in memory, from one moment to the next. */
    kill() {
      page.open = false
      closing.abort()
      for (const connection of connections) {
        connection.close()
      }
    },
  }
}

/** All that the databases of a device can be made to say, by the name of the database. */
export async function readDatabases({ databases }: DeviceStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name = '', version } of await databases.databases()) {
    const opening = databases.open(name, version)
    // It was deleted meanwhile.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const database = await done(opening).catch(() => undefined)
    if (database === undefined) {
      continue
    }
    const [keys, values] = await Promise.all(
      ['keys', 'values'].map((store) => done(database.transaction(store).objectStore(store).getAll())),
    )
    const plain: string[] = []
    for (const { iv, sealed } of values ?? []) {
      for (const key of keys ?? []) {
        const opened = await crypto.subtle
          .decrypt({ name: 'AES-GCM', iv }, key, sealed)
          .catch(() => undefined)
        plain.push(new TextDecoder().decode(opened))
      }
    }
    database.close()
    found.set(name, plain.join('\n'))
  }
  return found
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
