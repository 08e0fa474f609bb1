import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { lookForServer } from '../api/line.ts'
import { queryClient } from '../api/query-client.ts'
import { signInAt } from '../api/testing-sign-in.ts'
import { readFirstRoll, takeFirstRoll } from '../attendance/first-roll.ts'
import { currentUserId, startSession } from '../auth/session.ts'
import { ownRole } from '../auth/use-own-role.ts'
import { paths } from '../paths.ts'
import { PreachingListPage } from '../preaching/list/preaching-list-page.tsx'
import { openRoll } from '../testing/open-roll.ts'
import { TodayPage } from '../today/today-page.tsx'
import { readGettingStarted } from '../today/use-getting-started.ts'
import { firstCalls } from './first-calls.ts'

let server: TestServer
let leave: () => Promise<void>
/** What was answered below the API's address: not what a lost connection or an old token has made the page ask again. */
const asked: string[] = []

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  leave = await signInAt(await server.app.http.listen({ port: 0, host: '127.0.0.1' }), ADA)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const answer = await send(address, init)
    const [, call] = String(address).split('/api')
    if (call !== undefined && answer.status !== 401) {
      asked.push(call)
    }
    return answer
  })
})
beforeEach(() => void asked.splice(0))
afterAll(async () => {
  await leave()
  await server.destroy()
})

const described = (pathname: string, search = '', may = false) => [
  ...firstCalls({ pathname, search }, () => may),
]

test('Today asks for what is asked ahead of it', async () => {
  const { may } = ownRole()
  await TodayPage.read()
  expect(asked).toEqual([...firstCalls({ pathname: paths.today, search: '' }, may)])
  asked.splice(0)
  await queryClient.fetchQuery({ ...readGettingStarted, staleTime: 0 })
  expect(described(paths.today, '', true)).toEqual([...described(paths.today), ...asked])
})

test('the list of sermons asks for what is asked ahead of it', async () => {
  await PreachingListPage.read({ pathname: paths.preaching, search: '' })
  expect(asked).toEqual(described(paths.preaching))
})

test('a roll asks for what is asked ahead of it, from both ways to it, before it is drawn and then', async () => {
  await readFirstRoll({ pathname: paths.attendance, search: '?class=7' })
  expect(asked.splice(0)).toEqual(described(paths.attendance, '?class=7'))
  const { store, stop } = openRoll(7, { sub: 'ada' })
  await vi.waitFor(() => expect(store.view().failure).toBeDefined())
  stop()
  expect(asked).toEqual(described(paths.attendance, '?class=7'))
  expect(asked).toEqual(described(paths.historyAttendance, '?class=7'))
})

test('a roll that was asked for first is for that person and that class alone, once', async () => {
  // What else is loaded by now listens to the tab as long as somebody is signed in.
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  await startSession(lookForServer)
  const sub = currentUserId() ?? ''
  const take = async (classId: number, whose: string) => {
    await readFirstRoll({ pathname: paths.attendance, search: '?class=7' })
    return takeFirstRoll(classId, whose)
  }
  expect(await take(8, sub)).toBeUndefined()
  expect(await take(7, 'somebody else')).toBeUndefined()
  expect(await take(7, sub)).toBeDefined()
  expect(takeFirstRoll(7, sub)).toBeUndefined()
})
