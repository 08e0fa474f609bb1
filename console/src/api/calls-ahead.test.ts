import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callAhead, forgetAhead, takeAhead } from './calls-ahead.ts'
import { takeNews } from './news/told-news.ts'

const URL = '/api/today'
let asked: string[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers.Authorization}`)
    return new Response('{"now":"2026-05-03"}')
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const take = async (token: string, url = URL) => await (await takeAhead(url, token))?.response.json()

test('a response is taken over once, by who asked for it', async () => {
  callAhead(URL, 'ada')
  expect(await take('ada', '/api/classes')).toBeUndefined()
  expect(await take('ada')).toEqual({ now: '2026-05-03' })
  expect(await take('ada')).toBeUndefined()
  expect(asked).toEqual(['/api/today Bearer ada'])
})

test('it is not given to somebody else, nor after a change, nor when it has become old', async () => {
  callAhead(URL, 'ada')
  expect(await take('ben')).toBeUndefined()
  callAhead(URL, 'ada')
  forgetAhead()
  expect(await take('ada')).toBeUndefined()
  callAhead(URL, 'ada')
  vi.advanceTimersByTime(10_000)
  expect(await take('ada')).toBeUndefined()
})

test('it is not given to anybody once news tell of a change', async () => {
  takeNews({ preaching: 1 })
  callAhead(URL, 'ada')
  takeNews({ preaching: 1 })
  expect(await take('ada')).toEqual({ now: '2026-05-03' })
  callAhead(URL, 'ada')
  takeNews({ preaching: 2 })
  expect(await take('ada')).toBeUndefined()
})

test('a call that found no server leaves nothing behind', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('The line is gone.')))
  callAhead(URL, 'ada')
  expect(await takeAhead(URL, 'ada')).toBeUndefined()
})

test('a call that hangs is waited for no longer than the one that takes it over', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  callAhead(URL, 'ada')
  const stop = new AbortController()
  const taking = takeAhead(URL, 'ada', stop.signal)
  stop.abort()
  expect(await taking).toBeUndefined()
})

test('the moment when it came is known, since it may be taken over later', async () => {
  vi.setSystemTime(5000)
  callAhead(URL, 'ada')
  await vi.advanceTimersByTimeAsync(0)
  vi.advanceTimersByTime(3000)
  expect(await takeAhead(URL, 'ada')).toMatchObject({ at: 5000 })
})
