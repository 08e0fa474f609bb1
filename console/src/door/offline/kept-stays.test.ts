import type { DoorBoard, DoorClass, DoorFamily } from '@vestry/contract/calls/door.ts'
import type { DoorOperation } from '@vestry/contract/calls/door-offline.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boardWith,
  codeFor,
  collectKept,
  findKept,
  type KeptDoor,
  originOf,
  refusalHere,
} from './kept-stays.ts'

const DAY = '2026-05-03'

const child = (attendee_id: number, first_name: string) => ({
  ...{ attendee_id, first_name, last_name: 'Peña', birthdate: null, allergies: '', needs: '' },
  ...{ class_id: 7, stay_id: null },
})
const family = (
  family_id: number,
  name: string,
  phone: string,
  children: [number, string][],
): DoorFamily => ({
  family_id,
  name,
  adults: [{ id: family_id * 10, first_name: 'Ana', last_name: name, phone }],
  children: children.map(([id, first_name]) => child(id, first_name)),
})
const CLASS: DoorClass = {
  ...{ class_id: 7, title: 'Lambs', session_datetime: `${DAY}T10:30:00`, room: 'Blue', cancelled: false },
  ...{ helpers: 0, expected: 3, arrived: 0, here: 0, gone: 0, adults_needed: 0 },
}
const BOARD: DoorBoard = { now: `${DAY}T10:00:00`, classes: [CLASS], stays: [], alerts: [], called: [] }
const FAMILIES = [
  family(1, 'Peña', '…0123', [
    [11, 'Inés'],
    [12, 'Saúl 🙂'],
  ]),
  family(2, 'O’Brien', '…9123', [[21, 'Ruth']]),
]
const rule = (attendee_id: number, of: 'always' | 'no' | 'barred') => ({ attendee_id, rule: of })
const KEPT: KeptDoor = {
  ...{ device: 'a', next: 1, board: BOARD },
  book: {
    day: DAY,
    families: FAMILIES,
    adults: [
      { id: 10, first_name: 'Ana', last_name: 'Peña', rules: [rule(11, 'always'), rule(12, 'barred')] },
      { id: 20, first_name: 'Ana', last_name: 'O’Brien', rules: [rule(21, 'no')] },
    ],
    codes: ['CDFG', 'CDFH'],
  },
}
const made = (number: number, code = 'CDFG') => ({ number, made_at: number, day: DAY, code })
const arrival = (number: number, ids: number[], code?: string): DoorOperation => ({
  ...{ kind: 'arrival', ...made(number, code), request_id: 'r', family_id: 1, brought_by: 10 },
  children: ids.map((attendee_id) => ({ attendee_id, class_id: 7 })),
})
const giving = (number: number, children: number[]): DoorOperation => ({
  ...{ kind: 'giving_back', ...made(number), adult_id: 10, children },
})
const after = (...work: DoorOperation[]): KeptDoor => ({ ...KEPT, board: boardWith(BOARD, KEPT.book, work) })

test('the board shows who has arrived here, and who has gone', () => {
  const { board } = after(arrival(1, [11, 12]), giving(2, [12]))
  expect(board.stays.map(({ attendee_id, brought_by, gone }) => [attendee_id, brought_by, gone?.to])).toEqual(
    [
      [11, 'Ana Peña', undefined],
      [12, 'Ana Peña', 'Ana Peña'],
    ],
  )
  expect(board.classes).toMatchObject([{ arrived: 2, here: 1, gone: 1, expected: 3 }])
  expect(board.stays.map(originOf)).toEqual([
    { number: 1, place: 0 },
    { number: 1, place: 1 },
  ])
})

test('what was done on another day is of no day but its own', () => {
  const old = { ...arrival(1, [11]), day: '2026-05-02' }
  expect(boardWith(BOARD, KEPT.book, [old]).stays).toEqual([])
})

test('however often and in whatever order, a child is in the building once', () => {
  const Work = fc.array(
    fc.record({ arrives: fc.boolean(), ids: fc.uniqueArray(fc.constantFrom(11, 12, 21), { minLength: 1 }) }),
  )
  fc.assert(
    fc.property(Work, (steps) => {
      const work = steps.map(({ arrives, ids }, at) => (arrives ? arrival(at + 1, ids) : giving(at + 1, ids)))
      const { stays, classes } = boardWith(BOARD, KEPT.book, work)
      const here = stays.filter(({ gone }) => gone === null).map(({ attendee_id }) => attendee_id)
      const expected = new Set<number>()
      for (const { arrives, ids } of steps) {
        for (const id of ids) {
          expected[arrives ? 'add' : 'delete'](id)
        }
      }
      expect(here.toSorted()).toEqual([...expected].toSorted())
      expect(new Set(stays.map(({ id }) => id)).size).toBe(stays.length)
      expect(classes.map((one) => [one.here, one.here + one.gone])).toEqual([[here.length, stays.length]])
    }),
  )
})

test('a family is found by the last digits of a number, and by names with and without accents', () => {
  const found = (text: string) => findKept(KEPT, text).families.map(({ family_id }) => family_id)
  expect(found('0123')).toEqual([1])
  expect(found('600 11 01 23')).toEqual([1])
  expect(found('123')).toEqual([1, 2])
  expect(found('saul pena')).toEqual([1])
  expect(found('obrien')).toEqual([2])
  expect(found('nobody')).toEqual([])
  expect(found('--')).toEqual([])
  const [first] = findKept(after(arrival(1, [11])), 'pena').families
  expect(first?.children.map(({ stay_id }) => stay_id !== null)).toEqual([true, false])
})

test('a family keeps the code that it has today, and gets one of the device’s own otherwise', () => {
  const children = FAMILIES[0]?.children ?? []
  expect(codeFor(KEPT, children)).toBe('CDFG')
  expect(codeFor(after(arrival(1, [11], 'WXYT')), children)).toBe('WXYT')
  const none = { ...KEPT, book: { ...KEPT.book, codes: [] } }
  expect(codeFor(none, children)).toBeUndefined()
})

test('a code shows its children and their adults, and nobody else’s', () => {
  const kept = after(arrival(1, [11, 12]), arrival(2, [21], 'CDFH'))
  const { stays, adults } = collectKept(kept, 'CDFG') ?? {}
  expect(stays?.map(({ attendee_id }) => attendee_id)).toEqual([11, 12])
  expect(adults?.map(({ id }) => id)).toEqual([10])
  expect(collectKept(kept, 'CCCC')).toBeUndefined()
})

test('only whoever collects a child is given it, never somebody who is barred', () => {
  expect(refusalHere(KEPT, 10, 11)).toBeUndefined()
  expect(refusalHere(KEPT, 10, 12)).toBe('barred')
  expect(refusalHere(KEPT, 20, 21)).toBe('not_listed')
  expect(refusalHere(KEPT, 10, 21)).toBe('not_listed')
})
