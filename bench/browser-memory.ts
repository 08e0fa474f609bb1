import { readdirSync, readFileSync } from 'node:fs'

const SAMPLE_EVERY = 150

/** The peak of a measured stretch of time, all in bytes; `rise` is the difference from what was there before. */
export type Peak = { rise: number; heap: number }

/** The proportional set size of a process and of all that it started, so that shared pages count once. */
function treeMemory(root: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readQuietly(`/proc/${name}/status`))?.[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [root]
  for (const pid of tree) {
    tree.push(...(children.get(pid) ?? []))
  }
  const kilobytes = tree.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readQuietly(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024
}

/** The most memory that a process has ever had resident, in bytes. */
export function peakResident(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readQuietly(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
}

/** A process may end between being listed and being read. */
function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) {
      return ''
    }
    throw error
  }
}

/** Watches the memory of a browser while `work` runs. `heap` returns the JavaScript heaps' size. */
export async function watchMemory<T>(
  browserPid: number,
  heap: () => Promise<number>,
  work: () => Promise<T>,
): Promise<{ result: T; peak: Peak }> {
  const before = treeMemory(browserPid)
  const peak = { rise: 0, heap: 0 }
  let watching = true
  const watch = async () => {
    while (watching) {
      peak.rise = Math.max(peak.rise, treeMemory(browserPid) - before)
      peak.heap = Math.max(peak.heap, await heap())
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY))
    }
  }
  const watched = watch()
  try {
    return { result: await work(), peak }
  } finally {
    watching = false
    await watched
  }
}

type Message = {
  id?: number
  method?: string
  params?: { sessionId?: string }
  result?: { usedSize?: number; sessionId?: string; targetInfos?: { targetId: string; url: string }[] }
}

/** Reads the JavaScript heaps of a page and of its workers over the browser's debugging protocol. */
export class HeapReader {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #sessions = new Set<string>()
  #last = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message))
  }

  /** Connects to the browser behind `port` and follows the page whose address contains `url`. */
  static async connect(port: number, url: string): Promise<HeapReader> {
    const version = await fetch(`http://127.0.0.1:${port}/json/version`)
    const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string }
    const socket = new WebSocket(webSocketDebuggerUrl)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const reader = new HeapReader(socket)
    const { result } = await reader.#send('Target.getTargets')
    const page = result?.targetInfos?.find((target) => target.url.includes(url))
    const attached = await reader.#send('Target.attachToTarget', { targetId: page?.targetId, flatten: true })
    const sessionId = attached.result?.sessionId ?? ''
    reader.#sessions.add(sessionId)
    await reader.#send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
      sessionId,
    )
    return reader
  }

  /** The bytes in use by all heaps together. */
  async read(): Promise<number> {
    const sizes = await Promise.all(
      [...this.#sessions].map((session) => this.#send('Runtime.getHeapUsage', {}, session)),
    )
    return sizes.reduce((sum, { result }) => sum + (result?.usedSize ?? 0), 0)
  }

  close(): void {
    this.#socket.close()
  }

  async #send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    this.#last += 1
    const id = this.#last
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    return await new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  #receive(message: Message) {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    }
    const session = message.params?.sessionId
    if (session && message.method === 'Target.attachedToTarget') {
      this.#sessions.add(session)
    }
    if (session && message.method === 'Target.detachedFromTarget') {
      this.#sessions.delete(session)
    }
  }
}
