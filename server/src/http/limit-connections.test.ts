import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttp } from './create-http.ts'

const BIG = Buffer.alloc(64 * 1024 * 1024)

let http: FastifyInstance
let port: number
const sockets: Socket[] = []

beforeEach(async () => {
  http = createHttp({
    log: undefined,
    tls: undefined,
    limits: { wholeBody: 300, standstill: 1500, connections: 40 },
  })
  http.get('/well', async () => 'well')
  http.post('/api/save', async () => 'saved')
  http.put('/s3/object', async () => 'stored')
  for (const big of ['/s3/big', '/big']) {
    http.get(big, async () => BIG)
  }
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
  }
  await http.close()
})

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  return socket
}
const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: ${length}\r\n\r\n`
/** Not `once`, which a reset connection would reject. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a body that drips is given up outside of the store, and taken by the store', async () => {
  const [api, store] = [await open(), await open()]
  const ended = closing(api)
  const answered = once(store, 'data')
  api.write(head('POST', '/api/save', 8))
  store.write(head('PUT', '/s3/object', 8))
  for (let sent = 0; sent < 8; sent += 1) {
    await pause(100)
    api.write('x')
    store.write('x')
  }
  await ended
  expect(String((await answered)[0])).toContain('stored')
})

test('an upload that stands still, and downloads that nobody reads, are given up', async () => {
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
  busy.write(head('PUT', '/s3/object', 201))
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
  ).toBeLessThan(43)
})

test('a flood of bodies half sent and of answers that nobody takes keeps nobody out', async () => {
  const upload = await open()
  upload.write(head('PUT', '/s3/object', 121))
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

test('headers of more than 16 kB are refused', async () => {
  const socket = await open()
  const answered = once(socket, 'data')
  socket.write(`GET /well HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`)
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 431 /)
})
