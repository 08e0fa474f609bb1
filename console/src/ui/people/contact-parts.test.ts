import { expect, test } from 'vitest'
import { contactParts } from './contact-parts.ts'

const links = (contact: string) => contactParts(contact).flatMap(({ href }) => href ?? [])

test.each([
  ['+34 600 123 456', ['tel:+34600123456']],
  ['(202) 555-0103', ['tel:2025550103']],
  ['ana.lopez@example.org', ['mailto:ana.lopez@example.org']],
  ['Inés Peña, 202 555 0103', ['tel:2025550103']],
  [
    'Ana 600 111 222, Luis 600 333 444, ana@example.org',
    ['tel:600111222', 'tel:600333444', 'mailto:ana@example.org'],
  ],
  ['Write to ana@mail.example.co.uk.', ['mailto:ana@mail.example.co.uk']],
  ['Flat 12, house 345', []],
  ['Grandmother Joan', []],
  ['', []],
])('in %j these can be tapped: %j', (contact, expected) => {
  expect(links(contact)).toEqual(expected)
  expect(
    contactParts(contact)
      .map(({ text }) => text)
      .join(''),
  ).toBe(contact)
})
