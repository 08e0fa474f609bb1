import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { SQLITE } from '../../testing/each-database.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { watchDownloads } from './watch-downloads.ts'

// SQLite alone: this is about memory.

test('a listener who leaves before counting begins is not kept in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const { database, release } = await openTestDatabase(SQLITE)
  const reading = Promise.withResolvers<Readable>()
  const store = { read: () => reading.promise }
  const downloads = watchDownloads({ database, store, clock: createTestClock(), timeZone: () => 'UTC' })
  const http = Fastify()
  let asked: WeakRef<IncomingMessage> | undefined
  http.get('/', async (request, reply) => {
    asked = new WeakRef(request.raw)
    const recording = { item: 14, path: 'a.mp3', size: 40, duration: 120 }
    const watching = downloads.watch(request, reply, recording, { first: 0, last: 39 })
    await once(reply.raw, 'close')
    reading.resolve(Readable.from([Buffer.alloc(10)]))
    await watching
    return reply.send()
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const listener = send({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined)
  listener.end()
  await vi.waitUntil(() => asked, { timeout: 60_000 })
  listener.destroy()
  const isHeld = () => {
    collectGarbage()
    return asked?.deref() !== undefined
  }
  await expect.poll(isHeld, { timeout: 10_000 }).toBe(false)
  await downloads.close()
  await http.close()
  await release()
})
