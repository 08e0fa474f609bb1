import { type AddressInfo, connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { route } from '@vestry/contract/calls/route.ts'
import { rightsOf } from '@vestry/contract/rules/rights.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-errors.ts'
import { apiScope } from './api-scope.ts'
import { createHttp } from './create-http.ts'
import { mountRoutes } from './mount-routes.ts'

const ROUTES = {
  read: route('GET', '/read', { summary: 'Read', answer: z.object({ done: z.boolean() }) }),
  write: route('POST', '/write', {
    summary: 'Write',
    who: 'administer',
    body: z.strictObject({ name: z.string() }),
    answer: z.object({ done: z.boolean() }),
    errors: ['not_found'],
  }),
  writeMore: route('POST', '/write-more', {
    summary: 'Write more',
    body: z.strictObject({ name: z.string() }),
    answer: z.object({ done: z.boolean() }),
    maxBody: 2 * 1024 * 1024,
  }),
  bring: route('POST', '/bring', {
    summary: 'Bring in',
    who: ['arrange', 'children'],
    answer: z.object({ done: z.boolean() }),
  }),
  remove: route('DELETE', '/remove', { summary: 'Remove', answer: z.object({ done: z.boolean() }) }),
}

let http: FastifyInstance
let lines: string[]
let fail: (() => never) | undefined

beforeEach(async () => {
  lines = []
  fail = undefined
  http = createHttp({ log: { write: (line) => lines.push(line) }, tls: undefined })
  const act = async () => fail?.() ?? { done: true }
  await http.register(
    apiScope({
      version: '1',
      publicUrl: 'http://localhost:8080',
      verifyIdToken: async (token) =>
        token === 'bad'
          ? undefined
          : {
              sub: 's',
              email: 'e',
              name: undefined,
              role: token,
              rights: rightsOf(token, { Planners: ['arrange'] }),
            },
      findStation: async () => undefined,
      isUnavailable: (error) => error instanceof Error && error.message === 'away',
      mount: (scope, authenticate) =>
        mountRoutes(
          scope,
          'test',
          ROUTES,
          { read: act, write: act, writeMore: act, bring: act, remove: act },
          authenticate,
        ),
    }),
    { prefix: '/api' },
  )
})
afterEach(() => http.close())

const post = (payload: string, headers: Record<string, string> = {}) =>
  http.inject({
    method: 'POST',
    url: '/api/write',
    payload,
    headers: { authorization: 'Bearer Admins', 'content-type': 'application/json', ...headers },
  })

test('a role that a call does not name answers 403', async () => {
  const answer = await post('{"name":"x"}', { authorization: 'Bearer Teachers' })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toEqual({ error: 'not_allowed', message: 'Your role does not allow this.' })
  expect((await post('{"name":"x"}')).json()).toEqual({ done: true })
})

test('a call that takes several rights is refused with the sentence of the first that is missing', async () => {
  const bring = (group: string) =>
    http.inject({ method: 'POST', url: '/api/bring', headers: { authorization: `Bearer ${group}` } })
  expect((await bring('Teachers')).json().message).toBe('Your role does not allow this.')
  const answer = await bring('Planners')
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe(
    'Your group does not add or change children. An administrator can allow it in Settings.',
  )
  expect((await bring('Staff')).json()).toEqual({ done: true })
})

test('a body that is not JSON answers 400', async () => {
  for (const body of ['{', '{"name":}', '{"__proto__":{"x":1},"name":"x"}']) {
    const answer = await post(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'invalid_request',
      message: 'The body is not well-formed JSON.',
    })
  }
})

test('a body is not read before its sender is admitted, whatever the method', async () => {
  for (const [method, url] of [
    ['POST', '/api/write'],
    ['DELETE', '/api/remove'],
  ] as const) {
    const headers = { authorization: 'Bearer bad', 'content-type': 'application/json' }
    expect((await http.inject({ method, url, payload: '{', headers })).statusCode).toBe(401)
  }
})

test('a method that asks for a body and has none is answered, and is no trouble of ours', async () => {
  const answer = await http.inject({ method: 'QUERY' as 'GET', url: '/api/read' })
  expect(answer.statusCode).toBe(415)
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a request that is cut off is no trouble of ours', async () => {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const gone = new Promise<void>((resolve) => {
    http.server.once('request', (request) => request.once('close', () => setImmediate(resolve)))
  })
  const socket = connect(port, '127.0.0.1')
  http.server.once('request', () => socket.destroy())
  const type = 'Content-Type: application/json\r\nContent-Length: 99'
  socket.write(`POST /api/write HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer Admins\r\n${type}\r\n\r\n{`)
  await gone
  expect(lines.join('')).not.toContain('"level":50')
})

test('a wrong content type answers 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const answer = await post('{"name":"x"}', { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toEqual({
      error: 'wrong_content_type',
      message: 'The body must be sent as application/json.',
    })
  }
})

test('a body over the limit of its call answers 413 and says the limit', async () => {
  for (const [url, limit, said] of [
    ['/api/write', 256 * 1024, '256 kB'],
    ['/api/write-more', 2 * 1024 * 1024, '2 MB'],
  ] as const) {
    const answer = await http.inject({
      method: 'POST',
      url,
      payload: JSON.stringify({ name: 'x'.repeat(limit) }),
      headers: { authorization: 'Bearer Admins', 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({
      error: 'too_large',
      message: `The body is too large; the limit is ${said}.`,
    })
  }
})

test('an address that is no call answers 404, and another method on a call 405 with those it knows', async () => {
  const absent = await http.inject({ url: '/api/nothing', headers: { accept: 'text/html' } })
  expect(absent.statusCode).toBe(404)
  expect(absent.json()).toEqual({ error: 'not_found', message: 'There is no such endpoint.' })
  const other = await http.inject({ method: 'DELETE', url: '/api/write?x=1' })
  expect(other.statusCode).toBe(405)
  expect(other.headers.allow).toBe('POST')
  expect(other.json()).toEqual({ error: 'method_not_allowed', message: 'This endpoint allows only POST.' })
})

test('an address that is not well formed answers 400', async () => {
  const answer = await http.inject({ url: '/api/%zz' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('The address is not well formed.')
})

test('an error that is not declared is logged and answered as internal, without a word of it', async () => {
  for (const error of [new ApiError('in_use', 'secret story'), new TypeError('secret story')]) {
    fail = () => {
      throw error
    }
    const answer = await http.inject({ url: '/api/read', headers: { authorization: 'Bearer x' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: 'internal',
      message: 'Something went wrong on the server, and the error was logged.',
    })
    const line = lines.findLast((text) => text.includes('secret story') && text.includes('"level":50'))
    expect(line).toContain(answer.headers['x-request-id'])
  }
})

test('a database that is away answers 503', async () => {
  fail = () => {
    throw new Error('away')
  }
  const answer = await http.inject({ url: '/api/read', headers: { authorization: 'Bearer x' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.json().error).toBe('unavailable')
})

test('an address that keeps sending invalid tokens is slowed down, and valid tokens still pass', async () => {
  const guess = () => http.inject({ url: '/api/read', headers: { authorization: 'Bearer bad' } })
  for (let index = 0; index < 300; index += 1) {
    expect((await guess()).statusCode).toBe(401)
  }
  const last = await guess()
  expect(last.statusCode).toBe(429)
  expect(last.json()).toEqual({
    error: 'too_many_requests',
    message: 'There were too many attempts from here. Try again in a minute.',
  })
  const good = await http.inject({ url: '/api/read', headers: { authorization: 'Bearer x' } })
  expect(good.statusCode).toBe(200)
})

test('no token and no query string is in the log', async () => {
  await post('{"name":"x"}', { authorization: 'Bearer top-secret' })
  fail = () => {
    throw new Error('boom')
  }
  await http.inject({
    url: '/api/read?X-Amz-Signature=abcdef',
    headers: { authorization: 'Bearer top-secret' },
  })
  http.log.warn({ password: 'hidden-1', input: { Session: 'hidden-2' } }, 'redacted')
  http.log.warn({ err: Object.assign(new Error('broken'), { detail: 'Failing row: hidden-3' }) }, 'redacted')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).not.toMatch(/top-secret|abcdef|hidden-/)
})

test('no cache keeps what a call answers', async () => {
  for (const [url, role] of [
    ['/api/read', 'Admins'],
    ['/api/read', 'bad'],
    ['/api/nothing', 'Admins'],
  ] as const) {
    const answer = await http.inject({ url, headers: { authorization: `Bearer ${role}` } })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('every answer carries the security headers', async () => {
  for (const url of ['/api/read', '/api/%zz', '/nothing']) {
    const answer = await http.inject({ url })
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  }
})

test('the document names every call with its errors', async () => {
  const document = (await http.inject({ url: '/api/openapi.json' })).json()
  expect(Object.keys(document.paths)).toEqual([
    '/api/read',
    '/api/write',
    '/api/write-more',
    '/api/bring',
    '/api/remove',
  ])
  expect(document.paths['/api/write'].post.responses['404'].description).toBe('not_found')
})

test('the document says which rights a call takes', async () => {
  const { paths, security } = (await http.inject({ url: '/api/openapi.json' })).json()
  expect(paths['/api/bring'].post.security).toEqual([{ identityToken: ['arrange', 'children'] }])
  expect(paths['/api/read'].get.security ?? security).toEqual([{ identityToken: [] }])
})

test('the document and its page are made once, named and packed, and not sent to whoever has it', async () => {
  for (const [url, type] of [
    ['/api/openapi.json', 'application/json; charset=utf-8'],
    ['/api/docs', 'text/html; charset=utf-8'],
    ['/api/docs/static/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/api/docs/static/swagger-ui.css', 'text/css; charset=utf-8'],
  ] as const) {
    const plain = await http.inject({ url })
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, type])
    const packed = await http.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    const again = await http.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers.etag).toBe(packed.headers.etag)
  }
})

test('the documentation takes scripts from its own folder alone', async () => {
  const answer = await http.inject({ url: '/api/docs', headers: { host: 'church.test' } })
  expect(answer.headers['content-security-policy']).toContain(
    'script-src church.test/api/docs/static/ localhost:8080/api/docs/static/;',
  )
})
