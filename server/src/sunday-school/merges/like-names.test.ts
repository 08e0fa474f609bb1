import { personKey } from '@vestry/contract/text/person-keys.ts'
import { expect, test } from 'vitest'
import { findDuplicates } from './find-duplicates.ts'
import { areAlike, contactKeys, isLike } from './like-names.ts'

const named = (first: string, last: string) => ({ first_key: personKey(first), last_key: personKey(last) })

test.each([
  ['Sofía García', 'sofia garcia'],
  ['Sofía García', 'García Sofía'],
  ['Sofi García', 'Sofia García'],
  ['Jonh Smith', 'John Smith'],
  ['Katherine Jones', 'Catharine Jones'],
  ['Anna Ruiz', 'Ana Ruiz'],
  ["Erin O'Brien", 'Erin OBrien'],
])('%s and %s may be one child', (one, other) => {
  const [a, b] = [one, other].map((name) => named(...(name.split(/ (.*)/) as [string, string])))
  expect(a && b && areAlike(a, b, 'like')).toBe(true)
})

test.each([
  ['Ana Ruiz', 'Eva Ruiz'],
  ['Juan Ruiz', 'Josef Ruiz'],
  ['Maria Ruiz', 'Marisol Ruiz'],
  ['Noah Ruiz', 'Noah Vega'],
])('%s and %s are two children', (one, other) => {
  const [a, b] = [one, other].map((name) => named(...(name.split(/ (.*)/) as [string, string])))
  expect(a && b && areAlike(a, b, 'like')).toBe(false)
})

test('a slip more than two is another name, however long', () => {
  expect(isLike('bartholomew', 'bartolomeu')).toBe(true)
  expect(isLike('bartholomew', 'bartoloneu')).toBe(false)
})

test('a contact is known by its number, with or without the country, and by each address', () => {
  expect(contactKeys('+34 600 123 456')).toContain('600123456')
  expect(contactKeys('Ana, 600-123-456')).toContain('600123456')
  expect(contactKeys('Ana, Ana.Lopez@example.org')).toContain('ana.lopez@example.org')
  expect(contactKeys('Room 12')).toEqual(['room 12'])
  expect(contactKeys('')).toEqual([])
})

let count = 0
const child = (name: string, birthdate = '', parent_contact = '') => {
  count += 1
  const [first = '', last = ''] = name.split(' ')
  return { id: count, birthdate, parent_contact, ...named(first, last) }
}
const namesOf = async (children: readonly ReturnType<typeof child>[]) => {
  const byId = new Map(children.map((one) => [one.id, `${one.first_key} ${one.last_key}`]))
  const { pairs } = await findDuplicates(children)
  return pairs.map(({ ids, why }) => [...ids.map((id) => byId.get(id)), why].join(', '))
}

test('two are one by their birth date, or by their contact, and like names', async () => {
  const found = await namesOf([
    child('Ana Ruiz', '2018-05-03'),
    child('Anna Ruiz', '2018-05-03'),
    child('Eva Ruiz', '2018-05-03'),
    child('Noah Vega', '', '600 123 456'),
    child('Vega Noah', '2017-01-01', 'Eli: 600 123 456'),
    child('Noah Vega', '2016-01-01', ''),
  ])
  expect(found).toEqual(['ana ruiz, anna ruiz, birthdate', 'noah vega, vega noah, contact'])
})

test('brothers of one contact with like names and other birth dates are two', async () => {
  const brothers = [
    child('Juan Ruiz', '2015-01-01', '600123456'),
    child('Joan Ruiz', '2017-01-01', '600123456'),
  ]
  expect(await namesOf(brothers)).toEqual([])
  const typo = [child('Juan Ruiz', '2015-01-01', '600123456'), child('Juan Ruiz', '2015-10-01', '600123456')]
  expect(await namesOf(typo)).toEqual(['juan ruiz, juan ruiz, contact'])
})

test('of a day that hundreds share, those of the same name are found', async () => {
  const many = Array.from({ length: 300 }, (_, at) => child(`Child${at}x Ruiz`, '2018-01-01'))
  expect(await namesOf([...many, child('Ruiz Child7x', '2018-01-01')])).toEqual([
    'child7x ruiz, ruiz child7x, birthdate',
  ])
})
