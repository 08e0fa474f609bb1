import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { cleanContact, contactError } from './contact-rules.ts'

// A text that is not loaded appears as its own name.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  ['+34 600 000 000', '+34600000000'],
  ['0034 (600) 00-00.00', '+34600000000'],
  [' +1/555/0100000 ', '+15550100000'],
])('the number %s goes out as %s', (typed, sent) => {
  expect(cleanContact('phone_number', typed)).toBe(sent)
  expect(contactError('phone_number', typed)).toBeUndefined()
})

test.each(['600 000 000', '+0 600 000 000', '+34', '+34 600 000 000 000 000', 'Ada'])(
  '%s is no number that can be reached from everywhere',
  (typed) => {
    expect(contactError('phone_number', typed)).toBe('account.phone.invalid')
  },
)

test('an address needs a name, a host and nothing around them', () => {
  expect(cleanContact('email', ' ada@vestry.test ')).toBe('ada@vestry.test')
  expect(contactError('email', 'ada@vestry.test')).toBeUndefined()
  expect(contactError('email', 'ada@vestry')).toBe('account.email.invalid')
  expect(contactError('email', 'ada vestry.test')).toBe('account.email.invalid')
  expect(contactError('email', ' ')).toBe('ui.form.required')
})
