import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { loadRuntimeConfig } from '../console-config.ts'
import { loadMessages, setLanguage, startMessages } from '../messages/messages.ts'
import { churchMoment, churchToday, formatAge } from './church-day.ts'
import { openTestPage } from './testing-page.ts'

/** Where the church is, it is still the evening before. */
const NOW = Date.parse('2026-05-04T02:30:15Z')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(NOW), timeZone: 'America/New_York' })
  openTestPage(await server.app.http.listen({ port: 0, host: '127.0.0.1' }))
  vi.stubGlobal('document', { documentElement: {} })
  await startMessages(async () => ['en'])
  await loadMessages('sunday-school')
  await loadRuntimeConfig()
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await setLanguage('en')
  vi.unstubAllGlobals()
  await server.destroy()
})

test('the day and the time are those of the church, wherever the browser is', () => {
  expect(churchToday()).toBe('2026-05-03')
  expect(churchMoment(NOW)).toBe('2026-05-03T22:30:15')
})

test('a child is as old as they are at the church today', () => {
  expect(formatAge({ birthdate: '2019-05-03' })).toBe('7 years')
  expect(formatAge({ birthdate: '2019-05-04' })).toBe('6 years')
  expect(formatAge({ birthdate: null })).toBe('')
})
