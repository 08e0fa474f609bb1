import { gunzipSync } from 'node:zlib'
import { route } from '@vestry/contract/calls/route.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allowCrossOrigin } from './allow-cross-origin.ts'
import { apiScope } from './api-scope.ts'
import { createHttp } from './create-http.ts'
import { mountRoutes } from './mount-routes.ts'

const ROUTES = {
  read: route('GET', '/read', {
    summary: 'Read',
    query: z.strictObject({ children: z.coerce.number() }),
    answer: z.array(z.string()),
  }),
}

let http: FastifyInstance

beforeAll(async () => {
  http = createHttp({ log: undefined, tls: undefined })
  allowCrossOrigin(http, ['https://console.example.org'])
  const read = async ({ query }: { query: { children: number } }) =>
    Array.from({ length: query.children }, (_, index) => `Íñigo ${index}`)
  await http.register(
    apiScope({
      version: '1',
      publicUrl: 'http://localhost:8080',
      verifyIdToken: async () => ({ sub: 's', email: 'e', name: undefined, role: 'Admins', rights: [] }),
      findStation: async () => undefined,
      isUnavailable: () => false,
      mount: (scope, authenticate) => mountRoutes(scope, 'test', ROUTES, { read }, authenticate),
    }),
    { prefix: '/api' },
  )
})
afterAll(() => http.close())

const ask = (children: number, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  http.inject({
    method,
    url: `/api/read?children=${children}`,
    headers: { authorization: 'Bearer x', ...(accepted !== undefined && { 'accept-encoding': accepted }) },
  })

test('a short answer goes as it is', async () => {
  const answer = await ask(10, 'gzip, br')
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toHaveLength(10)
})

test.each(['gzip', 'deflate, GZIP;q=0.5', 'br, gzip ; q=1.0'])(
  'a long answer is compressed for %s',
  async (accepted) => {
    const answer = await ask(2000, accepted)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(answer.rawPayload.length),
      vary: 'Origin, accept-encoding',
    })
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual((await ask(2000)).json())
  },
)

test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.000, br'])(
  'a long answer goes as it is for %s',
  async (accepted) => {
    const answer = await ask(2000, accepted)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers.vary).toBe('Origin, accept-encoding')
    expect(answer.json()).toHaveLength(2000)
  },
)

test('asked for its head alone, a long answer sends nothing else', async () => {
  const answer = await ask(2000, 'gzip', 'HEAD')
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toHaveLength(0)
})
