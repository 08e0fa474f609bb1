import type { SignInRules } from '@vestry/contract/rules/runtime-config.ts'
import { expect, test } from 'vitest'
import { factorsOf, mayBeOff, prefer, switchOff, switchOn } from './factor-plan.ts'

const RULES: SignInRules = {
  signUp: false,
  mfa: 'optional',
  secondFactors: ['totp', 'email'],
  firstFactors: ['password'],
  devices: 'off',
  guests: false,
}
const BOTH = factorsOf(RULES, { enabled: ['TOTP', 'EMAIL'], preferred: 'TOTP' })

test('what is offered is shown, and what is on although it is offered no longer', () => {
  expect(factorsOf(RULES, { enabled: ['SMS'] })).toEqual([
    { kind: 'totp', on: false, preferred: false },
    { kind: 'email', on: false, preferred: false },
    { kind: 'sms', on: true, preferred: true },
  ])
})

test('the first one that is turned on is the default; a second one does not replace it', () => {
  expect(switchOn(factorsOf(RULES, {}), 'totp')).toEqual({ totp: 'PREFERRED' })
  expect(switchOn(factorsOf(RULES, { enabled: ['TOTP'] }), 'email')).toEqual({ email: 'ENABLED' })
  expect(switchOn(factorsOf(RULES, { enabled: ['TOTP'] }), 'totp')).toEqual({ totp: 'PREFERRED' })
})

test('only one is preferred, and it stays so by name', () => {
  expect(prefer(BOTH, 'email')).toEqual({ totp: 'NOT_PREFERRED', email: 'PREFERRED' })
})

test('when the default is turned off, the other one becomes it', () => {
  expect(switchOff(BOTH, 'totp')).toEqual({ totp: 'DISABLED', email: 'PREFERRED' })
  expect(switchOff(BOTH, 'email')).toEqual({ email: 'DISABLED' })
  expect(switchOff(factorsOf(RULES, { enabled: ['EMAIL'] }), 'email')).toEqual({ email: 'DISABLED' })
})

test('where everybody needs a second factor, the last one stays on', () => {
  const required: SignInRules = { ...RULES, mfa: 'required' }
  expect(mayBeOff(required, BOTH, 'totp')).toBe(true)
  expect(mayBeOff(required, factorsOf(required, { enabled: ['TOTP'] }), 'totp')).toBe(false)
  expect(mayBeOff(RULES, factorsOf(RULES, { enabled: ['TOTP'] }), 'totp')).toBe(true)
})
