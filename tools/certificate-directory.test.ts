import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { get as getSecurely, globalAgent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { createHttp } from '@vestry/server/http/create-http.ts'
import { type Https, openHttps } from '@vestry/server/https/open-https.ts'
import { keepOwnCertificate } from '@vestry/server/https/own-authority.ts'
import { freePort } from '@vestry/server/testing/run-program.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findDirectory } from './find-programs.ts'

// SQLite and PostgreSQL have no part in it.

const NAME = 'vestry.example.org'
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let folder: string
let keys: string
let directory: { url: string; authority: string; said(): string }
/** The port at which the directory looks for challenges. */
let challengePort: number
let httpsPort: number
const programs: ChildProcess[] = []
const usual = globalAgent.options.ca
let now: number
let server: { http: ReturnType<typeof createHttp>; https: Https; log: string } | undefined

beforeAll(async () => {
  findDirectory()
  folder = mkdtempSync(join(tmpdir(), 'vestry-directory-'))
  const own = await keepOwnCertificate(
    join(folder, 'pebble'),
    { name: 'localhost', addresses: [] },
    Date.now(),
  )
  const trusted = own.authority.toString('pem')
  globalAgent.options.ca = trusted
  const [port, management, dns, answers] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  challengePort = await freePort()
  const certificate = join(folder, 'pebble', 'own.pem')
  const config = join(folder, 'pebble.json')
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate,
    privateKey: certificate,
    httpPort: challengePort,
    tlsPort: await freePort(),
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  }
  writeFileSync(config, JSON.stringify({ pebble }))
  start('pebble-challtestsrv', [
    ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${answers}`, '-defaultIPv6', ''],
    ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
  ])
  const output = start('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`])
  const url = `https://localhost:${port}/dir`
  const authority = await untilAnswered(`https://localhost:${management}/roots/0`)
  await untilAnswered(url)
  directory = { url, authority, said: output }
}, 120_000)

afterAll(() => {
  globalAgent.options.ca = usual
  for (const program of programs) {
    program.kill()
  }
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  keys = mkdtempSync(join(folder, 'keys-'))
  httpsPort = await freePort()
  now = Date.now()
})

afterEach(() => stop())

/** Returns what the program has said so far. */
function start(program: string, args: string[]): () => string {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1' },
  })
  programs.push(child)
  let said = ''
  const collect = (chunk: Buffer) => {
    said += String(chunk)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return () => said
}

async function untilAnswered(address: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await new Promise<string | undefined>((resolve) => {
      getSecurely(address, (response) => resolve(text(response))).on('error', () => resolve(undefined))
    })
    if (answer) {
      return answer
    }
    await pause(100)
  }
  throw new Error(`Nobody answers at ${address}.`)
}

type Setting = { port?: number; lookup?: (name: string) => Promise<unknown>; url?: string }

/** A server as it starts, with what it kept from former starts in this test. */
async function serve({ port = challengePort, lookup = async () => '', url = directory.url }: Setting = {}) {
  await stop()
  const log: string[] = []
  const http = createHttp({ log: { write: (line) => log.push(line) }, tls: undefined, strictTransport: true })
  const publicUrl = `https://${NAME}:${httpsPort}`
  const place = { host: '127.0.0.1', port, publicUrl }
  const https = await openHttps(
    http,
    { ...place, https: { kind: 'domain', name: NAME, directory: url, port: httpsPort } },
    { folder: keys, clock: { now: () => now }, lookup },
  )
  http.get('/roll', async () => 'the roll')
  await http.listen({ host: '127.0.0.1', port })
  await https.listen()
  server = {
    http,
    https,
    get log() {
      return log.join('')
    },
  }
  return server
}

async function stop() {
  await server?.http.close()
  await server?.https.close()
  server = undefined
}

/** How often the directory was asked for a certificate. */
const orders = () => directory.said().split('Added order').length - 1

/** Asks over TLS as a browser that trusts the directory alone; the certificate's number beside the answer. */
async function askSecurely(path: string): Promise<{ answer: string; serial: string }> {
  const socket = connect({ host: '127.0.0.1', port: httpsPort, servername: NAME, ca: directory.authority })
  await once(socket, 'secureConnect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${NAME}\r\nConnection: close\r\n\r\n`)
  const { serialNumber } = socket.getPeerCertificate()
  return { answer: await text(socket), serial: serialNumber }
}

/** Asks over plain HTTP as somebody on the web does. */
async function askPlainly(path: string, method = 'GET') {
  const asked = request({ host: '127.0.0.1', port: challengePort, path, method, headers: { host: NAME } })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode, headers } = response
  return { status: statusCode, location: headers.location, answer: await text(response) }
}

test('a certificate is fetched, served at once and after a start, and asked for no more', async () => {
  const before = orders()
  const { https } = await serve()
  expect(https.describe()).toMatchObject({ way: 'domain', validUntil: '' })
  await https.renew()
  expect(https.describe().failure).toBeUndefined()
  expect(https.describe().validUntil).toMatch(/^\d{4}-\d\d-\d\d$/)
  const first = await askSecurely('/roll')
  expect(first.answer).toContain('the roll')
  expect(first.answer).toContain('strict-transport-security')
  await https.renew()
  await serve()
  await server?.https.renew()
  expect((await askSecurely('/roll')).serial).toBe(first.serial)
  expect(orders() - before).toBe(1)
})

test('without TLS nothing is shown: first that a certificate is awaited, and then the way to https', async () => {
  const { https } = await serve()
  expect(await askPlainly('/roll')).toMatchObject({
    status: 503,
    answer:
      'This address has no certificate yet. Try again in a few minutes; the server’s log says what is missing.\n',
  })
  await https.renew()
  const led = { status: 308, location: `https://${NAME}:${httpsPort}/roll?day=1` }
  expect(await askPlainly('/roll?day=1')).toMatchObject(led)
  expect(await askPlainly('/roll?day=1', 'HEAD')).toMatchObject(led)
  expect(await askPlainly('/roll', 'POST')).toMatchObject({
    status: 400,
    answer: `Ask at https://${NAME}:${httpsPort} instead.\n`,
  })
  expect(await askPlainly('/.well-known/acme-challenge/guessed')).toMatchObject({ status: 404 })
})

test('it is renewed when a third of its time is left, and new connections get the new one', async () => {
  const before = orders()
  const { https } = await serve()
  await https.renew()
  const first = await askSecurely('/roll')
  const days = Math.round((Date.parse(https.describe().validUntil) - now) / DAY)
  now += (days * DAY * 3) / 5
  await https.renew()
  expect(orders() - before).toBe(1)
  now += (days * DAY) / 10
  await https.renew()
  expect(orders() - before).toBe(2)
  expect((await askSecurely('/roll')).serial).not.toBe(first.serial)
})

test('a name that leads nowhere is said, and the directory is not asked', async () => {
  const before = orders()
  const lookup = async () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  }
  const { https, http } = await serve({ lookup })
  await https.renew()
  expect(https.describe().failure).toMatchObject({ kind: 'no_address', said: 'ENOTFOUND' })
  expect(server?.log).toContain('The name vestry.example.org leads nowhere: make an A record for it')
  expect(http.server.listening).toBe(true)
  expect(orders()).toBe(before)
})

test('a closed port is said, and the directory is asked again after one hour, two, four, and once a day', async () => {
  const before = orders()
  const { https } = await serve({ port: await freePort() })
  await https.renew()
  expect(https.describe().failure).toMatchObject({
    kind: 'port_closed',
    nextTry: new Date(now + HOUR).toISOString(),
  })
  expect(server?.log).toContain("Port 80 of vestry.example.org can't be reached from the web")
  const asked = [orders() - before]
  for (const hours of [0.9, 0.2, 1.8, 0.3, 3.8, 0.3, 7.8, 0.3, 15.8, 0.3, 23.8, 0.3]) {
    now += hours * HOUR
    await https.renew()
    asked.push(orders() - before)
  }
  expect(asked).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
})

test('starts do not ask the directory more than once in a quarter of an hour, and a mended port ends the wait', async () => {
  const before = orders()
  await serve({ port: await freePort() })
  await server?.https.renew()
  now += 14 * 60_000
  for (let starts = 0; starts < 3; starts += 1) {
    await serve()
    await server?.https.renew()
  }
  expect(orders() - before).toBe(1)
  expect(server?.https.describe().failure).toMatchObject({ kind: 'port_closed' })
  now += 2 * 60_000
  await serve()
  await server?.https.renew()
  expect(orders() - before).toBe(2)
  expect(server?.https.describe().failure).toBeUndefined()
  expect((await askSecurely('/roll')).answer).toContain('the roll')
})

test('a name that leads to another server is said', async () => {
  const other = createServer((_request, response) => response.end('another server')).listen(
    challengePort,
    '127.0.0.1',
  )
  await once(other, 'listening')
  try {
    await serve({ port: await freePort() })
    await server?.https.renew()
    expect(server?.https.describe().failure).toMatchObject({ kind: 'other_server' })
    expect(server?.log).toContain('The name vestry.example.org leads to another server')
  } finally {
    other.close()
  }
})

test('a directory that can not be reached is said, and asked again later', async () => {
  await serve({ url: `https://localhost:${await freePort()}/dir` })
  await server?.https.renew()
  expect(server?.https.describe().failure).toMatchObject({
    kind: 'directory_unreachable',
  })
  await serve()
  now += HOUR
  await server?.https.renew()
  expect(server?.https.describe().failure).toBeUndefined()
})

test('a stop breaks off what is under way, and the next start begins anew', async () => {
  const { https } = await serve({ port: await freePort() })
  const renewal = https.renew()
  https.stop()
  await expect(renewal).rejects.toThrow()
  await serve()
  await server?.https.renew()
  expect(server?.https.describe().failure).toBeUndefined()
})

test('a certificate that can not be kept is not asked for each minute', async () => {
  const before = orders()
  const { https } = await serve()
  mkdirSync(join(keys, `${NAME}.pem`))
  await expect(https.renew()).rejects.toThrow('EISDIR')
  now += 60_000
  await https.renew()
  expect(orders() - before).toBe(1)
  rmSync(join(keys, `${NAME}.pem`), { recursive: true })
  now += 15 * 60_000
  await https.renew()
  expect(orders() - before).toBe(2)
  expect((await askSecurely('/roll')).answer).toContain('the roll')
})

test('a port of https in use when the certificate comes is tried again, and the directory is not asked', async () => {
  const before = orders()
  const other = createServer().listen(httpsPort, '127.0.0.1')
  await once(other, 'listening')
  const { https } = await serve()
  await expect(https.renew()).rejects.toThrow(`Port ${httpsPort} is in use by another program`)
  other.close()
  await once(other, 'close')
  await https.renew()
  expect((await askSecurely('/roll')).answer).toContain('the roll')
  expect(orders() - before).toBe(1)
})
