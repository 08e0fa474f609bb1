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
