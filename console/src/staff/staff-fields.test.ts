import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { joinGroups, newPerson, splitGroups, staffBody, validatePerson } from './staff-fields.ts'

const ruth = { ...newPerson('en'), email: 'ruth@example.org', name: 'Ruth' }
const wrong = (values: Partial<typeof ruth>) => Object.keys(validatePerson({ ...ruth, ...values }))

describe('what is wrong with an invitation', () => {
  beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

  test('an e-mail address and a name are required', () => {
    expect(Object.keys(validatePerson(newPerson('en')))).toEqual(['email', 'name'])
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

test('groups that were chosen in another order are the same', () => {
  expect(joinGroups(['Teachers', 'Admins'])).toBe(joinGroups(['Admins', 'Teachers']))
  expect(splitGroups(joinGroups(['Teachers', 'Admins']))).toEqual(['Admins', 'Teachers'])
  expect(splitGroups(joinGroups([]))).toEqual([])
})

test('what is sent has no white space at its ends', () => {
  expect(staffBody({ ...ruth, name: ' Ruth ', groups: 'Teachers' })).toEqual({
    name: 'Ruth',
    language: 'en',
    groups: ['Teachers'],
  })
})
