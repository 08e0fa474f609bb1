import { noteServerTime } from '../../api/clock/server-clock.ts'
import { UploadError, type UploadErrorCode } from '../media-types.ts'
import { renewCredentials, type StoreRequest, signForStore } from './store-signer.ts'

/** How a request to the store ended. `code` is the store's own code for an error, such as `NoSuchUpload`. */
export type StoreAnswer = {
  status: number
  code: string
  header(name: string): string | null
  document(): Document
}

export type SendOptions = {
  body?: Blob | string
  signal: AbortSignal
  onProgress?: (loaded: number) => void
  /** A request is given up when nothing has moved for this long, in ms. */
  patience?: number
  /** How long to keep trying, in ms: a failed attempt counts up to its patience, and time offline doesn't count. */
  persistence?: number
}

const PATIENCE = 60_000
/** If nothing moves for this long, the connection is gone or very slow. */
const STILL = 10_000
const PERSISTENCE = 10 * 60_000
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15_000
const MAX_RENEWALS = 2
const STALE_CREDENTIALS = new Set([
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'TokenRefreshRequired',
])
const CONFLICT = 409

const waiting = new Set<() => void>()

/**
 * Calls `listener` whenever a request waits for the connection or is tried again; returns a function that stops that.
 */
export function onStoreWaiting(listener: () => void): () => void {
  waiting.add(listener)
  return () => waiting.delete(listener)
}

function notifyWaiting(): void {
  for (const listener of waiting) {
    listener()
  }
}

/**
 * Sends a signed request until the store answers it: it waits while offline, and tries again with growing pauses after
 * a broken connection, a restart of the store, stale credentials or a wrong clock. Every other response, good or bad,
 * is returned to the caller. Throws `UploadError` (`aborted`, `offline`, `denied`).
 */
export async function sendToStore(request: StoreRequest, options: SendOptions): Promise<StoreAnswer> {
  const { signal, patience = PATIENCE, persistence = PERSISTENCE } = options
  let renewals = 0
  let failedFor = 0
  for (let attempt = 0; ; attempt += 1) {
    if (!navigator.onLine) {
      notifyWaiting()
      await untilOnline(signal)
      failedFor = 0
    }
    const began = performance.now()
    const answer = await attemptOnce(request, options)
    if (answer && !isPassing(answer)) {
      return answer
    }
    if (answer?.code === 'RequestTimeTooSkewed') {
      noteServerTime(answer.header('Date'))
    }
    if (answer && STALE_CREDENTIALS.has(answer.code)) {
      if (renewals === MAX_RENEWALS) {
        throw new UploadError('denied', `The store answered ${answer.code}.`)
      }
      renewals += 1
      await renewCredentials().catch(ignoreBrokenLine)
    }
    // A large part that takes long, or a laptop that was asleep, doesn't count as a failing connection.
    failedFor += Math.min(performance.now() - began, patience)
    if (failedFor > persistence) {
      throw new UploadError(
        'offline',
        `The store could not be reached; last answer ${answer?.status}.`,
        referenceOf(answer),
      )
    }
    notifyWaiting()
    const rest = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE)
    failedFor += rest
    await pause(rest, signal)
  }
}

/** The error for a response that is final and not a success. */
export function refusal(answer: StoreAnswer): UploadError {
  const codes: Record<number, UploadErrorCode> = {
    401: 'denied',
    403: 'denied',
    413: 'too_large',
    507: 'out_of_space',
  }
  const named: Record<string, UploadErrorCode> = { EntityTooLarge: 'too_large', QuotaExceeded: 'too_many' }
  const code = named[answer.code] ?? codes[answer.status] ?? 'failed'
  return new UploadError(code, `The store answered ${answer.status} ${answer.code}.`, referenceOf(answer))
}

/** The id under which an operator finds a failed request of the store in the log. */
function referenceOf(answer: StoreAnswer | undefined): { reference?: string } {
  const id = answer && answer.status >= 500 ? answer.header('x-amz-request-id') : null
  return id === null ? {} : { reference: id }
}

export function isSuccess({ status }: StoreAnswer): boolean {
  return status >= 200 && status < 300
}

/** Returns `undefined` when the connection broke. */
async function attemptOnce(request: StoreRequest, options: SendOptions): Promise<StoreAnswer | undefined> {
  throwIfAborted(options.signal)
  try {
    const signed = await signForStore(request)
    return await exchange(request.method, signed, options)
  } catch (error) {
    throwIfAborted(options.signal)
    ignoreBrokenLine(error)
    await checkReadable(options.body)
    return undefined
  }
}

/** If a file was moved or changed since it was chosen, sending it looks like a broken connection. */
async function checkReadable(body: Blob | string | undefined): Promise<void> {
  if (body instanceof Blob) {
    await body.slice(0, 1).arrayBuffer()
  }
}

function isPassing({ status, code }: StoreAnswer): boolean {
  const overloaded = (status >= 500 && status !== 501 && status !== 507) || status === 429 || status === 408
  const conflict = status === CONFLICT && code !== 'BucketNotEmpty'
  return (
    overloaded ||
    conflict ||
    STALE_CREDENTIALS.has(code) ||
    code === 'RequestTimeTooSkewed' ||
    code === 'RequestTimeout'
  )
}

class BrokenLine extends Error {}

/** When it fetches credentials, Amplify calls a broken connection `NetworkError`. */
function ignoreBrokenLine(error: unknown): void {
  const broken = error instanceof BrokenLine || (error instanceof Error && error.name === 'NetworkError')
  if (!broken) {
    throw error
  }
}

/** One request by XMLHttpRequest, since `fetch` doesn't tell how much was sent. */
async function exchange(
  method: string,
  { url, headers }: { url: string; headers: Headers },
  { body, signal, onProgress, patience = PATIENCE }: SendOptions,
): Promise<StoreAnswer> {
  const ended = new AbortController()
  const request = new XMLHttpRequest()
  let timer: ReturnType<typeof setTimeout> | undefined
  let still: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    clearTimeout(still)
    timer = setTimeout(() => request.abort(), patience)
    still = setTimeout(notifyWaiting, STILL)
  }
  // Everything is sent: what follows is the store's own work.
  const rest = () => clearTimeout(still)
  window.addEventListener('offline', notifyWaiting, { signal: ended.signal })
  try {
    return await new Promise<StoreAnswer>((resolve, reject) => {
      request.open(method, url)
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded }) => {
        wait()
        onProgress?.(loaded)
      }
      request.upload.onload = rest
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new BrokenLine('The line broke.'))
      request.onabort = () => reject(new BrokenLine('Nothing moved.'))
      signal.addEventListener('abort', () => request.abort(), { signal: ended.signal })
      wait()
      request.send(body ?? null)
    })
  } finally {
    ended.abort()
    clearTimeout(timer)
    clearTimeout(still)
  }
}

function answerOf(request: XMLHttpRequest): StoreAnswer {
  const document = () => new DOMParser().parseFromString(request.responseText, 'application/xml')
  // A completion can fail after the store has begun to answer 200; then the body is an Error.
  const error = request.responseText.includes('<Error') ? document().querySelector('Error > Code') : null
  const failedLate = error !== null && request.status === 200
  return {
    status: failedLate ? 500 : request.status,
    code: error?.textContent ?? '',
    header: (name) => request.getResponseHeader(name),
    document,
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new UploadError('aborted', 'The upload was cancelled.')
  }
}

async function untilOnline(signal: AbortSignal): Promise<void> {
  await happens((done) => window.addEventListener('online', done, { once: true }), signal)
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // When the browser is online again, the wait ends at once.
  await happens((done) => {
    window.addEventListener('online', done, { once: true })
    setTimeout(done, milliseconds * (0.75 + Math.random() / 2))
  }, signal)
}

async function happens(begin: (done: () => void) => void, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    begin(() => resolve())
  })
  throwIfAborted(signal)
}
