import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { canKeepPasskey, canUsePasskeys } from './passkeys-here.ts'

afterEach(() => void vi.unstubAllGlobals())

const config = { passkeyHost: 'church.example' } as RuntimeConfig

/** A browser in which the console was opened. */
function openIn({ hostname = 'church.example', isSecure = true, knowsPasskeys = true }) {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('window', knowsPasskeys ? { PublicKeyCredential: {} } : {})
}

test.each([
  ['at its own address', {}, true],
  ['at an address below it', { hostname: 'console.church.example' }, true],
  ['at another address', { hostname: 'other.example' }, false],
  ['at an address that only ends like it', { hostname: 'my-church.example' }, false],
  ['without encryption', { isSecure: false }, false],
  ['in a browser that knows none', { knowsPasskeys: false }, false],
])('whether the passkeys of a church can be used %s', (_where, browser, can) => {
  openIn(browser)
  expect(canUsePasskeys(config)).toBe(can)
})

test('a device that can not say whether it keeps passkeys keeps none', async () => {
  const device = (answer: () => Promise<boolean>) =>
    vi.stubGlobal('PublicKeyCredential', { isUserVerifyingPlatformAuthenticatorAvailable: answer })
  device(async () => true)
  expect(await canKeepPasskey()).toBe(true)
  device(async () => false)
  expect(await canKeepPasskey()).toBe(false)
  device(() => Promise.reject(new Error('The device is asleep.')))
  expect(await canKeepPasskey()).toBe(false)
})
