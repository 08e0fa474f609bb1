import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeWithDeadline } from './close-with-deadline.ts'
import { createHttp } from './create-http.ts'

test('closing does not wait for ever, neither for a request nor for what goes on behind it', async () => {
  const http = createHttp({ log: undefined, tls: undefined })
  const { promise: never } = Promise.withResolvers<void>()
  http.addHook('onClose', () => never)
  http.get('/slow', () => never)
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const asked = new Promise((resolve) => http.server.once('request', resolve))
  const answer = fetch(`${origin}/slow`).catch(() => 'cut off')
  await asked
  await closeWithDeadline(http, 20)
  expect(await answer).toBe('cut off')
})

test('a long download is cut off at the deadline', async () => {
  const http = createHttp({ log: undefined, tls: undefined })
  http.get('/long', async () => Readable.from(endless()))
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${origin}/long`)
  const whole = answer.text().catch(() => 'cut off')
  await closeWithDeadline(http, 100)
  expect(await whole).toBe('cut off')
})

async function* endless() {
  for (;;) {
    yield 'x'.repeat(100)
    await pause(5)
  }
}
