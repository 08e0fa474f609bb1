import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { Roll, RollChild, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { ClaimReason } from '@vestry/contract/sunday-school/claim-rules.ts'
import { MAX_AT_ONCE, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'

/** Under which number of which device an operation is sent; sent again, it gets its first answer. */
type SentAs = { device: string; number: number }

/**
 * A mark that is not saved yet, with the version of the mark and the time of the class that the person saw. `made`: when,
 * in ms by this device's clock. `refused`: the server has refused the whole call that carried it; it is kept, but is sent
 * again only when that may help.
 */
export type UnsavedMark = {
  state: RollState
  seen: number
  at?: string
  made?: number
  as?: SentAs
  refused?: true
}
export type UnsavedMarks = ReadonlyMap<number, UnsavedMark>

/** What one gesture has changed, so that it can be undone. */
type Step = readonly { id: number; from: RollState; to: RollState }[]

/** A mark that could not be made and is a claim now, with the state that is there. */
export type Refusal = { id: number; name: string; state: RollState; reason: ClaimReason }

/**
 * The roll of one class: what the server says, the marks on their way to it, and those made since. A mark that may have
 * reached the server, but without a response, stays in `sent` and is sent again unchanged. `next` is the number of this
 * device's next operation.
 */
export type Marks = {
  revision: string | undefined
  roll: Roll | undefined
  sent: UnsavedMarks
  waiting: UnsavedMarks
  steps: readonly Step[]
  refusals: readonly Refusal[]
  next: number
}

const NOTHING: UnsavedMarks = new Map()
const NO_MARK: RollMark = { state: 'not_recorded', comment: '', version: 0 }
const MAX_STEPS = 100

export const emptyMarks: Marks = {
  revision: undefined,
  roll: undefined,
  sent: NOTHING,
  waiting: NOTHING,
  steps: [],
  refusals: [],
  next: 1,
}

/** What the screen shows of a child: the latest mark made on this device, or else the server's. */
export function shownState(marks: Pick<Marks, 'sent' | 'waiting'>, child: RollChild): RollState {
  return (marks.waiting.get(child.attendee_id) ?? marks.sent.get(child.attendee_id) ?? child.mark).state
}

export function unsavedCount({ sent, waiting }: Pick<Marks, 'sent' | 'waiting'>): number {
  return new Set([...sent.keys(), ...waiting.keys()]).size
}

export function isUnsaved({ sent, waiting }: Pick<Marks, 'sent' | 'waiting'>, id: number): boolean {
  return sent.has(id) || waiting.has(id)
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
  if (marks.revision === revision) {
    return marks
  }
  if (roll === null) {
    return { ...marks, revision }
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

/** Notes when and as which operations the marks were made that are new since the last look. */
export function stamp(marks: Marks, now: number, device: string): Marks {
  let { next } = marks
  const waiting = new Map<number, UnsavedMark>()
  for (const [id, mark] of marks.waiting) {
    waiting.set(id, { ...mark, made: mark.made ?? now, as: mark.as ?? { device, number: next } })
    next += mark.as ? 0 : 1
  }
  return { ...marks, waiting, next }
}

/**
 * Something else is about to be done about a child on this device: the child's mark that an earlier screen has made and
 * never sent is of this device from now on, so that the server knows that both are of one.
 */
export function adopt(marks: Marks, id: number, device: string): Marks {
  const mark = marks.waiting.get(id)
  if (mark?.as === undefined || mark.as.device === device || mark.refused === true) {
    return marks
  }
  const waiting = new Map(marks.waiting)
  waiting.set(id, { ...mark, as: { device, number: marks.next } })
  return { ...marks, waiting, next: marks.next + 1 }
}

/**
 * Moves the waiting marks to `sent`, as many as one call takes, each with a number of this device. Marks that are `sent`
 * already go first, under the numbers that they have.
 */
export function send(marks: Marks, device: string): Marks {
  const first = marks.sent.size > 0
  const going = first
    ? [...marks.sent]
    : [...marks.waiting].filter(([, { refused }]) => refused !== true).slice(0, MAX_AT_ONCE)
  let { next } = marks
  const sent = new Map<number, UnsavedMark>()
  for (const [id, mark] of going) {
    sent.set(id, mark.as ? mark : { ...mark, as: { device, number: next } })
    next += mark.as ? 0 : 1
  }
  const waiting = first ? marks.waiting : new Map([...marks.waiting].filter(([id]) => !sent.has(id)))
  return { ...marks, sent, waiting, next }
}

/** What one call sends: marks of one device, no more than a call takes. */
export type SentMarks = { device: string; marks: UnsavedMarks }

/** The marks of the next call; those of another device, that a closed screen has left, go out in one of their own. */
export function nextCall(sent: UnsavedMarks): SentMarks | undefined {
  const device = [...sent.values()].find(({ as }) => as)?.as?.device
  return device === undefined
    ? undefined
    : {
        device,
        marks: new Map([...sent].filter(([, { as }]) => as?.device === device).slice(0, MAX_AT_ONCE)),
      }
}

export function asOperations({ device, marks }: SentMarks, class_id: number) {
  const operations = [...marks].map(([attendee_id, { state, seen, at, made = 0, as }]) => ({
    kind: 'mark' as const,
    number: as?.number ?? 0,
    made_at: made,
    class_id,
    attendee_id,
    state,
    seen,
    ...(at !== undefined && { session_datetime: at }),
  }))
  return { device, operations }
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

/** Takes over a response of the server: both the marks that it made and those that became claims. */
export function receiveSaved(
  marks: Marks,
  call: SentMarks,
  { operations, classes }: CallAnswer<'POST /attendance/operations'>,
): Marks {
  const ids = new Map([...call.marks].map(([id, { as }]) => [as?.number, id]))
  const known = new Map((marks.roll?.children ?? []).map((child) => [child.attendee_id, child]))
  const stands = new Map<number, RollMark>()
  /** The same by child; another's entry may have become theirs. */
  const shown = new Map<number, RollMark>()
  const refusals: Refusal[] = []
  for (const { number, outcome, reason = 'not_found', mark, attendee_id } of operations) {
    const id = ids.get(number) ?? 0
    const child = known.get(attendee_id ?? id)
    const now = mark ?? child?.mark ?? NO_MARK
    stands.set(id, now)
    shown.set(attendee_id ?? id, now)
    if (outcome === 'claim') {
      refusals.push({ id, name: child ? nameOf(child) : '', state: now.state, reason })
    }
  }
  const refused = new Set(refusals.map(({ id }) => id))
  const waiting = new Map<number, UnsavedMark>()
  for (const [id, unsaved] of marks.waiting) {
    const now = stands.get(id)
    if (now?.state !== unsaved.state) {
      // The mark that was just saved is this person's own, so they have seen it; another's they have not.
      const own = now !== undefined && !refused.has(id)
      waiting.set(id, own ? { ...unsaved, seen: now.version } : unsaved)
    }
  }
  const [changed] = classes
  const isWhole = [...shown.keys()].every((id) => known.has(id))
  return {
    ...marks,
    // The roll is complete at the new revision only if nothing happened in between, to children who are in it.
    revision: changed?.before === marks.revision && isWhole ? changed?.revision : marks.revision,
    roll: marks.roll && {
      ...marks.roll,
      children: marks.roll.children.map((child) => {
        const now = shown.get(child.attendee_id)
        return now === undefined ? child : { ...child, mark: now }
      }),
    },
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
