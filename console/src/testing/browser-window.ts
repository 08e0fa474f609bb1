import { setMaxListeners } from 'node:events'
import { vi } from 'vitest'
import { fetchOf, type Network, ORIGIN, requestOf, type Tab } from './network.ts'

/** The globals that a tab's page finds in a browser, without anything that draws. */
export function openWindow(network: Network, storage: Storage, work: WorkerWork) {
  const tab: Tab = { open: true }
  const events = new EventTarget()
  setMaxListeners(0, events)
  const listeners = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  const { history, location } = createHistory(events)
  const element = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ...listeners }
  const document = {
    ...listeners,
    nodeType: 9,
    documentElement: {},
    activeElement: null,
    getElementById: () => null,
    querySelector: () => null,
    querySelectorAll: () => [],
  }
  const window = {
    ...listeners,
    document,
    history,
    location,
    event: undefined,
    HTMLIFrameElement: class {},
  }
  Object.assign(document, { defaultView: window })
  const names = {
    ...listeners,
    window,
    document,
    history,
    location,
    localStorage: storage,
    sessionStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    navigator: {
      get onLine() {
        return network.line() !== 'down'
      },
      languages: ['en'],
      locks: createLocks(),
      storage: { estimate: async () => ({}) },
    },
    isSecureContext: true,
    HTMLInputElement: class {},
    XMLHttpRequest: requestOf(network, tab),
    DOMParser: ErrorParser,
    Worker: workerOf(work, tab),
    fetch: fetchOf(network, tab),
  }
  for (const [name, value] of Object.entries(names)) {
    vi.stubGlobal(name, value)
  }
  const dispatch = (name: string, more: object = {}) => {
    const event = Object.assign(new Event(name, { cancelable: true }), more)
    events.dispatchEvent(event)
    return event
  }
  return {
    tab,
    history,
    container: Object.assign(element, { ownerDocument: document, textContent: '' }) as unknown as Element,
    dispatch,
    /** Whether the browser would ask before it closes the tab. */
    asksBeforeClosing: () => dispatch('beforeunload').defaultPrevented,
  }
}

/** Of the store's responses it reads only the code of an error. */
class ErrorParser {
  parseFromString(text: string) {
    const code = /<Code>(\w+)</.exec(text)?.[1]
    return { querySelector: () => (code === undefined ? null : { textContent: code }) }
  }
}

type WorkerWork = (order: unknown) => Promise<unknown>

/** A worker that does its work in this process. */
function workerOf(work: WorkerWork, tab: Tab) {
  return class extends EventTarget {
    #ended = false
    postMessage(order: unknown) {
      void work(order).then((data) => {
        if (!this.#ended && tab.open) {
          this.dispatchEvent(Object.assign(new Event('message'), { data }))
        }
      })
    }
    terminate() {
      this.#ended = true
    }
  }
}

function createLocks() {
  const held = new Set<string>()
  async function request(name: string, _how: { ifAvailable: true }, work: (lock: object | null) => unknown) {
    if (held.has(name)) {
      return await work(null)
    }
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  return { request }
}

function createHistory(events: EventTarget) {
  const entries: { state: unknown; url: URL }[] = [{ state: null, url: new URL('/preaching', ORIGIN) }]
  let at = 0
  const now = () => entries[at] as (typeof entries)[number]
  const urlOf = (url: string | undefined) => new URL(url || now().url, now().url)
  const history = {
    get state() {
      return now().state
    },
    pushState(state: unknown, _title: string, url?: string) {
      entries.splice(at + 1, entries.length, { state, url: urlOf(url) })
      at += 1
    },
    replaceState(state: unknown, _title: string, url?: string) {
      entries[at] = { state, url: urlOf(url) }
    },
    go(steps: number) {
      queueMicrotask(() => {
        if (entries[at + steps] !== undefined) {
          at += steps
          events.dispatchEvent(new Event('popstate'))
        }
      })
    },
  }
  const location = {
    get origin() {
      return ORIGIN
    },
    get href() {
      return now().url.href
    },
    get pathname() {
      return now().url.pathname
    },
    get search() {
      return now().url.search
    },
    get hash() {
      return ''
    },
  }
  return { history, location }
}
