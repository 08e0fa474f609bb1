import type { Clash, ComparedEntry } from '@vestry/contract/calls/merges.ts'
import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import { expect, test } from 'vitest'
import {
  BOTH,
  choose,
  choosePresent,
  findDiffering,
  findJoined,
  findTaken,
  isDecided,
  joinedOf,
  sourceOf,
} from './merge-choices.ts'

function entry(id: number, given: Partial<ComparedEntry>): ComparedEntry {
  const hangsOn = { classes: [], attendance: 0, absences: 0, follow_ups: 0, sources: [], last_change: null }
  return { ...BLANK_ATTENDEE, id, version: 1, ...hangsOn, ...given }
}
const chosen = (kept: number) => ({ kept, from: {}, stands: new Set<number>() })

test('what one alone says is taken from it, whichever stays; where both say something, from the one that stays', () => {
  const one = entry(1, { first_name: 'Ana', birthdate: '2018-05-03', notes: 'Sings', is_member: 0 })
  const other = entry(2, { first_name: 'Anna', allergies: 'Nuts', notes: 'Sings', is_member: 1, photo: 'p' })
  const both = [one, other] as const
  expect(findDiffering(both)).toEqual(['first_name', 'birthdate', 'allergies', 'is_member', 'photo'])
  expect(findTaken(both, chosen(1))).toEqual(['allergies', 'is_member', 'photo'])
  expect(findTaken(both, chosen(2))).toEqual(['birthdate'])
})

test('what somebody has chosen holds, also once the other entry is to stay', () => {
  const both = [entry(1, { first_name: 'Ana' }), entry(2, { first_name: 'Anna' })] as const
  const from = { first_name: 2 }
  expect(sourceOf('first_name', both, { ...chosen(1), from })).toBe(2)
  expect(findTaken(both, { ...chosen(1), from })).toEqual(['first_name'])
  expect(findTaken(both, { ...chosen(2), from })).toEqual([])
})

test('of two texts both can be kept, that of the entry that stays first, if there is room for them', () => {
  const both = [
    entry(1, { allergies: 'Nuts', notes: 'a'.repeat(1500) }),
    entry(2, { allergies: 'Milk', notes: 'b'.repeat(1500) }),
  ] as const
  expect(joinedOf('allergies', both, 2)).toBe('Milk\nNuts')
  expect(joinedOf('notes', both, 1)).toBeUndefined()
  expect(joinedOf('first_name', both, 1)).toBeUndefined()
  const from = { allergies: BOTH, notes: BOTH }
  expect(findJoined(both, { ...chosen(1), from })).toEqual(['allergies'])
  expect(findTaken(both, { ...chosen(1), from })).toEqual([])
})

type Mark = Clash['marks'][number]
function clash(id: number, ...states: [Mark['state'], Mark['state']]): Clash {
  const [one, other] = states.map((state, at) => ({
    ...{ id: id + at, attendee_id: at + 1, class_title: '', comment: '', changed: 0, changed_by: '' },
    state,
  }))
  return { session_datetime: '', deleted: false, marks: [one, other] as Clash['marks'] }
}

test('of two marks one stands, and choosing the other takes it back', () => {
  const one = clash(10, 'present', 'absent')
  expect(isDecided(one, new Set())).toBe(false)
  const first = choose(new Set([99]), one, 10)
  expect([...choose(first, one, 11)]).toEqual([99, 11])
  expect(isDecided(one, first)).toBe(true)
})

test('present is chosen wherever one alone says it, and what was chosen elsewhere stays', () => {
  const clashes = [
    clash(10, 'absent', 'present'),
    clash(20, 'present', 'present'),
    clash(30, 'present', 'absent'),
  ]
  expect([...choosePresent(new Set([21, 31]), clashes)]).toEqual([21, 11, 30])
})
