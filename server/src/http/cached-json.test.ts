import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheJson, sendCachedJson } from './cached-json.ts'
import { createHttp } from './create-http.ts'

const ANSWER = { titles: ['Élan', 'Юность', '恵み', '🙏', 'x'.repeat(20_000)] }

let http: FastifyInstance
let lines: string[]
let url: string

beforeEach(async () => {
  lines = []
  http = createHttp({ log: { write: (line) => lines.push(line) }, tls: undefined })
  const kept = cacheJson(ANSWER)
  http.get('/kept', async (_request, reply) => (sendCachedJson(reply, kept) ? reply : undefined))
  http.get('/other', async (_request, reply) => ({ sent: sendCachedJson(reply, { titles: [] }) }))
  await http.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
})
afterEach(() => http.close())

test('a kept answer arrives whole, in any script, with the headers of every answer', async () => {
  for (let time = 0; time < 2; time += 1) {
    const response = await fetch(`${url}/kept`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(ANSWER)
  }
})

test('asked for its head alone, it has the same length and no body', async () => {
  const whole = await fetch(`${url}/kept`)
  const head = await fetch(`${url}/kept`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  expect(await head.text()).toBe('')
})

test('what was not kept is left to the framework', async () => {
  expect(await (await fetch(`${url}/other`)).json()).toEqual({ sent: false })
  expect(lines.join('')).not.toContain('"level":50')
})
