import type { RollChild, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { describe, expect, test } from 'vitest'
import {
  asOperations,
  countStates,
  emptyMarks,
  type Marks,
  mark,
  markAllPresent,
  nextCall,
  receiveRoll,
  receiveSaved,
  send,
  shownState,
  takeOver,
  type UnsavedMarks,
  undo,
  unsavedCount,
} from './roll-marks.ts'
import { childOf, rollOf } from './testing-roll.ts'

const [ANNA, BEN, CARA] = [1, 2, 3]

function child(attendee_id: number, state: RollState = 'not_recorded', version = 0): RollChild {
  return childOf(attendee_id, ['', 'Anna', 'Ben', 'Cara'][attendee_id] ?? '', { state, comment: '', version })
}

const loaded = receiveRoll(emptyMarks, { revision: 'r1', roll: rollOf(child(ANNA), child(BEN), child(CARA)) })

function states(marks: Marks): RollState[] {
  return (marks.roll?.children ?? []).map((one) => shownState(marks, one))
}

const DEVICE = '5f0c1c1e-0000-4000-8000-000000000001'

/** The marks as a call sends them. */
function wanted(unsaved: UnsavedMarks) {
  const call = { device: DEVICE, marks: unsaved }
  return asOperations(call, 7).operations.map(({ attendee_id, state, seen, session_datetime }) => ({
    attendee_id,
    state,
    seen,
    session_datetime,
  }))
}

const sendAll = (marks: Marks) => send(marks, DEVICE)
const callOf = (marks: Marks) => nextCall(marks.sent) ?? { device: DEVICE, marks: new Map() }

/** The server has made the marks on their way, except those of `refused`, who are marked otherwise by now. */
function answered(marks: Marks, { version = 1, before = 'r1', refused = [] as Refused[] } = {}) {
  const operations = asOperations(callOf(marks), 7).operations.map(({ number, attendee_id, state }) => {
    const other = refused.find(({ id }) => id === attendee_id)
    return other === undefined
      ? { number, outcome: 'applied' as const, attendee_id, mark: { state, comment: '', version } }
      : { number, outcome: 'claim' as const, reason: other.reason, attendee_id, mark: other.mark }
  })
  const answer = { operations, classes: [{ class_id: 7, before, revision: 'r2' }] }
  return receiveSaved(marks, callOf(marks), answer)
}
type Refused = { id: number; reason: 'changed_meanwhile'; mark: RollMark }

describe('marking', () => {
  test('shows at once, counts, and waits to be saved', () => {
    const marked = mark(mark(loaded, [ANNA], 'present'), [BEN], 'absent')
    expect(states(marked)).toEqual(['present', 'absent', 'not_recorded'])
    expect(countStates(marked)).toEqual({ present: 1, absent: 1, not_recorded: 1 })
    expect(wanted(marked.waiting)).toMatchObject([
      { attendee_id: ANNA, state: 'present', seen: 0 },
      { attendee_id: BEN, state: 'absent', seen: 0 },
    ])
  })

  test('a child who is marked so already is left alone', () => {
    const marked = mark(loaded, [ANNA], 'present')
    expect(mark(marked, [ANNA], 'present')).toBe(marked)
  })

  test('all present means those who are not recorded, and nobody who is absent', () => {
    expect(states(markAllPresent(mark(loaded, [BEN], 'absent')))).toEqual(['present', 'absent', 'present'])
  })
})

describe('undo', () => {
  test('takes back one gesture at a time, the last one first', () => {
    const all = markAllPresent(mark(loaded, [BEN], 'absent'))
    expect(states(undo(all))).toEqual(['not_recorded', 'absent', 'not_recorded'])
    expect(states(undo(undo(all)))).toEqual(['not_recorded', 'not_recorded', 'not_recorded'])
    expect(undo(loaded)).toBe(loaded)
  })

  test('before anything was sent leaves nothing to send', () => {
    expect(unsavedCount(undo(mark(loaded, [ANNA], 'present')))).toBe(0)
  })

  test('of a saved mark is sent upon the version that the saving made', () => {
    const sent = sendAll(mark(loaded, [ANNA], 'present'))
    const undone = undo(answered(sent))
    expect(wanted(undone.waiting)).toMatchObject([{ attendee_id: ANNA, state: 'not_recorded', seen: 1 }])
  })

  test('leaves a child alone whom somebody else has marked otherwise since', () => {
    const sent = sendAll(markAllPresent(loaded))
    const saved = answered(sent)
    const roll = rollOf(child(ANNA, 'absent', 2), child(BEN, 'present', 1), child(CARA, 'present', 1))
    const undone = undo(receiveRoll(saved, { revision: 'r3', roll }))
    expect(states(undone)).toEqual(['absent', 'not_recorded', 'not_recorded'])
  })
})

describe('saving', () => {
  test('a mark made while another is on its way waits, and goes out upon the version of the first', () => {
    const sent = mark(sendAll(mark(loaded, [ANNA], 'present')), [ANNA], 'absent')
    expect(states(sent)[0]).toBe('absent')
    const saved = answered(sent)
    expect(states(saved)[0]).toBe('absent')
    expect(wanted(saved.waiting)).toMatchObject([{ attendee_id: ANNA, state: 'absent', seen: 1 }])
  })

  test('what got no answer is sent again exactly as it was, before what came after it', () => {
    const lost = mark(sendAll(mark(loaded, [ANNA], 'present')), [BEN], 'present')
    expect(sendAll(lost).sent).toEqual(lost.sent)
    expect(wanted(sendAll(lost).sent)).toMatchObject([{ attendee_id: ANNA, state: 'present', seen: 0 }])
    expect(unsavedCount(lost)).toBe(2)
  })

  test('of more than one call takes, the rest waits for the next one', () => {
    const children = Array.from({ length: 501 }, (_, index) => child(index + 1))
    const roll = rollOf(...children)
    const sent = sendAll(markAllPresent(receiveRoll(emptyMarks, { revision: 'r1', roll })))
    expect([sent.sent.size, sent.waiting.size]).toEqual([500, 1])
    const next = sendAll(answered(sent))
    expect(wanted(next.sent)).toMatchObject([{ attendee_id: 501, state: 'present', seen: 0 }])
  })

  test('a refused mark gives way to the other one, and is named', () => {
    const sent = sendAll(mark(loaded, [ANNA, BEN], 'present'))
    const other = { state: 'absent', comment: 'ill', version: 4 } as const
    const saved = answered(sent, { refused: [{ id: ANNA, reason: 'changed_meanwhile', mark: other }] })
    expect(states(saved)).toEqual(['absent', 'present', 'not_recorded'])
    expect(saved.refusals).toEqual([
      { id: ANNA, name: 'Anna Baker', reason: 'changed_meanwhile', state: 'absent' },
    ])
    const again = mark(saved, [ANNA], 'present')
    expect(wanted(again.waiting)).toMatchObject([{ attendee_id: ANNA, state: 'present', seen: 4 }])
    expect(again.refusals).toEqual([])
  })

  test('what a closed screen has left goes out first, except where this one has marked since', () => {
    const left = mark(sendAll(mark(loaded, [ANNA], 'present')), [BEN, CARA], 'present')
    const taken = takeOver(mark(loaded, [ANNA, CARA], 'absent'), left)
    expect(wanted(taken.sent)).toMatchObject([{ attendee_id: ANNA, state: 'present', seen: 0 }])
    expect(states(taken)).toEqual(['absent', 'present', 'absent'])
  })

  test('each operation has a number of its own, and what a closed screen has sent keeps its own', () => {
    const first = answered(sendAll(mark(loaded, [ANNA, BEN], 'present')))
    const second = sendAll(mark(first, [CARA], 'absent'))
    expect([...second.sent.values()].map(({ as }) => as)).toEqual([{ device: DEVICE, number: 3 }])
    const other = '5f0c1c1e-0000-4000-8000-000000000002'
    const taken = send(takeOver(send(mark(loaded, [BEN], 'absent'), other), second), other)
    expect(nextCall(taken.sent)).toMatchObject({ device: DEVICE, marks: new Map([[CARA, {}]]) })
    const rest = answered(taken)
    expect(nextCall(rest.sent)).toMatchObject({ device: other })
    expect([...rest.sent.keys()]).toEqual([BEN])
  })

  test('a mark in a class that is not theirs any more is named, and not sent again', () => {
    const sent = sendAll(mark(loaded, [ANNA], 'present'))
    const answer = {
      operations: [{ number: 1, outcome: 'claim' as const, reason: 'not_allowed' as const }],
      classes: [],
    }
    const saved = receiveSaved(sent, callOf(sent), answer)
    expect(saved.refusals).toEqual([
      { id: ANNA, name: 'Anna Baker', reason: 'not_allowed', state: 'not_recorded' },
    ])
    expect([unsavedCount(saved), saved.revision]).toEqual([0, 'r1'])
  })

  test('a mark of an entry that became another child’s is shown there; of one that is not here, the roll is loaded', () => {
    const left = { sent: new Map(), waiting: mark(loaded, [ANNA], 'present').waiting }
    const roll = rollOf(child(BEN), child(CARA))
    const sent = sendAll(takeOver(receiveRoll(emptyMarks, { revision: 'r1', roll }), left))
    const became = (attendee_id: number) =>
      receiveSaved(sent, callOf(sent), {
        operations: [
          {
            ...{ number: 1, outcome: 'applied', attendee_id },
            mark: { state: 'present', comment: '', version: 1 },
          },
        ],
        classes: [{ class_id: 7, before: 'r1', revision: 'r2' }],
      })
    expect([states(became(BEN)), became(BEN).revision]).toEqual([['present', 'not_recorded'], 'r2'])
    expect([states(became(9)), became(9).revision]).toEqual([['not_recorded', 'not_recorded'], 'r1'])
  })

  test('a mark says at what time the class was when it was made, also when it goes out after the class was moved', () => {
    const roll = { ...rollOf(child(ANNA), child(BEN), child(CARA)), session_datetime: '2026-11-29T10:30:00' }
    const moved = receiveRoll(mark(loaded, [ANNA], 'present'), { revision: 'r2', roll })
    expect(wanted(mark(moved, [BEN], 'present').waiting)).toEqual([
      { attendee_id: ANNA, state: 'present', seen: 0, session_datetime: '2026-11-22T10:30:00' },
      { attendee_id: BEN, state: 'present', seen: 0, session_datetime: '2026-11-29T10:30:00' },
    ])
  })

  test('the revision moves on only when nobody else came in between', () => {
    const sent = sendAll(mark(loaded, [ANNA], 'present'))
    expect(answered(sent).revision).toBe('r2')
    expect(answered(sent, { before: 'r1b' }).revision).toBe('r1')
  })
})

describe("others' marks", () => {
  test('appear beside the own ones that are not saved yet', () => {
    const marked = mark(loaded, [ANNA], 'present')
    const roll = rollOf(child(ANNA), child(BEN, 'absent', 1), child(CARA))
    const merged = receiveRoll(marked, { revision: 'r2', roll })
    expect(states(merged)).toEqual(['present', 'absent', 'not_recorded'])
    expect(unsavedCount(merged)).toBe(1)
  })

  test('who agree with an unsaved mark make it needless', () => {
    const marked = mark(loaded, [ANNA], 'present')
    const roll = rollOf(child(ANNA, 'present', 1), child(BEN), child(CARA))
    expect(unsavedCount(receiveRoll(marked, { revision: 'r2', roll }))).toBe(0)
  })

  test('who disagree with an unsaved mark leave it to the server, which knows what was seen', () => {
    const marked = mark(loaded, [ANNA], 'present')
    const roll = rollOf(child(ANNA, 'absent', 1), child(BEN), child(CARA))
    const merged = mark(receiveRoll(marked, { revision: 'r2', roll }), [BEN], 'present')
    expect(wanted(merged.waiting)).toMatchObject([{ attendee_id: ANNA, state: 'present', seen: 0 }, {}])
  })

  test('redraw only the children who changed', () => {
    const roll = rollOf(child(ANNA), child(BEN, 'absent', 1), child(CARA))
    const merged = receiveRoll(loaded, { revision: 'r2', roll })
    expect(merged.roll?.children[0]).toBe(loaded.roll?.children[0])
    expect(merged.roll?.children[1]).not.toBe(loaded.roll?.children[1])
    expect(receiveRoll(loaded, { revision: 'r1', roll: null })).toBe(loaded)
  })
})
