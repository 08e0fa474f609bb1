import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plain } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import type { Socket } from 'node:net'
import type { Sink } from '../request/receive-body.ts'
import { S3Error } from '../s3-errors.ts'
import { encodePath, encodeStrictly, sha256, signatureDate, signRequest } from '../signature/signature-v4.ts'
import type { Clock } from '../store.ts'

/** How long the remote store may be silent, in milliseconds. */
const IDLE_TIMEOUT = 120_000

export type UpstreamCall = {
  method: string
  /** Empty for the bucket itself. */
  key: string
  query: readonly (readonly [string, string])[]
  /** Names in lower case, values as Node has them. */
  headers: Record<string, string>
  body?: string | UpstreamBody | undefined
  /** The connection for which the call is made; the call ends with it. */
  client: Socket
}

/** A body that streams. When `fill` throws, the remote store never gets the last byte, and so keeps nothing. */
export type UpstreamBody = { length: number; fill: (sink: Sink) => Promise<unknown> }

export type Upstream = {
  /** The remote store's response, whatever it is. Throws ServiceUnavailable when there is none. */
  send(call: UpstreamCall): Promise<IncomingMessage>
  /** The bytes of a response, block by block; ends when the store is silent. */
  read(response: IncomingMessage): AsyncGenerator<Buffer>
  close(): void
}

/** Signed requests to the bucket at `address`, with no byte of a body kept. */
export function openUpstream(options: {
  address: string
  region: string
  clock: Clock
  credentials: () => Promise<{
    accessKeyId: string
    secretAccessKey: string
    sessionToken?: string | undefined
  }>
  idleTimeout?: number
}): Upstream {
  const { region, clock, credentials, idleTimeout = IDLE_TIMEOUT } = options
  const address = new URL(options.address)
  const isPlain = address.protocol === 'http:'
  const agent = isPlain ? new PlainAgent({ keepAlive: true }) : new SecureAgent({ keepAlive: true })

  async function signed({ method, key, query, headers, body }: UpstreamCall) {
    const { sessionToken, ...own } = await credentials()
    const date = signatureDate(clock.now())
    const payload = typeof body === 'object' ? 'UNSIGNED-PAYLOAD' : sha256(body ?? '')
    const length = typeof body === 'object' ? body.length : Buffer.byteLength(body ?? '')
    const base = address.pathname.replace(/\/$/, '')
    const path = key === '' ? base || '/' : `${base}/${encodePath(key)}`
    const signedHeaders = {
      ...headers,
      host: address.host,
      'x-amz-date': date,
      'x-amz-content-sha256': payload,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    }
    const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
    const authorization = signRequest({ method, path, query, headers: signedHeaders }, own, {
      scope,
      date,
      payload,
    })
    const pairs = query.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    return {
      path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
      headers: { ...signedHeaders, authorization, ...(body !== undefined && { 'content-length': length }) },
    }
  }

  async function exchange(call: UpstreamCall): Promise<IncomingMessage> {
    const target = await signed(call).catch((cause) => {
      throw unavailable(cause)
    })
    const options = { method: call.method, host: address.hostname, port: address.port, agent, ...target }
    const outgoing = (isPlain ? plain : secure)(options)
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve)
      outgoing.on('error', reject)
    })
    responded.catch(() => undefined)
    const abort = () => outgoing.destroy()
    call.client.once('close', abort)
    outgoing.once('close', () => call.client.off('close', abort))
    if (typeof call.body === 'object') {
      await fillBody(outgoing, call.body, idleTimeout)
    } else {
      outgoing.end(call.body)
    }
    try {
      return await withTimeout(responded, outgoing, idleTimeout)
    } catch (cause) {
      // A kept connection may just have been closed at the other end.
      if (outgoing.reusedSocket && call.body === undefined && !call.client.destroyed) {
        return await exchange(call)
      }
      throw unavailable(cause)
    }
  }

  return {
    send: exchange,
    async *read(response) {
      const blocks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
      try {
        while (true) {
          const { done, value } = await withTimeout(blocks.next(), response, idleTimeout)
          if (done) {
            return
          }
          yield value
        }
      } finally {
        if (!response.complete) {
          response.destroy()
        }
      }
    },
    close: () => agent.destroy(),
  }
}

class Stopped extends Error {}

/** Ends when everything is sent, or when the remote store has responded or gone before that. */
async function fillBody(outgoing: ClientRequest, body: UpstreamBody, idleTimeout: number): Promise<void> {
  let responded = false
  outgoing.once('response', () => {
    responded = true
  })
  let last: Buffer | undefined
  try {
    await body.fill(async (data) => {
      if (responded || outgoing.destroyed) {
        throw new Stopped()
      }
      outgoing.cork()
      if (last) {
        outgoing.write(last)
      }
      last = Buffer.from(data.subarray(-1))
      const written = write(outgoing, data.subarray(0, -1))
      process.nextTick(() => outgoing.uncork())
      await withTimeout(written, outgoing, idleTimeout)
    })
    outgoing.end(last)
  } catch (error) {
    if (!(error instanceof Stopped)) {
      outgoing.destroy()
      throw error
    }
  }
}

/** Done when the bytes have left this process, because their memory is used again. */
function write(outgoing: ClientRequest, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) {
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const stop = () => settle(new Stopped())
    const settle = (error: Error | null | undefined) => {
      outgoing.off('close', stop)
      outgoing.off('response', stop)
      if (error) {
        reject(new Stopped(undefined, { cause: error }))
      } else {
        resolve()
      }
    }
    outgoing.once('close', stop)
    outgoing.once('response', stop)
    outgoing.write(bytes, settle)
  })
}

/** Ends the connection to a store that is silent for too long. */
async function withTimeout<Value>(
  promise: Promise<Value>,
  stream: { destroy(error?: Error): unknown },
  idleTimeout: number,
): Promise<Value> {
  const timer = setTimeout(() => stream.destroy(new Error('The remote store is silent.')), idleTimeout)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function unavailable(cause: unknown): S3Error {
  return new S3Error('ServiceUnavailable', undefined, {}, { cause })
}
