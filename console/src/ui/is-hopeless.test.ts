import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { isHopeless, notLoadedMessage, stillThere } from './is-hopeless.ts'

const failed = (code: string) => Object.assign(new Error(`said of ${code}`), { code })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('what is malformed, not there or not allowed fails again, and what is out of reach may not', () => {
  for (const code of ['invalid_request', 'not_found', 'not_allowed']) {
    expect(isHopeless(failed(code)), code).toBe(true)
  }
  for (const code of ['unreachable', 'unreadable', 'unavailable', 'internal', 'not_signed_in']) {
    expect(isHopeless(failed(code)), code).toBe(false)
  }
  expect([isHopeless(null), isHopeless(new Error('invalid_request'))]).toEqual([false, false])
})

test('a record whose id is malformed is not there, and every other failure has its own words', () => {
  expect(notLoadedMessage(failed('invalid_request'))).toBe('data.error.not_found')
  expect(notLoadedMessage(failed('not_found'))).toBe('said of not_found')
  expect(notLoadedMessage(new Error('broken'))).toBe('broken')
})

test('what was loaded stays while it may be there', () => {
  const data = { id: 7 }
  expect(stillThere({ data, error: null })).toBe(data)
  expect(stillThere({ data, error: failed('unreachable') })).toBe(data)
  expect(stillThere({ data, error: failed('not_found') })).toBeUndefined()
})
