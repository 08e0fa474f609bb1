import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../../server/src/testing/test-clock.ts'
import { type Fate, openTestPage, type TestPage } from '../../api/testing-page.ts'
import { signInAt } from '../../api/testing-sign-in.ts'
import { onStoreWaiting, refusal, sendToStore } from './store-requests.ts'

const KEY = 'preaching/2026/psalm.mp3'

let server: TestServer
let origin: string
let leave: () => Promise<void>
let page: TestPage

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  leave = await signInAt(origin, ADA)
  await server.app.store.put(KEY, Buffer.from('psalm'), { 'content-type': 'audio/mpeg' })
})
beforeEach(() => {
  page = openTestPage(origin)
})
afterAll(async () => {
  await leave()
  await server.destroy()
})

const find = (more: Partial<Parameters<typeof sendToStore>[1]> = {}) =>
  sendToStore({ method: 'GET', key: KEY }, { signal: new AbortController().signal, ...more })
/** What happens to the first requests, in order; all others are answered. */
const first = (...fates: (() => Fate)[]) => {
  page.line.fateOf = () => fates.shift()?.() ?? 'answered'
}
const answer = (status: number, code = '', headers: Record<string, string> = {}) =>
  new Response(code === '' ? null : `<Error><Code>${code}</Code></Error>`, { status, headers })

test('an answer of the store comes as it is, a refusal too', async () => {
  const found = await find()
  expect([found.status, found.code, found.header('content-type')]).toEqual([200, '', 'audio/mpeg'])
  const absent = await sendToStore(
    { method: 'GET', key: 'preaching/2026/none.mp3' },
    { signal: new AbortController().signal },
  )
  expect([absent.status, absent.code]).toEqual([404, 'NoSuchKey'])
  expect(page.requests).toEqual(['GET 200', 'GET 404'])
})

describe('it is asked again', () => {
  test.each<[string, () => Fate]>([
    ['over a line that broke', () => 'cut'],
    ['where the answer was lost', () => 'answer lost'],
    ['while something on the way answers for a server that is down', () => answer(502)],
    ['when too much is asked at once', () => answer(503, 'SlowDown')],
    ['when there is too much traffic', () => answer(429)],
    ['when a body came too slowly', () => answer(400, 'RequestTimeout')],
    ['when another change was under way', () => answer(409, 'OperationAborted')],
    ['when it failed after it began to answer', () => answer(200, 'InternalError')],
  ])('%s', async (_when, fate) => {
    const waited = vi.fn()
    const stop = onStoreWaiting(waited)
    first(fate)
    expect((await find()).status).toBe(200)
    stop()
    expect(page.requests).toHaveLength(2)
    expect(waited).toHaveBeenCalledTimes(1)
  })

  test('with new credentials when the old ones count no more', async () => {
    first(() => answer(403, 'ExpiredToken'))
    expect((await find()).status).toBe(200)
    expect((await find()).status).toBe(200)
    const [old, renewed, then] = page.accessKeys
    expect(renewed).not.toBe(old)
    expect(then).toBe(renewed)
  })

  test('and given up as denied when new credentials are refused twice', async () => {
    page.line.fateOf = () => answer(403, 'InvalidAccessKeyId')
    await expect(find()).rejects.toMatchObject({ code: 'denied' })
    expect(page.requests).toEqual(['GET 403', 'GET 403', 'GET 403'])
  })

  test('by the clock of the store, when that of the device is wrong', async () => {
    const { now } = Date
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
    try {
      const { status } = await find()
      expect(status).toBe(200)
      expect(page.requests).toEqual(['GET 403', 'GET 200'])
      expect((await find()).status).toBe(200)
      expect(page.requests).toHaveLength(3)
    } finally {
      wrong.mockRestore()
    }
  })

  test('and given up as offline after so much of trying, with what an operator finds it by', async () => {
    page.line.fateOf = () => answer(500, 'InternalError', { 'x-amz-request-id': 'r-17' })
    await expect(find({ persistence: 400 })).rejects.toMatchObject({ code: 'offline', reference: 'r-17' })
    expect(page.requests).toEqual(['GET 500', 'GET 500'])
  })
})

test('what is final is asked once', async () => {
  for (const given of [
    answer(403, 'AccessDenied'),
    answer(501),
    answer(507),
    answer(409, 'BucketNotEmpty'),
  ]) {
    page.requests.length = 0
    first(() => given)
    expect((await find()).status).toBe(given.status)
    expect(page.requests).toHaveLength(1)
  }
})

test('nothing is asked while offline, and at once when the line is back', async () => {
  const waited = vi.fn()
  const stop = onStoreWaiting(waited)
  page.goOffline()
  const found = find()
  await expect.poll(() => waited.mock.calls.length).toBe(1)
  expect(page.requests).toEqual([])
  page.goOnline()
  expect((await found).status).toBe(200)
  stop()
})

test('a pause between two tries ends when the line is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waited = vi.fn()
  const stop = onStoreWaiting(waited)
  try {
    first(() => 'cut')
    const found = find()
    await expect.poll(() => waited.mock.calls.length).toBe(1)
    page.goOnline()
    expect((await found).status).toBe(200)
  } finally {
    stop()
    vi.useRealTimers()
  }
})

test('who cancels is answered at once, before, in the middle and while offline', async () => {
  const cancelled = new AbortController()
  cancelled.abort()
  await expect(find({ signal: cancelled.signal })).rejects.toMatchObject({ code: 'aborted' })
  expect(page.requests).toEqual([])

  const controller = new AbortController()
  first(() => {
    controller.abort()
    return 'answered'
  })
  await expect(find({ signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' })

  page.goOffline()
  const other = new AbortController()
  const found = find({ signal: other.signal })
  other.abort()
  await expect(found).rejects.toMatchObject({ code: 'aborted' })
})

test('a file that can be read no more is no broken line', async () => {
  const gone = new Blob(['psalm'])
  const unreadable = () => Promise.reject(new DOMException('The file was moved.', 'NotFoundError'))
  Object.assign(gone, {
    arrayBuffer: unreadable,
    slice: () => Object.assign(new Blob(), { arrayBuffer: unreadable }),
  })
  const sent = sendToStore(
    { method: 'PUT', key: 'preaching/2026/gone.mp3' },
    { body: gone, signal: new AbortController().signal },
  )
  await expect(sent).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(page.requests).toEqual(['PUT broken'])
})

test.each([
  [401, '', 'denied'],
  [403, 'AccessDenied', 'denied'],
  [403, 'QuotaExceeded', 'too_many'],
  [413, '', 'too_large'],
  [400, 'EntityTooLarge', 'too_large'],
  [507, '', 'out_of_space'],
  [400, 'InvalidPart', 'failed'],
  [501, 'NotImplemented', 'failed'],
])('a refusal with %s %s is called %s', async (status, code, called) => {
  first(() => answer(status, code, { 'x-amz-request-id': 'r-18' }))
  const error = refusal(await find())
  expect(error).toMatchObject({ code: called, message: `The store answered ${status} ${code}.` })
  expect(error.reference).toBe(status >= 500 ? 'r-18' : undefined)
})
