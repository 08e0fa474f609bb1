import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectPlainly, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { closeWithDeadline } from '../http/close-with-deadline.ts'
import { createHttp } from '../http/create-http.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../http/limit-connections.ts'
import { freePort } from '../testing/run-program.ts'
import { type Https, openHttps } from './open-https.ts'

const NAME = 'laptop.local'

let folder: string
let http: FastifyInstance
let https: Https
let port: number
let httpsPort: number
let release: () => void
const sockets: Socket[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-https-'))
  await serve()
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
  }
  release()
  await closeWithDeadline(http, 1000, https.close)
  rmSync(folder, { recursive: true })
})

async function serve(limits: ConnectionLimits = CONNECTION_LIMITS) {
  http = createHttp({ log: undefined, tls: undefined, limits })
  port = await freePort()
  httpsPort = await freePort()
  const listening = { host: '127.0.0.1', port, publicUrl: `https://${NAME}:${httpsPort}` }
  https = await openHttps(
    http,
    { ...listening, https: { kind: 'lan', name: NAME, port: httpsPort } },
    { folder, clock: systemClock },
  )
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  http.get('/roll', async ({ protocol }) => `the roll by ${protocol}`)
  http.post('/roll', async ({ body }) => body)
  http.get('/slow', async () => {
    await slow
    return 'finished'
  })
  await http.listen({ host: '127.0.0.1', port })
  await https.listen()
}

/** Asks without TLS, for the host as somebody in the network names it unless told otherwise. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: `${NAME}:${port}`, ...headers },
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

/** A browser that trusts the authority alone, which it got without TLS. */
async function openSecurely(): Promise<TLSSocket> {
  const der = await buffer(await ask('/vestry.crt'))
  const ca = new X509Certificate(der).toString()
  const socket = connect({ host: '127.0.0.1', port: httpsPort, servername: NAME, ca })
  sockets.push(socket)
  await once(socket, 'secureConnect')
  return socket
}

async function askSecurely(head: string, body = '') {
  const socket = await openSecurely()
  socket.write(
    `${head} HTTP/1.1\r\nHost: ${NAME}\r\nConnection: close\r\n${body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`,
  )
  return await text(socket)
}

test('a device that got the authority without TLS opens the server with it', async () => {
  expect(await askSecurely('GET /roll')).toMatch(/^HTTP\/1.1 200 [\s\S]*the roll by https$/)
  expect(await askSecurely('POST /roll', '{"a":1}')).toMatch(/\{"a":1\}$/)
  expect(await askSecurely('GET /roll')).not.toContain('strict-transport-security')
})

test('the fingerprint that the computer shows is that of what a device gets', async () => {
  const der = await buffer(await ask('/vestry.crt'))
  const hex = createHash('sha256').update(der).digest('hex').toUpperCase()
  expect(https.describe()).toMatchObject({
    way: 'lan',
    publicUrl: `https://laptop.local:${httpsPort}`,
    fingerprint: hex.match(/../g)?.join(':'),
  })
})

test.each([
  [
    'en',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    'iPhone or iPad',
    'Open Vestry on this device',
  ],
  ['en', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android', 'Open Vestry on this device'],
  [
    'es-MX,es;q=0.9',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    'Ordenador',
    'Abre Vestry en este dispositivo',
  ],
])(
  'without TLS a person gets the steps of their own device first, in their language: %s %s',
  async (language, userAgent, system, title) => {
    const response = await ask('/attendance', {
      accept: 'text/html',
      'accept-language': language,
      'user-agent': userAgent,
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const page = await text(response)
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page.match(/<details open>\s*<summary>([^<]+)/)?.[1]).toBe(system)
    expect(page.match(/<details/g)).toHaveLength(3)
    expect(page).toContain(`href="https://laptop.local:${httpsPort}"`)
    expect(page).toContain('Vestry on laptop.local')
  },
)

test.each([
  ['GET', '/roll'],
  ['POST', '/roll'],
  ['GET', '/healthz'],
])('without TLS nothing else is answered in the network: %s %s', async (method, path) => {
  const response = await ask(path, { accept: 'application/json' }, method)
  expect(response.statusCode).toBe(400)
  expect(await text(response)).toBe(`Ask at https://laptop.local:${httpsPort} instead.\n`)
})

test('the machine itself goes on without TLS', async () => {
  const response = await ask('/roll', { host: `localhost:${port}` })
  expect(await text(response)).toBe('the roll by http')
})

test('connections with TLS count as the others do: over its share a client loses the oldest idle one', async () => {
  await closeWithDeadline(http, 1000, https.close)
  await serve({ ...CONNECTION_LIMITS, perClient: 4 })
  const first = await openSecurely()
  const closed = once(first, 'close')
  for (let more = 0; more < 4; more += 1) {
    await openSecurely()
  }
  await closed
  expect(await askSecurely('GET /roll')).toContain('the roll by https')
})

test('who begins connections with TLS and never goes on keeps nobody out for long', async () => {
  const idle = Array.from({ length: 140 }, () => connectPlainly(httpsPort, '127.0.0.1'))
  sockets.push(...idle)
  let refused = 0
  await new Promise<void>((resolve) => {
    for (const socket of idle) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        refused += 1
        if (refused === 12) {
          resolve()
        }
      })
    }
  })
  for (const socket of idle) {
    socket.destroy()
  }
  expect(await askSecurely('GET /roll')).toContain('the roll by https')
})

test('a server that stops answers first what came with TLS', async () => {
  const socket = await openSecurely()
  socket.write(`GET /slow HTTP/1.1\r\nHost: ${NAME}\r\n\r\n`)
  await once(http.server, 'request')
  let isClosed = false
  const closing = closeWithDeadline(http, 60_000, https.close).then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  release()
  expect(await text(socket)).toMatch(/finished$/)
  await closing
})
