import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchCode } from './fetch-code.ts'
import { openTestPage } from './testing-page.ts'

let page: ReturnType<typeof openTestPage>
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  page = openTestPage('https://console.example')
})
afterEach(() => void vi.unstubAllGlobals())

test('code is handed on as it comes', async () => {
  expect(await fetchCode(async () => 'code')).toBe('code')
})

test('without a connection it is not asked for', async () => {
  const load = vi.fn(async () => 'code')
  page.goOffline()
  await expect(fetchCode(load)).rejects.toMatchObject({ code: 'unreachable' })
  expect(load).not.toHaveBeenCalled()
  page.goOnline()
  expect(await fetchCode(load)).toBe('code')
})

test.each([
  'Failed to fetch dynamically imported module: https://console.example/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('that it did not come is a line that failed: %s', async (message) => {
  const code = fetchCode(() => Promise.reject(new TypeError(message)))
  await expect(code).rejects.toMatchObject({ name: 'ApiError', code: 'unreachable' })
})

test('an error in the code itself stays one', async () => {
  await expect(fetchCode(() => Promise.reject(new Error('x is not a function')))).rejects.toThrow(
    'x is not a function',
  )
})
