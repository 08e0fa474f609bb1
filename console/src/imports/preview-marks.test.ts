import { expect, test } from 'vitest'
import {
  chosenFile,
  countMarks,
  keepMarkDecisions,
  type MarkPreview,
  markRows,
  namesakesOf,
  unknownChildren,
} from './preview-marks.ts'

const mark = (child: number, line: number) => ({ child, class: 0, status: 'present', line })
const former = { status: 'absent', version: 4 }

/** A new mark, two that replace existing ones, one of an unknown child, and one that changes nothing. */
const preview = (more: Partial<MarkPreview> = {}): MarkPreview =>
  ({
    read: {
      children: [{ first_name: 'Ana', last_name: 'Ruiz' }, { source_id: { source: 'Roll', id: '7' } }],
      classes: ['Creation'],
      marks: [mark(0, 2), mark(0, 3), mark(0, 4), mark(1, 5), mark(0, 6)],
    },
    default_time: '10:00',
    plan: {
      children: [
        { kind: 'known', known: [{ id: 31, first_name: 'Ana María', last_name: 'Ruiz' }] },
        { kind: 'unknown', known: [] },
      ],
      marks: [
        { kind: 'new' },
        { kind: 'other', former },
        { kind: 'other', former },
        { kind: 'undecided' },
        { kind: 'same' },
      ],
    },
    open: new Map(),
    decisions: new Map(),
    left: new Set(),
    replaced: new Set(),
    ...more,
  }) as unknown as MarkPreview

test('what is saved are the new marks, and of the others those that may replace what stands', () => {
  const sent = { child: 0, class: 0, status: 'present' }
  expect(chosenFile(preview())?.marks).toEqual([sent])
  const chosen = preview({ replaced: new Set([2, 4]) })
  expect(chosenFile(chosen)?.marks).toEqual([sent, { ...sent, replaces: 4 }])
  expect(countMarks(chosen)).toEqual({ added: 1, changed: 1, stays: 0 })
})

test('a mark that is left out is not saved, and with none left there is no file', () => {
  const chosen = preview({ left: new Set([0]), replaced: new Set([2]) })
  expect(countMarks(chosen)).toEqual({ added: 0, changed: 1, stays: 0 })
  expect(chosenFile(preview({ left: new Set([0]) }))).toBeUndefined()
})

test('a mark that stands is sent for the stay that it has, and what was there already is not', () => {
  const { plan } = preview()
  const stays = ['new', undefined, undefined, undefined, 'new'] as const
  const marks = plan.marks.map((planned, at) => ({ ...planned, ...(stays[at] && { stay: stays[at] }) }))
  const chosen = preview({ plan: { ...plan, marks } })
  expect(countMarks(chosen)).toEqual({ added: 1, changed: 0, stays: 2 })
  expect(chosenFile(chosen)?.marks).toHaveLength(2)
  const again = marks.map((planned) => ({ ...planned, kind: 'same' as const, stay: 'same' as const }))
  expect(chosenFile(preview({ plan: { ...plan, marks: again } }))).toBeUndefined()
})

test('a child of a file is sent as who was chosen', () => {
  expect(chosenFile(preview({ decisions: new Map([[1, 31]]) }))?.children).toEqual([
    { first_name: 'Ana', last_name: 'Ruiz' },
    { source_id: { source: 'Roll', id: '7' }, id: 31 },
  ])
})

test('marks are shown with the child as it is known, or else as the file has it', () => {
  const rows = markRows(preview({ left: new Set([1]), replaced: new Set([2]) }))
  expect(rows.map(({ name, leftOut, replaces }) => [name, leftOut, replaces])).toEqual([
    ['Ana María Ruiz', false, false],
    ['Ana María Ruiz', true, false],
    ['Ana María Ruiz', false, true],
    ['Roll 7', false, false],
    ['Ana María Ruiz', false, false],
  ])
})

test('of children who may be several it is said how often they are marked, and unknown ones are named', () => {
  const known = [{ id: 31 }, { id: 32 }] as never
  const open = new Map([[0, known]])
  expect(namesakesOf(preview({ open, decisions: new Map([[0, 32]]) }))).toEqual([
    { place: 0, name: 'Ana Ruiz', marks: 4, known, decision: 32 },
  ])
  expect(unknownChildren(preview())).toEqual([{ place: 1, name: 'Roll 7' }])
})

test('what was decided stays while the same children and marks are compared again', () => {
  const before = preview({
    decisions: new Map([[1, 31]]),
    open: new Map([[1, []]]),
    left: new Set([0]),
    replaced: new Set([1]),
  })
  const { decisions, open, left } = before
  expect(keepMarkDecisions({ ...before.read, classes: ['Exodus'] }, before)).toEqual({
    decisions,
    open,
    left,
  })
  const nothing = { decisions: new Map(), open: new Map(), left: new Set() }
  expect(keepMarkDecisions({ ...before.read, marks: before.read.marks.slice(1) }, before)).toEqual(nothing)
  expect(keepMarkDecisions({ ...before.read, children: [] }, before)).toEqual(nothing)
  expect(keepMarkDecisions(before.read, undefined)).toEqual(nothing)
})
