import type { PlannedRow } from '@vestry/contract/calls/attendee-imports.ts'
import { expect, test } from 'vitest'
import type { FileRow } from './file-rows.ts'
import {
  countChosen,
  countNumbers,
  decide,
  keepDecisions,
  leaveOut,
  leftAfter,
  newRosters,
  toSend,
  withPlans,
} from './preview-rows.ts'

const row = (line: number, first_name: string, broken = false): FileRow => ({
  line,
  cells: { first_name, last_name: 'Arca' },
  problems: broken ? [{ field: 'birthdate', reason: 'two_digits', text: '1/1/18' }] : [],
})
const child = (id: number, former: PlannedRow['content'] = {}) => ({
  id,
  version: id + 1,
  first_name: 'A',
  last_name: 'Arca',
  birthdate: '',
  former,
})
const plan = (kind: PlannedRow['kind'], known: PlannedRow['known'] = [], twin?: number): PlannedRow => ({
  kind,
  content: {},
  known,
  errors: [],
  ...(twin !== undefined && { twin }),
})
const ROWS = withPlans(
  [
    row(2, 'New'),
    row(3, 'Broken', true),
    row(4, 'Changed'),
    row(5, 'Same'),
    row(6, 'Namesake'),
    row(7, 'Twin'),
  ],
  [
    plan('new'),
    plan('changed', [child(1, { notes: '' })]),
    plan('same', [child(2)]),
    plan('namesake', [child(3, { notes: '' }), child(4)]),
    plan('namesake', [], 0),
  ],
)

test('each row has its own plan, and what can’t be read is an error', () => {
  expect(ROWS.map(({ kind }) => kind)).toEqual(['new', 'error', 'changed', 'same', 'namesake', 'namesake'])
  expect(ROWS[5]?.plan?.twin).toBe(2)
})

test('a roster that a child is not on yet is a change, and a child on several rows is counted once', () => {
  const rosters = [
    { series_id: 5, title: 'Lambs' },
    { series_id: 6, title: 'Robins' },
  ]
  const rows = withPlans(
    [row(2, 'A'), row(3, 'A'), row(4, 'New'), row(5, 'Namesake')],
    [
      { ...plan('changed', [{ ...child(1), enrolled: [5] }]), rosters },
      { ...plan('changed', [{ ...child(1), enrolled: [] }]), rosters },
      { ...plan('new'), rosters },
      { ...plan('namesake', [{ ...child(3), enrolled: [5, 6] }, child(4)]), rosters },
    ],
  )
  expect(rows.map(newRosters)).toEqual([
    ['Robins'],
    ['Lambs', 'Robins'],
    ['Lambs', 'Robins'],
    ['Lambs', 'Robins'],
  ])
  expect(countChosen(rows)).toEqual({ added: 1, changed: 1 })
  expect(countChosen(decide(rows, new Set([5]), () => 3))).toEqual({ added: 1, changed: 1 })
  expect(countChosen(decide(rows, new Set([5]), () => 4))).toEqual({ added: 1, changed: 2 })
})

test('what is sent is what was chosen, with what was seen', () => {
  expect(toSend(ROWS).map(({ choice }) => choice)).toEqual([{ beside: [] }, { attendee_id: 1, version: 2 }])
  expect(countChosen(ROWS)).toEqual({ added: 1, changed: 1 })
  const same = decide(ROWS, new Set([6]), () => 3)
  expect(
    toSend(same)
      .map(({ choice }) => choice)
      .at(-1),
  ).toEqual({ attendee_id: 3, version: 4 })
  expect(countChosen(same)).toEqual({ added: 1, changed: 2 })
  const another = decide(ROWS, new Set([6]), () => 'new')
  expect(
    toSend(another)
      .map(({ choice }) => choice)
      .at(-1),
  ).toEqual({ beside: [3, 4] })
  expect(countChosen(another)).toEqual({ added: 2, changed: 1 })
})

test('a number of another program is sent where nothing else changes', () => {
  const numbered = { ...row(2, 'Same'), cells: { source_id: { source: 'Person ID', id: '77' } } }
  const rows = withPlans([numbered, row(3, 'Same')], [plan('same', [child(2)]), plan('same', [child(3)])])
  const sent = toSend(rows)
  expect(countChosen(rows)).toEqual({ added: 0, changed: 0 })
  expect(countNumbers(sent, [])).toBe(1)
  expect(countNumbers(sent, [{ ...plan('changed'), row: 0 }])).toBe(0)
})

test('what was not chosen or was refused is left', () => {
  const left = leftAfter(ROWS, [{ ...plan('namesake', [child(9)]), row: 0 }])
  expect(left.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'namesake'],
    [3, 'error'],
    [6, 'namesake'],
    [7, 'namesake'],
  ])
  expect(left[0]?.plan?.known).toHaveLength(1)
})

test('plans are put beside their rows in steps that grow with them, though all have one name', () => {
  const stepsFor = (count: number) => {
    let steps = 0
    const rows = Array.from({ length: count }, (_, place) => ({
      line: place + 2,
      cells: {},
      get problems() {
        steps += 1
        return []
      },
    }))
    const planned = withPlans(
      rows,
      rows.map((_, place) => ({ ...plan('namesake'), ...(place > 0 && { twin: place - 1 }) })),
    )
    expect(planned.at(-1)?.plan?.twin).toBe(count)
    return steps
  }
  expect(stepsFor(1000)).toBeLessThanOrEqual(2 * stepsFor(500))
})

test('what was decided stays when rows are compared again, unless the child is no longer meant', () => {
  const decided = decide(leaveOut(ROWS, 2, true), new Set([6, 7]), ({ line }) => (line === 6 ? 4 : 'new'))
  const again = keepDecisions(ROWS, decided)
  expect(again.map(({ decision, leftOut = false }) => [decision, leftOut])).toEqual([
    [undefined, true],
    ...[undefined, undefined, undefined, 4, 'new'].map((decision) => [decision, false]),
  ])
  const others = ROWS.map((row) => ({ ...row, plan: row.plan && { ...row.plan, known: [child(3)] } }))
  expect(
    keepDecisions(others, decided)
      .map(({ decision }) => decision)
      .slice(4),
  ).toEqual([undefined, 'new'])
  const settled = ROWS.map((row) => ({ ...row, kind: 'changed' as const }))
  expect(keepDecisions(settled, decided).filter(({ decision }) => decision !== undefined)).toEqual([])
})
