import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { NewMark, RefusedMark, Roll, RollChild, RollMark } from '@vestry/contract/calls/attendance.ts'
import { MAX_AT_ONCE, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'

/**
 * A mark that is not saved yet, with the version of the mark and the time of the class that the person saw. `refused`:
 * the server has refused the whole call that carried it; it is kept, but is sent again only when that may help.
 */
export type UnsavedMark = { state: RollState; seen: number; at?: string; refused?: true }
export type UnsavedMarks = ReadonlyMap<number, UnsavedMark>

/** What one gesture has changed, so that it can be undone. */
type Step = readonly { id: number; from: RollState; to: RollState }[]

export type Refusal = Pick<RefusedMark, 'reason' | 'other_class'> & {
  id: number
  name: string
  state: RollState
}

/**
 * The roll of one class: what the server says, the marks on their way to it, and those made since. A mark that may have
 * reached the server, but without a response, stays in `sent` and is sent again unchanged: the same call twice changes
 * nothing, while a different one would look like somebody else's.
 */
export type Marks = {
  revision: string | undefined
  roll: Roll | undefined
  sent: UnsavedMarks
  waiting: UnsavedMarks
  steps: readonly Step[]
  refusals: readonly Refusal[]
}

const NOTHING: UnsavedMarks = new Map()
const MAX_STEPS = 100

export const emptyMarks: Marks = {
  revision: undefined,
  roll: undefined,
  sent: NOTHING,
  waiting: NOTHING,
  steps: [],
  refusals: [],
}

/** What the screen shows of a child: the latest mark made on this device, or else the server's. */
export function shownState(marks: Pick<Marks, 'sent' | 'waiting'>, child: RollChild): RollState {
  return (marks.waiting.get(child.attendee_id) ?? marks.sent.get(child.attendee_id) ?? child.mark).state
}

export function unsavedCount({ sent, waiting }: Pick<Marks, 'sent' | 'waiting'>): number {
  return new Set([...sent.keys(), ...waiting.keys()]).size
}

/** The children whose marks were refused as part of a whole call, without the server having looked at each. */
export function refusedIds({ waiting }: Pick<Marks, 'waiting'>): number[] {
  return [...waiting].filter(([, { refused }]) => refused === true).map(([id]) => id)
}

/** Whether the last mark of a child was refused, by itself or with its whole call. */
export function isRefused(marks: Pick<Marks, 'waiting' | 'refusals'>, id: number): boolean {
  return marks.waiting.get(id)?.refused === true || marks.refusals.some((refusal) => refusal.id === id)
}

/** Whether there is anything to send. */
export function hasUnsent(marks: Pick<Marks, 'sent' | 'waiting'>): boolean {
  return marks.sent.size > 0 || marks.waiting.size > refusedIds(marks).length
}

export function countStates(marks: Marks): Record<RollState, number> {
  const counts = { not_recorded: 0, present: 0, absent: 0 }
  for (const child of marks.roll?.children ?? []) {
    counts[shownState(marks, child)] += 1
  }
  return counts
}

/** Marks these children in one gesture; children who have this mark already are left alone. */
export function mark(marks: Marks, ids: readonly number[], state: RollState): Marks {
  const step = childrenOf(marks, ids)
    .map((child) => ({ id: child.attendee_id, from: shownState(marks, child), to: state }))
    .filter(({ from, to }) => from !== to)
  if (step.length === 0) {
    return marks
  }
  return { ...withStates(marks, step), steps: [...marks.steps.slice(1 - MAX_STEPS), step] }
}

export function markAllPresent(marks: Marks): Marks {
  const open = (marks.roll?.children ?? []).filter((child) => shownState(marks, child) === 'not_recorded')
  const ids = open.map((child) => child.attendee_id)
  return mark(marks, ids, 'present')
}

/** Undoes the last gesture for every child that nobody has marked differently since. */
export function undo(marks: Marks): Marks {
  const step = marks.steps.at(-1)
  if (step === undefined) {
    return marks
  }
  const children = new Map((marks.roll?.children ?? []).map((child) => [child.attendee_id, child]))
  const back = step.flatMap(({ id, from, to }) => {
    const child = children.get(id)
    return child !== undefined && shownState(marks, child) === to ? [{ id, to: from }] : []
  })
  return { ...withStates(marks, back), steps: marks.steps.slice(0, -1) }
}

function withStates(marks: Marks, changes: readonly { id: number; to: RollState }[]): Marks {
  const waiting = new Map(marks.waiting)
  const wanted = new Map(changes.map(({ id, to }) => [id, to]))
  for (const child of childrenOf(marks, [...wanted.keys()])) {
    const id = child.attendee_id
    const state = wanted.get(id) ?? 'not_recorded'
    const before = marks.sent.get(id)
    const seen = marks.waiting.get(id)?.seen ?? child.mark.version
    waiting.set(id, { state, seen, at: marks.roll?.session_datetime ?? '' })
    if (state === (before ?? child.mark).state) {
      waiting.delete(id)
    }
  }
  const touched = marks.refusals.filter(({ id }) => !wanted.has(id))
  return { ...marks, waiting, refusals: touched.length === marks.refusals.length ? marks.refusals : touched }
}

/**
 * Takes over the server's roll. Children who have not changed stay the same object, so that only the others are drawn.
 */
export function receiveRoll(marks: Marks, answer: CallAnswer<'GET /attendance/roll-call'>): Marks {
  const { revision, roll } = answer
  if (roll === null) {
    return marks.revision === revision ? marks : { ...marks, revision }
  }
  const known = new Map((marks.roll?.children ?? []).map((child) => [child.attendee_id, child]))
  const children = roll.children.map((child) => {
    const before = known.get(child.attendee_id)
    return before !== undefined && JSON.stringify(before) === JSON.stringify(child) ? before : child
  })
  const waiting = new Map(marks.waiting)
  for (const child of children) {
    const { state } = waiting.get(child.attendee_id) ?? {}
    // Somebody else has made exactly the mark that was about to be sent.
    if (state === child.mark.state && !marks.sent.has(child.attendee_id)) {
      waiting.delete(child.attendee_id)
    }
  }
  return { ...marks, revision, roll: { ...roll, children }, waiting }
}

/** Moves the waiting marks to `sent`, as many as one call takes. Marks that are `sent` already go first, unchanged. */
export function send(marks: Marks): Marks {
  if (marks.sent.size > 0) {
    return marks
  }
  const sent = new Map([...marks.waiting].filter(([, { refused }]) => refused !== true).slice(0, MAX_AT_ONCE))
  return { ...marks, sent, waiting: new Map([...marks.waiting].filter(([id]) => !sent.has(id))) }
}

/** The marks of the next call: no more than one call takes. */
export function asNewMarks(unsaved: UnsavedMarks): NewMark[] {
  return [...unsaved].slice(0, MAX_AT_ONCE).map(([attendee_id, { state, seen, at }]) => ({
    attendee_id,
    state,
    seen,
    ...(at !== undefined && { session_datetime: at }),
  }))
}

/**
 * The server has refused the call as a whole: its marks are kept, apart from all that come after them. Those that the
 * server has by now were made by an earlier try without a response.
 */
export function setAside(marks: Marks): Marks {
  const stands = new Map((marks.roll?.children ?? []).map((child) => [child.attendee_id, child.mark]))
  const waiting = new Map<number, UnsavedMark>()
  for (const [id, mark] of marks.sent) {
    if (stands.get(id)?.state !== mark.state) {
      waiting.set(id, { ...mark, refused: true })
    }
  }
  for (const [id, mark] of marks.waiting) {
    const made = marks.sent.has(id) && !waiting.has(id)
    waiting.set(id, made ? { ...mark, seen: stands.get(id)?.version ?? mark.seen } : mark)
  }
  return { ...marks, sent: NOTHING, waiting }
}

/** Has refused marks sent again. */
export function tryAgain(marks: Marks): Marks {
  const waiting = new Map([...marks.waiting].map(([id, { refused: _, ...mark }]) => [id, mark]))
  return { ...marks, waiting }
}

/** Takes over a response of the server: both the marks that it made and those that it refused. */
export function receiveSaved(marks: Marks, answer: CallAnswer<'PUT /attendance/roll-call'>): Marks {
  const stands = new Map<number, RollMark>(
    [...answer.saved, ...answer.refused].map((one) => [one.attendee_id, one.mark]),
  )
  const refused = new Set(answer.refused.map((one) => one.attendee_id))
  const waiting = new Map<number, UnsavedMark>()
  for (const [id, unsaved] of marks.waiting) {
    const now = stands.get(id)
    if (!refused.has(id) && now?.state !== unsaved.state) {
      // The mark that was just saved is this person's own, so they have seen it.
      waiting.set(id, now === undefined ? unsaved : { ...unsaved, seen: now.version })
    }
  }
  const children = (marks.roll?.children ?? []).map((child) => {
    const now = stands.get(child.attendee_id)
    return now === undefined ? child : { ...child, mark: now }
  })
  const names = new Map(children.map((child) => [child.attendee_id, nameOf(child)]))
  const refusals = answer.refused.map(({ attendee_id: id, reason, other_class, mark: { state } }) => ({
    ...(other_class !== undefined && { other_class }),
    id,
    name: names.get(id) ?? '',
    reason,
    state,
  }))
  return {
    ...marks,
    // The roll is complete at the new revision only if nothing happened in between.
    revision: answer.before === marks.revision ? answer.revision : marks.revision,
    roll: marks.roll && { ...marks.roll, children },
    sent: new Map([...marks.sent].filter(([id]) => !stands.has(id))),
    waiting,
    refusals: [...marks.refusals.filter(({ id }) => !stands.has(id)), ...refusals],
  }
}

/**
 * Takes over the unsaved marks that a closed screen has left. Where both have marked a child, the open screen is right.
 */
export function takeOver(marks: Marks, left: Pick<Marks, 'sent' | 'waiting'>): Marks {
  const own = new Set([...marks.sent.keys(), ...marks.waiting.keys()])
  const older = [...left.waiting].filter(([id]) => !own.has(id))
  return {
    ...marks,
    sent: new Map([...left.sent, ...marks.sent]),
    waiting: new Map([...older, ...marks.waiting]),
  }
}

/** Gives up every mark that was refused. */
export function discardRefused(marks: Marks): Marks {
  const waiting = new Map([...marks.waiting].filter(([, { refused }]) => refused !== true))
  return { ...marks, waiting, steps: [] }
}

export function dismissRefusals(marks: Marks): Marks {
  return { ...marks, refusals: [] }
}

export function nameOf(child: { first_name: string; last_name: string }): string {
  return `${child.first_name} ${child.last_name}`
}

function childrenOf(marks: Marks, ids: readonly number[]): RollChild[] {
  const wanted = new Set(ids)
  return (marks.roll?.children ?? []).filter((child) => wanted.has(child.attendee_id))
}
