import type { Family } from '@vestry/contract/calls/families.ts'
import { expect, test } from 'vitest'
import { planFamilies } from './plan-families.ts'
import { type ImportRow, type KnownAttendee, planRows, readRow } from './plan-rows.ts'

const KATIE = { first_name: 'Katie', last_name: 'Sample', family: '77' }
const LEO = { first_name: 'Leo', last_name: 'Sample', family: '77' }
const PAT = {
  ...{ first_name: 'Pat', last_name: 'Sample', family: '77', adult: 'yes' as const },
  parent_contact: '(555) 010-2001 pat@example.org',
}

const known = (id: number, name: typeof KATIE) =>
  ({
    ...{ id, version: 1, parent_contact: '', allergies: '', needs: '', notes: '', is_member: 0 },
    ...{ birthdate: '2018-02-28', first_key: name.first_name.toLowerCase(), last_key: 'sample' },
    ...{ first_name: name.first_name, last_name: name.last_name },
  }) as KnownAttendee
const adultOf = (id: number, given: object = {}) => ({
  ...{ id, first_name: 'Pat', last_name: 'Sample', phone: '', email: '', language: '' },
  ...{ collects: 'no' as const, ...given },
})
const familyOf = (id: number, adults: Family['adults'], ...children: number[]): Family => ({
  ...{ id, name: `Family ${id}`, version: 1, adults },
  children: children.map((child) => ({ id: child, first_name: '', last_name: '', birthdate: null })),
})

function plan(
  rows: readonly ImportRow[],
  children: readonly KnownAttendee[] = [],
  families: readonly Family[] = [],
  barred: ReadonlyMap<number, Family['adults']> = new Map(),
) {
  const dated = rows.map((row) => ({
    ...row,
    ...(children.some(({ first_name }) => first_name === row.first_name) && { birthdate: '2018-02-28' }),
  }))
  const read = dated.map((row) => readRow(row, '2026-05-03', true))
  return planFamilies(planRows(read, children), read, { families, barred })
}

test('children and adults of one key are one new family, and the adults are no children', () => {
  const { plans, families } = plan([KATIE, PAT, LEO])
  expect(plans.map(({ kind }) => kind)).toEqual(['new', 'adult', 'new'])
  expect(plans[1]).toMatchObject({ family: { key: '77', name: 'Sample', kind: 'new', adds: true } })
  expect(families).toMatchObject([
    {
      former: undefined,
      name: 'Sample',
      joining: [0, 2],
      adults: [{ first_name: 'Pat', phone: '(555) 010-2001', email: 'pat@example.org', collects: 'yes' }],
    },
  ])
})

test('where no families are kept, rows of adults are children, as ever', () => {
  const read = [KATIE, PAT].map((row) => readRow(row, '2026-05-03'))
  const { plans, families } = planFamilies(planRows(read, []), read, { families: [], barred: new Map() })
  expect(plans.map(({ kind, family }) => [kind, family])).toEqual([
    ['new', undefined],
    ['new', undefined],
  ])
  expect(families).toEqual([])
})

test('a family without a child, an adult without a family, and a column that is no family make none', () => {
  const crowd = Array.from({ length: 31 }, (_, at) => ({ ...KATIE, first_name: `K${at}`, family: 'yes' }))
  const { family: _family, ...alone } = PAT
  const { plans, families } = plan([PAT, alone, ...crowd])
  expect(plans.slice(0, 3).map(({ family }) => family?.kind)).toEqual(['no_child', undefined, 'too_large'])
  expect(families).toEqual([])
})

test('the family of a child here is filled: its sibling joins, an empty email is filled, a telephone stays', () => {
  const pat = adultOf(4, { phone: '(555) 010-9999' })
  const { plans, families } = plan([KATIE, PAT, LEO], [known(1, KATIE)], [familyOf(9, [pat], 1)])
  expect(plans.map(({ kind, family }) => [kind, family?.kind, family?.adds])).toEqual([
    ['same', 'changed', false],
    ['adult', 'changed', true],
    ['new', 'changed', true],
  ])
  expect(families).toMatchObject([
    { former: { id: 9 }, joining: [2], adults: [{ ...pat, email: 'pat@example.org' }] },
  ])
})

test('a family that is here just like this is the same', () => {
  const pat = adultOf(4, { phone: '555 010 2001', email: 'PAT@example.org' })
  const { plans, families } = plan([KATIE, PAT], [known(1, KATIE)], [familyOf(9, [pat], 1)])
  expect(plans.map(({ kind, family }) => [kind, family?.kind])).toEqual([
    ['same', 'same'],
    ['adult', 'same'],
  ])
  expect(families).toEqual([])
})

test('a child who has a family keeps it, whatever the file says', () => {
  const families = [familyOf(8, [], 1), familyOf(9, [], 2)]
  const planned = plan([KATIE, LEO], [known(1, KATIE), known(2, LEO)], families)
  expect(planned.families).toEqual([])
  expect(planned.plans.map(({ kind }) => kind)).toEqual(['same', 'same'])
})

test('a new child joins the family of its adults only if nobody else collects there', () => {
  const pat = adultOf(4, { phone: '(555) 010-2001', collects: 'yes' })
  const bob = adultOf(5, { first_name: 'Bob', collects: 'yes' })
  expect(plan([LEO, PAT], [], [familyOf(9, [pat], 1)]).families).toMatchObject([{ former: { id: 9 } }])
  expect(plan([LEO, PAT], [], [familyOf(9, [pat, bob], 1)]).families).toMatchObject([{ former: undefined }])
})

test('nobody who is barred from a child comes into its family', () => {
  const barred = new Map([[1, [adultOf(5)]]])
  const { families, plans } = plan([KATIE, PAT], [known(1, KATIE)], [familyOf(9, [], 1)], barred)
  expect(families).toEqual([])
  expect(plans[1]).toMatchObject({ family: { adds: false } })
})

test('two of one name in a family stay two if their telephones differ, and one of one row each does not', () => {
  const son = { ...PAT, parent_contact: '(555) 010-7777' }
  expect(plan([KATIE, PAT, son]).families[0]?.adults).toHaveLength(2)
  expect(plan([KATIE, PAT, PAT, { ...PAT, parent_contact: '' }]).families[0]?.adults).toHaveLength(1)
})

test('who does not collect one child of a new family does not collect the family’s', () => {
  const adults = (collects: 'yes' | 'no') => [
    { first_name: 'Ana', last_name: 'Cruz', phone: '', email: '', collects },
  ]
  const rows = [
    { ...KATIE, adults: adults('yes') },
    { ...LEO, adults: adults('no') },
  ]
  expect(plan(rows).families[0]?.adults).toMatchObject([{ first_name: 'Ana', collects: 'no' }])
})
