const BETWEEN_LOOKS = 3000
const LONGEST_LOOK = 5000
const PATIENCE = 1000

let since: number | undefined
let isDoubted = false
let looking: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** When the server was first found missing, by this device's clock; undefined while it can be reached. */
export function lostSince(): number | undefined {
  return since
}

/** How long a page waits for an answer before it shows what this device has kept, in ms. */
export function patience(): number {
  return since === undefined && navigator.onLine && !isDoubted ? PATIENCE : 0
}

/** The start has waited in vain for an answer: a page need not wait once more, until there is one. */
export function doubtLine(): void {
  isDoubted = true
}

/** Calls back when the server was lost or is back; returns a function that stops that. */
export function onLineChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server has answered, or was looked for in vain. */
export function noteLine(reached: boolean): void {
  isDoubted = false
  if (reached !== (since === undefined)) {
    since = reached ? undefined : Date.now()
    for (const listener of listeners) {
      listener()
    }
  }
}

/**
 * Looks for the server after a call without a response of its own, and again until it is there: what the browser says
 * of its network is only a hint, and a Wi-Fi may answer with a page of its own. Resolves with whether it is there now.
 */
export function lookForServer(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

async function look(): Promise<boolean> {
  clearTimeout(timer)
  const reached = await isThere()
  noteLine(reached)
  if (!reached) {
    timer = setTimeout(lookForServer, BETWEEN_LOOKS)
  }
  return reached
}

async function isThere(): Promise<boolean> {
  try {
    return isOurs(
      await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_LOOK) }),
    )
  } catch {
    return false
  }
}

/** Whether the server itself has answered, which sends pages only as files to be kept where a call is made. */
export function isOurs({ redirected, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.includes('html') === true
  return !redirected && (!isPage || headers.has('content-disposition'))
}
