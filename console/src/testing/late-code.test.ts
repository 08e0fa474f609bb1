import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestPage } from '../api/testing-page.ts'
import { lateCode } from '../ui/late-code.tsx'

let page: ReturnType<typeof openTestPage>
beforeEach(() => {
  vi.useFakeTimers()
  page = openTestPage('https://console.example')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code is loaded once, and is there from then on', async () => {
  const load = vi.fn(async () => 'code')
  const code = lateCode(load)
  expect(code.loaded()).toBeUndefined()
  expect(await code.preload()).toBe('code')
  expect(code.loaded()).toBe('code')
  page.goOffline()
  expect([await code.preload(), await code.insist()]).toEqual(['code', 'code'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('without a connection it is asked for once there is one, however often that fails', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const code = lateCode(load)
  page.goOffline()
  await expect(code.preload()).rejects.toThrow('There is no connection.')
  const insisted = code.insist()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).not.toHaveBeenCalled()
  page.goOnline()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await insisted).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})
