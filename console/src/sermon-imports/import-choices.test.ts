import { expect, test } from 'vitest'
import {
  countChosen,
  groupSpeakers,
  isEdited,
  meantBy,
  NO_EDITS,
  plainPeople,
  toChoices,
  withPlace,
} from './import-choices.ts'

const speaker = (name: string, { as = name, alike = [] as string[] } = {}) => ({
  ...{ name, as, alike },
  sermons: 1,
})

test('names that may be one person stand together before the others', () => {
  const groups = groupSpeakers([
    speaker('Ana Ruth'),
    speaker('Jonathan Reed', { alike: ['J. Reed'] }),
    speaker('Tomás Vega', { alike: ['T. Vega'] }),
    speaker('J. Reed', { alike: ['Jonathan Reed'] }),
    speaker('Rev. J. Reed', { as: 'J. Reed' }),
  ])
  expect(groups.map((group) => group.speakers.map(({ name }) => name))).toEqual([
    ['Jonathan Reed', 'J. Reed', 'Rev. J. Reed'],
    ['Tomás Vega'],
    ['Ana Ruth'],
  ])
  expect(groups.map(({ isDoubtful }) => isDoubtful)).toEqual([true, true, false])
})

test('a name means what was typed for it, or itself where that is nothing', () => {
  const ana = speaker('Ana', { as: 'Ana Ruth' })
  const typed = (as: string) => ({ ...NO_EDITS, speakers: new Map([['Ana', as]]) })
  expect(meantBy(ana, NO_EDITS)).toBe('Ana Ruth')
  expect(meantBy(ana, typed('  Ana   Vega '))).toBe('Ana Vega')
  expect(meantBy(ana, typed('  '))).toBe('Ana')
})

test('what is left out and what is taken all the same is counted and sent', () => {
  const edits = {
    ...NO_EDITS,
    left: withPlace(withPlace(new Set([4, 7]), 9, true), 7, false),
    taken: new Set([2]),
  }
  const counts = { new: 5, known: 1, alike: 2, unreadable: 1, left_out: 0, waiting: 0, done: 0, failed: 0 }
  const defaults = { language_id: 1, preaching_category_id: 6, preacher_id: 1, state: 'draft' } as const
  expect(countChosen({ counts }, edits)).toBe(4)
  expect(toChoices([speaker('N'.repeat(200))], edits, defaults)).toEqual({
    ...defaults,
    speakers: [{ name: 'N'.repeat(200), as: 'N'.repeat(120) }],
    leave_out: [4, 9],
    take: [2],
  })
  expect([isEdited(NO_EDITS), isEdited(edits)]).toEqual([false, true])
})

test('the people whose names are not in doubt are named once, as they come in', () => {
  const speakers = [
    speaker('Ana Ruth'),
    speaker('Jonathan Reed', { alike: ['J. Reed'] }),
    speaker('Pr. Ana Ruth', { as: 'Ana Ruth' }),
    speaker('Tomás Vega'),
  ]
  expect(plainPeople(speakers, NO_EDITS)).toEqual(['Ana Ruth', 'Tomás Vega'])
  const edits = { ...NO_EDITS, speakers: new Map([['Tomás Vega', 'Tom Vega']]) }
  expect(plainPeople(speakers, edits)).toEqual(['Ana Ruth', 'Tom Vega'])
})
