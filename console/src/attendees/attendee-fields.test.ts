import { i18n } from '@lingui/core'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { ATTENDEE_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { blankValues, bodyOf, findErrors } from '../forms/record-values.ts'
import { becomesEmpty } from './attendee-fields.ts'

const NEW_ATTENDEE = blankValues(ATTENDEE_FIELDS)

const ana = { ...NEW_ATTENDEE, first_name: 'Ana', last_name: 'Sol', is_member: '0' as const }
const wrong = (values: Partial<typeof NEW_ATTENDEE>) =>
  Object.keys(findErrors(ATTENDEE_FIELDS, { ...ana, ...values }, '2026-11-21'))

describe('what is wrong with a child’s entry', () => {
  beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

  test('both names and the membership are required', () => {
    expect(Object.keys(findErrors(ATTENDEE_FIELDS, NEW_ATTENDEE, '2026-11-21'))).toEqual([
      'first_name',
      'last_name',
      'is_member',
    ])
    expect(wrong({})).toEqual([])
  })

  test('nobody is born after today, nor in the year 18', () => {
    expect(wrong({ birthdate: '2026-11-21' })).toEqual([])
    expect(wrong({ birthdate: '2026-11-22' })).toEqual(['birthdate'])
    expect(wrong({ birthdate: '0018-05-03' })).toEqual(['birthdate'])
  })

  test('a text may not be longer than what is kept of it', () => {
    expect(wrong({ parent_contact: 'a'.repeat(200) })).toEqual([])
    expect(wrong({ parent_contact: 'a'.repeat(201), notes: 'a'.repeat(2001) })).toEqual([
      'parent_contact',
      'notes',
    ])
  })
})

test('what is sent is cleaned, with the membership as a number and no birth date as null', () => {
  expect(bodyOf(ATTENDEE_FIELDS, { ...ana, last_name: " O'Brien <b>" })).toEqual({
    first_name: 'Ana',
    last_name: 'OʼBrien',
    birthdate: null,
    parent_contact: '',
    allergies: '',
    needs: '',
    notes: '',
    is_member: 0,
  })
})

test('a required name of which nothing remains is noticed', () => {
  expect(becomesEmpty(ana)).toBe(false)
  expect(becomesEmpty({ ...ana, first_name: '<script>x</script>' })).toBe(true)
  expect(becomesEmpty({ ...ana, last_name: '🙂' })).toBe(true)
})

test('a birthday makes a year older on its own day', () => {
  expect(ageOn('2026-05-02', '2018-05-03')).toBe(7)
  expect(ageOn('2026-05-03', '2018-05-03')).toBe(8)
  expect(ageOn('2026-02-27', '2024-02-29')).toBe(1)
  expect(ageOn('2026-02-28', '2024-02-29')).toBe(2)
  expect(ageOn('2028-02-28', '2024-02-29')).toBe(3)
  expect(ageOn('2028-02-29', '2024-02-29')).toBe(4)
  expect(ageOn('2026-11-21', '2026-11-21')).toBe(0)
})
