import { expect, test } from 'vitest'
import { makeTemporaryPassword, policyViolation } from './password-policy.ts'

const FIRST_GUESSED = /^Password is one of those that are guessed first\./
const OWN_NAME = /^Password is made of your name, your email address or the name Vestry\./

test.each([
  'Password1!',
  'Passw0rd!2024',
  'P@ssw0rd1',
  '123Dragon!',
  'Qwerty123!',
  'Trustno1!',
  'Let-Me-In-1',
  'Contrase\u00f1a1!',
  '1q2w3e4R!',
  'Aaaaaaa1!',
  '!!Sunshine99',
  'iloveY0u#1',
])('%s is refused: it is among the first that are guessed, in disguise', (password) => {
  expect(policyViolation(password)).toMatch(FIRST_GUESSED)
})

test.each(['Vestry-2026!', 'V3stry-Admin1', 'Ruth.Moabite-7', 'Ex4mple-Ruth!', 'MoabiteRuth#12'])(
  '%s is refused for Ruth: it is made of what she is called',
  (password) => {
    expect(policyViolation(password, { email: 'ruth.moabite@example.org', name: 'Ruth Moabite' })).toMatch(
      OWN_NAME,
    )
  },
)

test.each([
  'Open-house-2-all',
  'Faith, hope & l0ve',
  'Suffer the l1ttle ones!',
  'Let them c0me, all of them!',
  'Gleaner-in-Moab-7',
  'Kinsman-Redeemer-4',
  'Bench-house-2-all',
  'Mustard-seed-7!',
])('%s is good', (password) => {
  expect(policyViolation(password, { email: 'ruth@example.org', name: 'Ruth' })).toBeUndefined()
})

test('a generated password is always strong enough', () => {
  for (let times = 0; times < 500; times += 1) {
    expect(policyViolation(makeTemporaryPassword())).toBeUndefined()
  }
})
