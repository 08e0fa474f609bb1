import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createHttp } from './create-http.ts'

test.each([
  ['nobody', [], '127.0.0.1'],
  ['a proxy elsewhere', ['10.0.0.0/8'], '127.0.0.1'],
  ['the proxy that asks', ['127.0.0.0/8'], '192.0.2.7'],
] as const)(
  'with trust in %s, a request comes from where that says: %j gives %s',
  async (_who, trustProxy, address) => {
    const http = createHttp({ log: undefined, tls: undefined, trustProxy })
    http.get('/', async (request) => request.ip)
    const headers = { 'x-forwarded-for': '203.0.113.9, 192.0.2.7' }
    expect((await http.inject({ url: '/', headers })).body).toBe(address)
    await http.close()
  },
)

test.each([
  ['203.0.113.9:40001', '203.0.113.9'],
  ['203.0.113.9, 192.0.2.7:40002 , 127.0.0.1:40003', '192.0.2.7'],
  ['[2001:db8::7]:40004', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['unknown', 'unknown'],
])(
  'a client that a proxy names with its port is one client, whatever the port: %s',
  async (forwarded, address) => {
    const http = createHttp({ log: undefined, tls: undefined, trustProxy: ['127.0.0.0/8'] })
    http.get('/', async (request) => request.ip)
    const headers = { 'x-forwarded-for': forwarded }
    expect((await http.inject({ url: '/', headers })).body).toBe(address)
    await http.close()
  },
)

test.each([
  ['GET / HTTP/1.1\r\nHost: church.example', 200],
  ['GET / HTTP/1.0', 200],
  ['GET / HTTP/1.1', 400],
  ['GET / HTTP/1.1\r\nHost: church.example\r\nHost: church.example', 400],
  ['GET / HTTP/1.1\r\nhost: church.example\r\nX-Other: 1\r\nHOST: other.example', 400],
  ['GET /nowhere HTTP/1.1\r\nHost: church.example\r\nHost: other.example', 400],
  ['OPTIONS / HTTP/1.1\r\nHost: church.example\r\nHost: other.example\r\nExpect: a-tip', 400],
  ['GET / HTTP/1.0\r\nHost: church.example\r\nHost: other.example', 400],
])('a request names its host once, or nothing answers it: %j gives %d', async (head, status) => {
  const http = createHttp({ log: undefined, tls: undefined })
  let asked = 0
  http.addHook('onRequest', async () => {
    asked += 1
  })
  http.get('/', async () => 'here')
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(asked).toBe(status === 200 ? 1 : 0)
  await http.close()
})

test('no header of a caller names a request in the log, but that of a trusted proxy', async () => {
  const http = createHttp({ log: undefined, tls: undefined })
  http.get('/', async (request) => request.id)
  for (const name of ['request-id', 'x-request-id']) {
    expect((await http.inject({ url: '/', headers: { [name]: 'mine' } })).body).toMatch(/^[0-9a-f]{8}-/)
  }
  await http.close()
})
