import type { Call, CallInput } from '@vestry/contract/calls/api.ts'
import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { ROLL_STATES, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addChildren } from '../../../server/src/testing/build-class.ts'
import { enrolAll, holdClass } from '../../../server/src/testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { pendingMarks } from './pending-marks.ts'
import { type CallRoll, createRollCallStore } from './roll-call-store.ts'
import { hasUnsent, shownState, unsavedCount } from './roll-marks.ts'
import { createLocks, keepsNothing, loadPlainPlaces, memory } from './testing-browser.ts'

// A thumb on the roll of a real class: it taps, marks, undoes, waits as long as it likes, and reloads. Meanwhile the
// line drops, responses get lost, a proxy refuses, the class is cancelled and held again, and somebody else marks too.

const CHILDREN = 4

/** The server, or something on the way to it, has refused what the call asked. */
class Refused extends Error {}

type Line = 'up' | 'down' | 'answers lost' | 'refused' | 'saves refused'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The staff are loaded once, while the clock is still real: Amazon's client waits with timers.
  await server.ask('GET /teachers')
})
afterAll(() => server.destroy())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const child = fc.nat(CHILDREN - 1)
const state = fc.constantFrom(...ROLL_STATES)
const gesture = fc.oneof(
  fc.record({ move: fc.constant('tap' as const), child, on: fc.constantFrom('present', 'absent') }),
  fc.record({ move: fc.constant('mark' as const), child, state }),
  fc.constant({ move: 'undo' as const }),
  fc.constant({ move: 'all present' as const }),
)
const pause = fc.record({
  move: fc.constant('wait' as const),
  ms: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 700, max: 5000 })),
})
const happening = fc.oneof(
  fc.record({
    move: fc.constant('line' as const),
    line: fc.constantFrom<Line>('up', 'up', 'down', 'answers lost', 'refused', 'saves refused'),
  }),
  fc.record({ move: fc.constant('cancel' as const), cancelled: fc.boolean() }),
  fc.record({ move: fc.constant('somebody else' as const), child, state }),
  fc.constantFrom(
    { move: 'reload' as const },
    { move: 'send again' as const },
    { move: 'discard' as const },
    { move: 'look again' as const },
  ),
)
const moves = fc.array(
  fc.oneof(
    { arbitrary: gesture, weight: 5 },
    { arbitrary: pause, weight: 4 },
    { arbitrary: happening, weight: 2 },
  ),
  { minLength: 4, maxLength: 30 },
)
type Move = typeof moves extends fc.Arbitrary<(infer One)[]> ? One : never

test('however marks are tapped, each arrives, is kept, is reported as refused, or is a claim', async () => {
  await fc.assert(fc.asyncProperty(moves, playMoves), {
    numRuns: 60,
    examples: [
      [[tap(0), wait(300), { move: 'undo' }, wait(1000), tap(1), wait(1000)]],
      [[tap(0), wait(1000), tap(0, 'absent'), tap(0), wait(1000), tap(1), wait(1000)]],
      // The response to a mark is lost, the second try is refused, and the mark is taken back before the next reload.
      [
        [
          to('answers lost'),
          tap(0),
          wait(700),
          to('refused'),
          wait(1700),
          { move: 'undo' },
          wait(300),
          to('up'),
        ],
      ],
      [[to('answers lost'), tap(0), wait(700), to('refused'), wait(5000), tap(0), wait(900), to('up')]],
    ],
  })
}, 120_000)

function tap(of: number, on: 'present' | 'absent' = 'present'): Move {
  return { move: 'tap', child: of, on }
}
function to(line: Line): Move {
  return { move: 'line', line }
}
function wait(ms: number): Move {
  return { move: 'wait', ms }
}

async function playMoves(list: readonly Move[]) {
  const thumb = await takeRoll()
  for (const move of list) {
    await thumb.make(move)
    thumb.expectNothingLost()
  }
  await thumb.make({ move: 'line', line: 'up' })
  await thumb.make({ move: 'cancel', cancelled: false })
  await thumb.make(wait(20_000))
  await thumb.make({ move: 'send again' })
  await thumb.make(wait(2000))
  await thumb.expectAllSaved()
}

/** One person's page of one class, on a line that can be cut. */
async function takeRoll() {
  const { id: class_id, series_id } = await holdClass(server)
  const ids = await addChildren(server, CHILDREN)
  await enrolAll(server, series_id, ids)
  const idOf = (at: number) => ids[at] as number
  const [storage, locks] = [memory(), createLocks()]
  let line: Line = 'up'
  const asked = new Set<Promise<unknown>>()
  let page = openPage()

  /** What the person wants for each child, according to the screen after their last gesture. */
  const wanted = new Map<number, RollState>(ids.map((id) => [id, 'not_recorded']))
  /** Children whom somebody else has marked, or whose mark was given up: for them, the server decides. */
  const free = new Set<number>()
  /** Children whose mark came to a class that was cancelled. */
  const claimed = new Set<number>()

  async function ask<Body>(name: Call, input: CallInput<Call>): Promise<Body> {
    const running = server.tryCall(name, input as object)
    asked.add(running)
    const { status, body } = await running.finally(() => asked.delete(running))
    expect([200, 409], JSON.stringify(body)).toContain(status)
    if (status !== 200) {
      throw new Refused(body.message)
    }
    return body as Body
  }

  function openPage() {
    let open = true
    let saving = 0
    const call = async (name: Call, input: CallInput<Call>) => {
      const saves = name.startsWith('POST')
      saving += saves ? 1 : 0
      expect(saving).toBeLessThanOrEqual(1)
      try {
        await later(40)
        const found = line
        if (found === 'down') {
          throw new Error('no line')
        }
        if (found === 'refused' || (found === 'saves refused' && saves)) {
          throw new Refused('a proxy is in the way')
        }
        const answer = await ask(name, input)
        await later(40)
        if (found === 'answers lost') {
          throw new Error('the answer is lost')
        }
        return answer
      } finally {
        saving -= saves ? 1 : 0
        // Nothing can reach a page that is gone.
        await (open ? undefined : new Promise(() => undefined))
      }
    }
    const store = createRollCallStore({
      classId: class_id,
      call: call as unknown as CallRoll,
      device: keepsNothing,
      pending: pendingMarks(
        storage,
        locks,
        { sub: 'sub-ada', email: 'ada@vestry.test' },
        class_id,
        loadPlainPlaces,
      ),
      isTemporary: (error) => !(error instanceof Refused),
      looking: () => true,
      told: () => undefined,
    })
    const stop = store.start()
    return {
      store,
      close() {
        open = false
        stop()
      },
    }
  }

  async function pass(ms: number) {
    for (let left = ms; left >= 0; left -= 50) {
      await vi.advanceTimersByTimeAsync(Math.min(50, left))
      while (asked.size > 0) {
        await Promise.allSettled(asked)
        await vi.advanceTimersByTimeAsync(0)
      }
    }
  }

  const shown = () =>
    new Map(
      page.store.view().roll?.children.map((one) => [one.attendee_id, shownState(page.store.view(), one)]),
    )

  async function make(move: Move) {
    const { store } = page
    const before = shown()
    switch (move.move) {
      case 'tap': {
        const id = idOf(move.child)
        store.mark([id], before.get(id) === move.on ? 'not_recorded' : move.on)
        break
      }
      case 'mark':
        store.mark([idOf(move.child)], move.state)
        break
      case 'undo':
        store.undo()
        break
      case 'all present':
        store.markAllPresent()
        break
      case 'wait':
        return await pass(move.ms)
      case 'line':
        line = move.line
        return
      case 'cancel':
        // A class with records can't be cancelled; that refusal is not under test here.
        await server.tryCall('PUT /classes/cancelled', { body: { class_id, cancelled: move.cancelled } })
        return
      case 'somebody else': {
        const mark = (await currentMarks()).get(idOf(move.child))
        const marks = [{ attendee_id: idOf(move.child), state: move.state, seen: mark?.version ?? 0 }]
        free.add(idOf(move.child))
        await server.tryCall('PUT /attendance/roll-call', { body: { class_id, marks } })
        return
      }
      case 'reload':
        page.close()
        page = openPage()
        return await pass(200)
      case 'send again':
        return store.sendAgain()
      case 'discard':
        for (const [id, { refused }] of store.view().waiting) {
          if (refused === true) {
            free.add(id)
          }
        }
        return store.discard()
      case 'look again':
        return store.wake()
    }
    for (const [id, now] of shown()) {
      if (now !== before.get(id)) {
        wanted.set(id, now)
      }
    }
  }

  async function currentMarks() {
    const query = { class_id: String(class_id) }
    const { roll } = await server.ask('GET /attendance/roll-call', { query })
    return new Map((roll as Roll).children.map((one) => [one.attendee_id, one.mark]))
  }

  function noteClaims() {
    for (const { id, reason } of page.store.view().refusals) {
      if (reason === 'class_cancelled') {
        claimed.add(id)
        free.add(id)
      }
    }
  }

  function expectNothingLost() {
    noteClaims()
    for (const [id, now] of shown()) {
      if (!free.has(id)) {
        expect(now).toBe(wanted.get(id))
      }
    }
    const accused = page.store.view().refusals.filter(({ id }) => !free.has(id))
    expect(accused, 'nobody else has marked these').toEqual([])
  }

  async function expectAllSaved() {
    noteClaims()
    const view = page.store.view()
    expect([hasUnsent(view), unsavedCount(view), storage.length]).toEqual([false, 0, 0])
    const marks = await currentMarks()
    for (const [id, mark] of marks) {
      expect(shown().get(id)).toBe(mark.state)
      expect(free.has(id) || mark.state === wanted.get(id), `child ${id}`).toBe(true)
    }
    const query = { class_id: String(class_id) }
    const claims = await server.ask('GET /attendance/claims', { query })
    const waiting = new Set(claims.map(({ attendee_id }) => attendee_id))
    // Whoever marks the child once the class is held again settles it by that.
    const unmarked = [...claimed].filter((id) => marks.get(id)?.version === 0)
    expect(unmarked.filter((id) => !waiting.has(id))).toEqual([])
    page.close()
  }

  await pass(200)
  return { make, expectNothingLost, expectAllSaved }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
