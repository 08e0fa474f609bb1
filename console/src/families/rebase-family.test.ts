import { expect, it } from 'vitest'
import type { AdultValues, FamilyValues } from './family-form-fields.ts'
import { rebaseFamily } from './rebase-family.ts'

const adult = (id: number, first_name: string, given: Partial<AdultValues> = {}): AdultValues => ({
  ...{ id, first_name, last_name: 'López', phone: '', email: '', language: '', collects: 'no' },
  ...given,
})
const BASE: FamilyValues = { name: 'López', adults: [adult(1, 'Ana'), adult(2, 'Luis')], children: [7, 8] }

it('keeps what each of two people has changed of one adult', () => {
  const mine = { ...BASE, adults: [adult(1, 'Ana', { phone: '0161 496 0000' }), adult(2, 'Luis')] }
  const theirs = { ...BASE, adults: [adult(1, 'Ana', { email: 'ana@example.org' }), adult(2, 'Luis')] }
  expect(rebaseFamily(BASE, mine, theirs).adults).toEqual([
    adult(1, 'Ana', { phone: '0161 496 0000', email: 'ana@example.org' }),
    adult(2, 'Luis'),
  ])
})

it('keeps the adults and children whom either has added, and leaves out whom either has taken out', () => {
  const mine = { ...BASE, adults: [adult(1, 'Ana'), adult(0, 'Rosa')], children: [7, 8, 9] }
  const theirs = { ...BASE, adults: [...BASE.adults, adult(3, 'Marta')], children: [8, 10] }
  expect(rebaseFamily(BASE, mine, theirs)).toEqual({
    name: 'López',
    adults: [adult(1, 'Ana'), adult(3, 'Marta'), adult(0, 'Rosa')],
    children: [8, 10, 9],
  })
})

it('adds an adult again who was changed here and taken out there', () => {
  const mine = { ...BASE, adults: [adult(1, 'Ana'), adult(2, 'Luis', { collects: 'yes' })] }
  const theirs = { ...BASE, name: 'Ruiz', adults: [adult(1, 'Ana')] }
  expect(rebaseFamily(BASE, mine, theirs)).toEqual({
    name: 'Ruiz',
    adults: [adult(1, 'Ana'), adult(0, 'Luis', { collects: 'yes' })],
    children: [7, 8],
  })
})
