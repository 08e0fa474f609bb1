import { i18n } from '@lingui/core'
import type { PasswordPolicy } from '@vestry/contract/rules/runtime-config.ts'
import { beforeAll, expect, test } from 'vitest'
import { NO_PASSWORDS, validatePasswords } from './password-rules.ts'

// A text that is not loaded appears as its own name.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const POLICY: PasswordPolicy = {
  minLength: 8,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSpecialCharacters: true,
}

test('nothing typed asks for all three', () => {
  expect(validatePasswords(NO_PASSWORDS, POLICY)).toEqual({
    current: 'ui.form.required',
    password: 'ui.form.required',
    confirmation: 'ui.form.required',
  })
})

test('every broken rule is listed, and that the two must match', () => {
  expect(validatePasswords({ current: 'x', password: '…', confirmation: '.' }, POLICY)).toEqual({
    password:
      'account.password.short\naccount.password.lower\naccount.password.upper\naccount.password.numbers\naccount.password.special',
    confirmation: 'account.password.match',
  })
})

test('a pool that asks for length alone is content with length', () => {
  const lax = { ...POLICY, requireLowercase: false, requireUppercase: false, requireNumbers: false }
  const typed = { current: 'x', password: '12345678', confirmation: '12345678' }
  expect(validatePasswords(typed, { ...lax, requireSpecialCharacters: false })).toEqual({})
})
