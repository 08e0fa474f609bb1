import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttp } from './create-http.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, giveWay, protectTransfer } from './limit-connections.ts'

const BIG = Buffer.alloc(64 * 1024 * 1024)

let http: FastifyInstance
let port: number
const sockets: Socket[] = []

/** So long that nobody is cut off by time, even on a busy machine; a test of the time limits sets shorter ones. */
const LIMITS: ConnectionLimits = {
  bodyTimeout: 60_000,
  idleTimeout: 120_000,
  minBytesMoved: 10,
  connections: 40,
  perClient: 24,
  protectedPerPerson: 4,
}
const PROXY = '127.0.0.9'

beforeEach(() => serve(LIMITS))
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
  }
  await http.close()
})

async function serveAgain(limits: Partial<ConnectionLimits>) {
  await http.close()
  await serve({ ...LIMITS, ...limits })
}

async function serve(limits: ConnectionLimits) {
  http = createHttp({ log: undefined, tls: undefined, trustProxy: [PROXY], limits })
  http.addHook('onRequest', async ({ raw }) => {
    const person = raw.headers['x-person']
    if (raw.headers['x-slow'] !== undefined) {
      await pause(50)
    }
    if (person !== undefined) {
      protectTransfer(raw, String(person))
    }
  })
  http.get('/news', async ({ raw }, reply) => {
    giveWay(raw)
    const stream = new Readable({ read: () => undefined })
    stream.push('news')
    return reply.send(stream)
  })
  http.get('/well', async () => 'well')
  http.get('/said', async ({ query }) => query)
  http.post('/api/save', async () => 'saved')
  http.put('/s3/object', async () => 'stored')
  for (const big of ['/s3/big', '/big']) {
    http.get(big, async () => BIG)
  }
  http.get('/s3/pieces', async (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 2000 }, () => BIG.subarray(0, 64 * 1024)))),
  )
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
}

/** Each address of the loopback network counts as a client of its own. */
async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  return socket
}
const head = (method: string, path: string, length: number, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\n${more}Content-Length: ${length}\r\n\r\n`
const signedIn = (person: string) => `X-Person: ${person}\r\n`
async function answered(socket: Socket, more = ''): Promise<string> {
  const ended = closing(socket).then(() => ['closed'])
  socket.write(head('GET', '/well', 0, more))
  return String((await Promise.race([once(socket, 'data'), ended]))[0])
}
/** Not `once`, which rejects when the connection is reset. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a body that drips is given up, but by the store for somebody who is signed in', async () => {
  await serveAgain({ bodyTimeout: 300 })
  const [api, stranger, store] = [await open(), await open(), await open()]
  let isOver = false
  const ended = Promise.all([closing(api), closing(stranger)]).then(() => {
    isOver = true
  })
  const answered = once(store, 'data')
  api.write(head('POST', '/api/save', 10_000))
  stranger.write(head('PUT', '/s3/object', 10_000))
  store.write(head('PUT', '/s3/object', 8, signedIn('ada')))
  let left = 8
  while (!isOver) {
    api.write('x')
    stranger.write('x')
    if (left > 1) {
      store.write('x')
      left -= 1
    }
    await pause(50)
  }
  await ended
  store.write('x'.repeat(left))
  expect(String((await answered)[0])).toContain('stored')
})

test('a stalled upload, and downloads that nobody reads, are given up', async () => {
  await serveAgain({ bodyTimeout: 300, idleTimeout: 1500 })
  const upload = await open()
  const ended = closing(upload)
  upload.write(head('PUT', '/s3/object', 8))
  const closed = new Map(['/s3/big', '/big'].map((path) => [path, Promise.withResolvers<void>()]))
  http.server.on('request', (request) => {
    request.socket.once('close', () => closed.get(request.url ?? '')?.resolve())
  })
  for (const path of closed.keys()) {
    const download = await open()
    download.pause()
    download.write(head('GET', path, 0))
  }
  await ended
  await Promise.all(closed.values().map(({ promise }) => promise))
})

test('a flood of connections that ask nothing keeps nobody out, and is over when it is over', async () => {
  const first = await open()
  const pushedOut = closing(first)
  const busy = await open()
  busy.write(head('PUT', '/s3/object', 201, signedIn('ada')))
  await once(http.server, 'request')
  for (let opened = 0; opened < 200; opened += 1) {
    await open()
    busy.write('x')
  }
  await pushedOut
  expect((await fetch(`http://127.0.0.1:${port}/well`)).status).toBe(200)
  const answered = once(busy, 'data')
  busy.write('x')
  expect(String((await answered)[0])).toContain('stored')
  expect(
    await new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count))),
  ).toBeLessThan(LIMITS.perClient + 3)
})

test('a flood of bodies half sent and of answers that nobody takes keeps nobody out', async () => {
  const upload = await open()
  upload.write(head('PUT', '/s3/object', 121, signedIn('ada')))
  await once(http.server, 'request')
  for (const start of [head('POST', '/api/save', 8), head('GET', '/big', 0)]) {
    for (let opened = 0; opened < 60; opened += 1) {
      const socket = await open()
      socket.pause()
      const asked = once(http.server, 'request')
      socket.write(start)
      await asked
      upload.write('x')
    }
    expect((await fetch(`http://127.0.0.1:${port}/well`)).status).toBe(200)
  }
  const answered = once(upload, 'data')
  upload.write('x')
  expect(String((await answered)[0])).toContain('stored')
})

test('streams of news keep nobody out: the oldest makes room for whoever comes', async () => {
  const streams: Socket[] = []
  for (let count = 0; count < LIMITS.perClient; count += 1) {
    const socket = await open()
    const answer = once(socket, 'data')
    socket.write(head('GET', '/news', 0))
    await answer
    streams.push(socket)
  }
  const [oldest, ...others] = streams
  const ended = closing(oldest as Socket)
  expect(await answered(await open())).toContain('well')
  await ended
  expect(others.filter(({ destroyed }) => destroyed)).toEqual([])
})

test('clients without a sign-in who hold every connection of the store keep nobody out, whether they read slowly or send nothing', async () => {
  for (const client of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) {
    for (let opened = 0; opened < 40; opened += 1) {
      const socket = await open(client)
      socket.pause()
      socket.write(opened % 2 === 0 ? head('GET', '/s3/big', 0) : head('PUT', '/s3/object', 8))
    }
    expect(await answered(await open())).toContain('well')
    expect(await answered(await open(client))).toContain('well')
  }
})

/** Asks for a lot, and reads none of it. */
async function download(person: string, more = ''): Promise<Socket> {
  const socket = await open('127.0.0.2')
  socket.pause()
  const asked = once(http.server, 'request')
  socket.write(head('GET', '/s3/big', 0, signedIn(person) + more))
  await asked
  return socket
}

test('whoever goes while their key is looked up takes no place from their later transfers', async () => {
  for (let opened = 0; opened < LIMITS.protectedPerPerson; opened += 1) {
    const socket = await download('eve', 'X-Slow: 1\r\n')
    socket.destroy()
  }
  await pause(150)
  const eve: Socket[] = []
  for (let opened = 0; opened < LIMITS.perClient; opened += 1) {
    eve.push(await download('eve'))
  }
  const pushedOut = closing(eve[LIMITS.protectedPerPerson] as Socket)
  eve[LIMITS.protectedPerPerson]?.resume()
  expect(await answered(await open('127.0.0.2'))).toContain('well')
  await pushedOut
})

test('somebody who is signed in and reads slowly holds no more connections than one person needs', async () => {
  const ada = await download('ada')
  const eve: Socket[] = []
  for (let opened = 0; opened < LIMITS.perClient - 1; opened += 1) {
    eve.push(await download('eve'))
  }
  const pushedOut = closing(eve[LIMITS.protectedPerPerson] as Socket)
  eve[LIMITS.protectedPerPerson]?.resume()
  expect(await answered(await open('127.0.0.2'))).toContain('well')
  await pushedOut
  // A client that keeps its connection is still served.
  for (const kept of [ada, eve[0] as Socket]) {
    const more = once(kept, 'data')
    kept.resume()
    await more
  }
})

test('a download that moves less than the least is given up, and a faster one is not', async () => {
  await serveAgain({ idleTimeout: 1500, minBytesMoved: 200_000 })
  const atServer: Socket[] = []
  http.server.on('request', (request) => atServer.push(request.socket))
  const pace = [1, 512 * 1024]
  const clients: Socket[] = []
  for (const _ of pace) {
    const socket = await open()
    socket.pause()
    const asked = once(http.server, 'request')
    socket.write(head('GET', '/s3/pieces', 0, signedIn('ada')))
    await asked
    clients.push(socket)
  }
  const reading = setInterval(() => {
    for (const [index, socket] of clients.entries()) {
      socket.read(Math.min(pace[index] ?? 0, socket.readableLength))
    }
  }, 20)
  await closing(atServer[0] as Socket)
  clearInterval(reading)
  expect(atServer[1]?.destroyed).toBe(false)
})

test('a few requests sent ahead are answered in their order, and a flood of them is cut off', async () => {
  const polite = await open()
  const said: string[] = []
  polite.on('data', (data) => said.push(...(String(data).match(/"n":"\d+"/g) ?? [])))
  polite.write(Array.from({ length: 20 }, (_, n) => head('GET', `/said?n=${n}`, 0)).join(''))
  while (said.length < 20) {
    await once(polite, 'data')
  }
  expect(said).toEqual(Array.from({ length: 20 }, (_, n) => `"n":"${n}"`))

  let handled = 0
  const flood = await open('127.0.0.2')
  const ended = closing(flood)
  flood.on('data', (data) => {
    handled += String(data).match(/HTTP\/1\.1/g)?.length ?? 0
  })
  flood.write(head('GET', '/said?n=1', 0).repeat(40_000))
  await ended
  expect(handled).toBeLessThan(40)
  expect(await answered(polite)).toContain('well')
})

test.each([
  ['requests', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['requests for no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['requests that expect something', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a\r\n\r\n'],
  ['requests with bodies', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx'],
  ['requests after the last', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('of a flood of %s no more are read than one connection may send ahead', async (_what, request) => {
  let read = 0
  const count = () => {
    read += 1
  }
  subscribe('http.server.request.start', count)
  const flood = await open()
  const ended = closing(flood)
  flood.write(request.repeat(20_000))
  await ended
  unsubscribe('http.server.request.start', count)
  expect(read).toBeLessThan(36)
  expect(await answered(await open())).toContain('well')
})

test('behind a proxy, limits are those of each client, not of the proxy', async () => {
  const from = (client: string) => `X-Forwarded-For: ${client}\r\n`
  const flood: Socket[] = []
  for (let opened = 0; opened < LIMITS.connections; opened += 1) {
    const socket = await open(PROXY)
    const asked = once(http.server, 'request')
    socket.write(head('PUT', '/s3/object', 8, from('203.0.113.5')))
    await asked
    flood.push(socket)
  }
  const kept = () => flood.filter((socket) => !socket.destroyed)
  while (kept().length > LIMITS.perClient) {
    await Promise.race(kept().map(closing))
  }
  expect(kept()).toHaveLength(LIMITS.perClient)
  for (let client = 1; client < LIMITS.connections; client += 1) {
    expect(await answered(await open(PROXY), from(`198.51.100.${client}`))).toContain('well')
  }
})

test('sixty phones behind one address, each with six connections, are all served, and keep them', async () => {
  await serveAgain(CONNECTION_LIMITS)
  const phones: Socket[] = []
  for (let phone = 0; phone < 60 * 6; phone += 1) {
    phones.push(await open())
  }
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(phones.map((phone) => answered(phone)))
    expect(answers.filter((answer) => answer.includes('well'))).toHaveLength(60 * 6)
  }
})

test('headers of more than 16 kB are refused', async () => {
  const socket = await open()
  const answered = once(socket, 'data')
  socket.write(`GET /well HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`)
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 431 /)
})
