import { expect, test } from 'vitest'
import { readDeviceName } from './device-name.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
const EDGE = 'Windows 15.0.0 x86 Windows Chromium/121.0.1;Not A(Brand/99.0.0.0;Microsoft Edge/121.0.1'

test.each([
  ['Linux x86 Linux Not:A-Brand/8.0.0.0;Chromium/156.0.8078.79', 'Chromium', 'Linux'],
  ['macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.1;Chromium/121.0.1', 'Chrome', 'macOS'],
  ['Android 14.0.0 Pixel 7 Android Chromium/121.0.1;Google Chrome/121.0.1', 'Chrome', 'Android'],
  [EDGE, 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0',
    'Firefox',
    'macOS',
  ],
  [SAFARI, 'Safari', 'iPhone'],
])('%s is read by people as %s on %s', (userAgent, browser, system) => {
  expect(readDeviceName(userAgent)).toEqual({ browser, system })
})

test('a name that was given by hand is no browser’s', () => {
  expect(readDeviceName('The tablet in the vestry')).toBeUndefined()
})
