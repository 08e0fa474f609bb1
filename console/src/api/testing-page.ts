import { DomUtils, parseDocument } from 'htmlparser2'
import { vi } from 'vitest'

/**
 * What happens to a request on its way; a `Response` is what something between page and store answers in its place. One
 * that hangs does so until its page gives it up: a page that was left goes no further.
 */
export type Fate = 'answered' | 'cut' | 'answer lost' | 'hangs' | Response

/** A browser page, as far as an upload needs one, at the address of a real server. */
export type TestPage = {
  /** The requests sent to the store so far and how they ended, such as `PUT part 2 200`. */
  requests: string[]
  /** The access key that signed each request. */
  accessKeys: string[]
  /** Called for each request, such as `PUT part 2`, before it is sent; `answered` until it is set. */
  line: { fateOf(request: string): Fate | Promise<Fate> }
  storage: Storage
  goOffline(): void
  goOnline(): void
}

/** Opens a page in place of the one before; with that one's storage, it is a reload. */
export function openTestPage(origin: string, storage = createStorage()): TestPage {
  const page = Object.assign(new EventTarget(), {})
  const here = { onLine: true, locks: createLocks() }
  const requests: string[] = []
  const accessKeys: string[] = []
  const line: TestPage['line'] = { fateOf: () => 'answered' }
  const { fetch: send } = globalThis
  const isShown = () => Object.is(globalThis.window, page)
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('navigator', here)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('DOMParser', XmlParser)
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) =>
    send(typeof address === 'string' ? new URL(address, origin) : address, init),
  )

  /** As much of XMLHttpRequest as a request to the store uses. */
  class PageRequest {
    upload: { onprogress?: (progress: { loaded: number }) => void; onload?: () => void } = {}
    onload: () => void = () => undefined
    onerror: () => void = () => undefined
    onabort: () => void = () => undefined
    status = 0
    responseText = ''
    #answer: Response | undefined
    #method = ''
    #url = ''
    readonly #headers = new Headers()
    readonly #ended = new AbortController()

    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    getResponseHeader(name: string) {
      return this.#answer?.headers.get(name) ?? null
    }
    abort() {
      this.#ended.abort()
    }
    send(body: Blob | string | null) {
      accessKeys.push(/Credential=(\w+)/.exec(this.#headers.get('authorization') ?? '')?.[1] ?? '')
      const request = describeRequest(this.#method, new URL(this.#url))
      this.#exchange(request, body).then(
        (answer) => {
          requests.push(`${request} ${this.status}`)
          this.#answer = answer
          this.onload()
        },
        () => {
          requests.push(`${request} broken`)
          if (this.#ended.signal.aborted) {
            this.onabort()
          } else {
            this.onerror()
          }
        },
      )
    }
    async #exchange(request: string, body: Blob | string | null): Promise<Response> {
      const { signal } = this.#ended
      const sent = body instanceof Blob ? await body.arrayBuffer() : body
      const fate = await line.fateOf(request)
      signal.throwIfAborted()
      if (fate === 'hangs') {
        return await new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => isShown() && reject()),
        )
      }
      if (fate === 'cut') {
        throw new Error('The line broke.')
      }
      const init = { method: this.#method, headers: this.#headers, body: sent, signal }
      const answer = fate instanceof Response ? fate : await send(this.#url, init)
      this.upload.onprogress?.({ loaded: body instanceof Blob ? body.size : 0 })
      this.upload.onload?.()
      this.status = answer.status
      this.responseText = await answer.text()
      if (fate === 'answer lost') {
        throw new Error('The answer was lost.')
      }
      return answer
    }
  }
  vi.stubGlobal('XMLHttpRequest', PageRequest)

  return {
    requests,
    accessKeys,
    line,
    storage,
    goOffline() {
      here.onLine = false
      page.dispatchEvent(new Event('offline'))
    },
    goOnline() {
      here.onLine = true
      page.dispatchEvent(new Event('online'))
    },
  }
}

function describeRequest(method: string, { searchParams }: URL): string {
  const part = searchParams.get('partNumber')
  const about = part !== null ? ` part ${part}` : searchParams.has('uploadId') ? ' upload' : ''
  return `${method}${searchParams.has('uploads') ? ' uploads' : about}`
}

/** The names of what is kept are properties of the object, as in a browser. */
export function createStorage(): Storage {
  const storage = Object.create({
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, value: string) => {
      storage[name] = value
    },
    removeItem: (name: string) => {
      delete storage[name]
    },
  })
  return storage as Storage
}

/** The locks of one browser, as far as they are used: taken at once or not at all. */
function createLocks() {
  const held = new Set<string>()
  return {
    async request(name: string, _options: LockOptions, work: (lock: object | null) => Promise<void> | void) {
      if (held.has(name)) {
        await work(null)
        return
      }
      held.add(name)
      try {
        await work({ name })
      } finally {
        held.delete(name)
      }
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  }
}

/**
 * As much of DOMParser as reading a response of the store needs: elements by their names, and by their parent's name.
 */
class XmlParser {
  parseFromString(text: string) {
    return readable(parseDocument(text, { xmlMode: true }))
  }
}

function readable(node: Parameters<typeof DomUtils.textContent>[0] & object): unknown {
  const find = (selector: string) => {
    const [name = '', parent] = selector.split(' > ').toReversed()
    return DomUtils.getElementsByTagName(name, node as never, true).filter(
      (one) =>
        parent === undefined || (one.parent !== null && 'name' in one.parent && one.parent.name === parent),
    )
  }
  return {
    textContent: DomUtils.textContent(node),
    querySelector: (selector: string) => find(selector).map(readable)[0] ?? null,
    querySelectorAll: (selector: string) => find(selector).map(readable),
  }
}
