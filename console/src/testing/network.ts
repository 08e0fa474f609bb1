import type { TestServer } from '../../../server/src/testing/start-test-server.ts'

/** What happens to requests. `refused`: a proxy refuses every change; `full`: the store accepts nothing more. */
export type Line = 'up' | 'down' | 'answers lost' | 'refused' | 'full'

type Sent = { method: string; url: string; headers: Record<string, string>; body?: Buffer | undefined }
type Received = { status: number; headers: Record<string, string>; body: Buffer }
/** A tab of the browser, as long as it is open. */
export type Tab = { open: boolean }

export const ORIGIN = 'http://localhost:8080'
const REFUSAL = { error: 'invalid_request', message: 'A proxy is in the way.' }
const STORE_FULL = '<?xml version="1.0"?><Error><Code>QuotaExceeded</Code></Error>'
const TAKES_MS = 40

let networks = 0

/** The connection from a browser to a server, each from an address of its own: sign-ins are limited by address. */
export function createNetwork(server: TestServer) {
  networks += 1
  const remoteAddress = `10.0.${networks >> 8}.${networks & 255}`
  let line: Line = 'up'
  let going = 0
  let deleting = 0
  let changes = 0
  /** The objects that changes of a sermon without a response named, or gave up: nobody here can know whose they are. */
  const unanswered = new Set<string>()
  /**
   * Objects that reached the store after their sender had cancelled them, and those that a change of a sermon released
   * and nobody has begun to remove.
   */
  const cutOff = new Set<string>()

  async function working<T>(work: Promise<T>): Promise<T> {
    going += 1
    return await work.finally(() => {
      going -= 1
    })
  }

  async function reach({ method, url, headers, body }: Sent): Promise<Received> {
    changes += method === 'GET' || method === 'HEAD' ? 0 : 1
    const { pathname, search, host } = new URL(url, ORIGIN)
    const {
      statusCode,
      headers: given,
      rawPayload,
    } = await server.app.http.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...headers, host },
      remoteAddress,
      ...(body && { payload: body }),
    })
    const texts = Object.entries(given).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(texts), body: rawPayload }
  }

  /** Refused here, before it has reached the server. */
  function refuse({ method, url }: Sent): Received | undefined {
    const body = Buffer.from(JSON.stringify(REFUSAL))
    if (line === 'refused' && method !== 'GET' && url.includes('/api/')) {
      return { status: 400, headers: { 'content-type': 'application/json' }, body }
    }
    if (line === 'full' && method === 'PUT' && url.includes('/s3/')) {
      return { status: 507, headers: {}, body: Buffer.from(STORE_FULL) }
    }
    return undefined
  }

  /** Throws if there is no connection. Nothing reaches a tab that is closed. */
  async function send(sent: Sent, tab: Tab, signal?: AbortSignal): Promise<Received> {
    deleting += sent.method === 'DELETE' ? 1 : 0
    try {
      return await carry(sent, tab, signal)
    } finally {
      deleting -= sent.method === 'DELETE' ? 1 : 0
    }
  }
  async function carry(sent: Sent, tab: Tab, signal?: AbortSignal): Promise<Received> {
    const isChange = sent.method !== 'GET' && sent.url.includes('/api/preachingManagement')
    const lose = (answer?: Received) => {
      for (const path of isChange ? (`${sent.body}${answer?.body}`.match(PATHS) ?? []) : []) {
        unanswered.add(path)
      }
      return new TypeError('The line is gone.')
    }
    await passing(TAKES_MS)
    signal?.throwIfAborted()
    await (tab.open || never())
    if (sent.method === 'DELETE') {
      cutOff.delete(keyOf(sent))
    }
    const found = line
    if (found === 'down') {
      throw lose()
    }
    const answer = refuse(sent) ?? (await working(reach(sent)))
    await passing(TAKES_MS)
    await (tab.open || never())
    if (signal?.aborted && sent.method === 'PUT') {
      cutOff.add(keyOf(sent))
    }
    for (const path of isChange ? (/"released":.*$/.exec(`${answer.body}`)?.[0].match(PATHS) ?? []) : []) {
      cutOff.add(path)
    }
    signal?.throwIfAborted()
    if (found === 'answers lost' && !sent.url.includes('/cognito')) {
      throw lose(answer)
    }
    return answer
  }

  return {
    send,
    unanswered,
    cutOff,
    line: () => line,
    turn(next: Line) {
      line = next
    },
    /** Whether something is under way here that doesn't follow the test's clock. */
    isBusy: () => going > 0,
    /** How many requests that may have changed something reached the server. */
    changes: () => changes,
    isDeleting: () => deleting > 0,
    working,
  }
}
export type Network = ReturnType<typeof createNetwork>

export const PATHS = /(?:images|preaching)\/[^"]+/g

/** The object that a request to the store is about. */
function keyOf({ url }: Sent): string {
  return decodeURIComponent(new URL(url, ORIGIN).pathname).replace(/^\/s3\/[^/]+\//, '')
}

/** As much of `fetch` as the console uses. */
export function fetchOf(network: Network, tab: Tab) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body))
    const address = url instanceof Request ? url.url : String(url)
    const sent = { method: init.method ?? 'GET', url: address, headers, body }
    const answer = await network.send(sent, tab, init.signal ?? undefined)
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }
}

/** As much of XMLHttpRequest as sending to the store uses. */
export function requestOf(network: Network, tab: Tab) {
  return class {
    upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    #sent = { method: '', url: '', headers: {} as Record<string, string> }
    #headers: Record<string, string> = {}
    #stop = new AbortController()

    open(method: string, url: string) {
      this.#sent = { method, url, headers: {} }
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.headers[name] = value
    }
    getResponseHeader(name: string) {
      return this.#headers[name.toLowerCase()] ?? null
    }
    abort() {
      if (!this.#stop.signal.aborted) {
        this.#stop.abort()
        this.onabort?.()
      }
    }
    async send(given: Blob | string | null) {
      const body = given === null ? undefined : Buffer.from(await new Blob([given]).arrayBuffer())
      try {
        const answer = await network.send({ ...this.#sent, body }, tab, this.#stop.signal)
        this.upload.onprogress?.({ loaded: body?.length ?? 0 })
        this.upload.onload?.()
        this.status = answer.status
        this.#headers = answer.headers
        this.responseText = answer.body.toString()
        this.onload?.()
      } catch {
        if (!this.#stop.signal.aborted) {
          this.onerror?.()
        }
      }
    }
  }
}

/** Follows the test's clock. */
function passing(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
