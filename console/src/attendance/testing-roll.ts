import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { Roll, RollChild } from '@vestry/contract/calls/attendance.ts'
import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import { vi } from 'vitest'
import { pendingMarks } from './pending-marks.ts'
import { type CallRoll, createRollCallStore, type FirstRoll } from './roll-call-store.ts'
import { createLocks, keepsNothing, loadPlainPlaces, memory } from './testing-browser.ts'

const CLASS = 7
export const [ANNA, BEN] = [1, 2]

/** A child on the roster, of whom nothing more is known than this. */
export function childOf(
  attendee_id: number,
  first_name: string,
  mark: RollChild['mark'] = { state: 'not_recorded', comment: '', version: 0 },
): RollChild {
  return {
    attendee_id,
    first_name,
    last_name: 'Baker',
    birthdate: null,
    parent_contact: '',
    allergies: '',
    needs: '',
    notes: '',
    is_member: 0,
    on_roster: true,
    mark,
  }
}

/** The roll of one class with these children. */
export function rollOf(...children: RollChild[]): Roll {
  return {
    class_id: CLASS,
    series_id: 1,
    title: 'Little lambs',
    session_datetime: '2026-11-22T10:30:00',
    room: '',
    notes: '',
    cancelled: false,
    teachers: [],
    children,
  }
}

/** What the server refuses for good. */
class Refused extends Error {}

type Answers = CallAnswer<'POST /attendance/operations'>['operations']
type Marking = Extract<Operation, { kind: 'mark' }> & { attendee_id: number }

/** A server with one class of two children, whose line can be cut. */
export function serverOf() {
  const marks = new Map([ANNA, BEN].map((id) => [id, { state: 'not_recorded', comment: '', version: 0 }]))
  const server = {
    revision: 1,
    line: 'up' as 'up' | 'down' | 'refused',
    /** The saves that reached the server. */
    saves: [] as Marking[][],
    polls: 0,
    mostAtOnce: 0,
    answerAfter: 50,
    /** The next save is made, but its response is lost. */
    loseAnswer: false,
    markAs(id: number, state: 'present' | 'absent') {
      marks.set(id, { state, comment: '', version: (marks.get(id)?.version ?? 0) + 1 })
      server.revision += 1
    },
    stateOf: (id: number) => marks.get(id)?.state,
  }
  let running = 0
  const roll = () =>
    rollOf(
      ...[...marks].map(([id, mark]) =>
        childOf(id, id === ANNA ? 'Anna' : 'Ben', { ...mark } as RollChild['mark']),
      ),
    )
  const answers = new Map<string, Answers[number]>()
  const answerTo = ({ number, attendee_id, state, seen }: Marking): Answers[number] => {
    const now = marks.get(attendee_id) as Roll['children'][number]['mark']
    if (now.state !== state && now.version !== seen) {
      return { number, outcome: 'claim', reason: 'changed_meanwhile', attendee_id, mark: { ...now } }
    }
    if (now.state !== state) {
      server.markAs(attendee_id, state as 'present')
    }
    const mark = { ...(marks.get(attendee_id) as typeof now) }
    return { number, outcome: 'applied', attendee_id, mark }
  }
  const save = (device: string, sent: Marking[]): CallAnswer<'POST /attendance/operations'> => {
    server.saves.push(sent)
    const before = String(server.revision)
    const operations = sent.map((one) => {
      const name = `${device} ${one.number}`
      const answer = answers.get(name) ?? answerTo(one)
      answers.set(name, answer)
      return answer
    })
    return { operations, classes: [{ class_id: CLASS, before, revision: String(server.revision) }] }
  }
  const call = async (name: Call, input: CallInput<Call>) => {
    running += 1
    server.mostAtOnce = Math.max(server.mostAtOnce, name.startsWith('POST') ? running : 0)
    const answerAfter = server.answerAfter
    const answer = answerOf(name, input)
    await new Promise((resolve) => setTimeout(resolve, answerAfter))
    running -= 1
    if (answer instanceof Error) {
      throw answer
    }
    return answer
  }
  const answerOf = (name: Call, { query, body }: CallInput<Call>) => {
    if (server.line !== 'up') {
      return server.line === 'down' ? new Error('no line') : new Refused('the class is cancelled')
    }
    if (name.startsWith('GET')) {
      server.polls += 1
      const { since } = query as { since?: string }
      const revision = String(server.revision)
      return { revision, roll: since === revision ? null : roll() }
    }
    const { device, operations } = body as unknown as { device: string; operations: Marking[] }
    const answer = save(device, operations)
    const lost = server.loseAnswer
    server.loseAnswer = false
    return lost ? new Error('the answer is lost') : answer
  }
  return { server, call: call as unknown as CallRoll }
}

/** The roll of that class on an open screen, its first answer there. */
export async function openRoll(
  { server, call } = serverOf(),
  storage = memory(),
  {
    looking = { now: true },
    locks = createLocks(),
    told = () => undefined as string | undefined,
    first = undefined as FirstRoll | undefined,
  } = {},
) {
  const store = createRollCallStore({
    classId: CLASS,
    call,
    first,
    device: keepsNothing,
    pending: pendingMarks(
      storage,
      locks,
      { sub: 'sub-ada', email: 'ada@vestry.test' },
      CLASS,
      loadPlainPlaces,
    ),
    isTemporary: (error) => !(error instanceof Refused),
    looking: () => looking.now,
    told,
  })
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(100)
  return { store, server, call, storage, stop, looking, locks }
}
