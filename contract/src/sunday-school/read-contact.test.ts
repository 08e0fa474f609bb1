import { expect, test } from 'vitest'
import { contactKey, readContact } from './read-contact.ts'

test.each([
  ['Mum: Ana López, 0161 496 0000', 'Ana', 'López', '0161 496 0000', ''],
  ['Ana López 0161 496 0000', 'Ana', 'López', '0161 496 0000', ''],
  ['Mamá Ana María López Ruiz; ana@example.org', 'Ana María López', 'Ruiz', '', 'ana@example.org'],
  ['dad - Tom O’Brien (+44 7700 900123)', 'Tom', 'O’Brien', '+44 7700 900123', ''],
  ['Grandma Joan 0161-496-0000', 'Joan', '', '0161-496-0000', ''],
  ['07700900123', '', '', '07700900123', ''],
  ['+1 (555) 010-2000', '', '', '+1 (555) 010-2000', ''],
  ['Pat Sample (555) 010-2001', 'Pat', 'Sample', '(555) 010-2001', ''],
  ['ana@example.org', '', '', '', 'ana@example.org'],
  ['Ana de la Cruz', 'Ana de la', 'Cruz', '', ''],
  ['李娜 0161 496 0000', '李娜', '', '0161 496 0000', ''],
  ['asks at the door', '', '', '', ''],
  ['', '', '', '', ''],
  ['Ana López, 0161 496 0000 or 0161 496 0111', 'Ana', 'López', '0161 496 0000', ''],
])(
  '%j is read as a name, a telephone number and an email address',
  (contact, first_name, last_name, phone, email) => {
    expect(readContact(contact)).toEqual({ first_name, last_name, phone, email })
  },
)

test('a number with and without the country’s is one, and an address in any case', () => {
  const keyOf = (contact: string) => contactKey(readContact(contact))
  expect(keyOf('+44 161 496 0777')).toBe(keyOf('0161 496 0777'))
  expect(keyOf('Ana@Example.org')).toBe(keyOf('ana@example.org'))
  expect(keyOf('Ana López')).toBe('')
  expect(keyOf('0161 496 0777')).not.toBe(keyOf('0161 496 0778'))
})
