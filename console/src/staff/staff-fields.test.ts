import { i18n } from '@lingui/core'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { blankValues, bodyOf, findErrors } from '../forms/record-values.ts'

const NEW_PERSON = blankValues(STAFF_FIELDS)

const ruth = { ...NEW_PERSON, email: 'ruth@example.org', name: 'Ruth' }
const wrong = (values: Partial<typeof ruth>) =>
  Object.keys(findErrors(STAFF_FIELDS, { ...ruth, ...values }, '2026-11-21'))

describe('what is wrong with an invitation', () => {
  beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

  test('an e-mail address and a name are required', () => {
    expect(Object.keys(findErrors(STAFF_FIELDS, NEW_PERSON, '2026-11-21'))).toEqual(['email', 'name'])
    expect(wrong({})).toEqual([])
  })

  test('an address has an @ with something on both sides, and nothing that a search could stumble over', () => {
    for (const email of ['ruth', 'ruth@', '@example.org', 'a b@example.org', 'r"@example.org']) {
      expect(wrong({ email })).toEqual(['email'])
    }
  })

  test('a name may not be longer than what is kept of it', () => {
    expect(wrong({ name: 'a'.repeat(120) })).toEqual([])
    expect(wrong({ name: 'a'.repeat(121) })).toEqual(['name'])
  })
})

test('what is sent has no white space at its ends', () => {
  expect(bodyOf(STAFF_FIELDS, { ...ruth, name: ' Ruth ', groups: ['Teachers'] })).toEqual({
    email: 'ruth@example.org',
    name: 'Ruth',
    language: 'en',
    groups: ['Teachers'],
  })
})
