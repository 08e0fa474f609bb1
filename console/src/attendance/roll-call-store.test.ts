import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { NewMark, Roll } from '@vestry/contract/calls/attendance.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pendingMarks } from './pending-marks.ts'
import { type CallRoll, createRollCallStore } from './roll-call-store.ts'
import { refusedIds, unsavedCount } from './roll-marks.ts'
import { createLocks, memory } from './testing-browser.ts'

const CLASS = 7
const [ANNA, BEN] = [1, 2]

class Refused extends Error {}

/** A server with one class of two children, whose line can be cut. */
function serverOf() {
  const marks = new Map([ANNA, BEN].map((id) => [id, { state: 'not_recorded', comment: '', version: 0 }]))
  const server = {
    revision: 1,
    line: 'up' as 'up' | 'down' | 'refused',
    /** The saves that reached the server. */
    saves: [] as NewMark[][],
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
  const roll = (): Roll => ({
    class_id: CLASS,
    series_id: 1,
    title: 'Little lambs',
    session_datetime: '2026-11-22T10:30:00',
    room: '',
    notes: '',
    cancelled: false,
    teachers: [],
    children: [...marks].map(([attendee_id, mark]) => ({
      attendee_id,
      first_name: attendee_id === ANNA ? 'Anna' : 'Ben',
      last_name: 'Baker',
      birthdate: null,
      parent_contact: '',
      allergies: '',
      needs: '',
      notes: '',
      is_member: 0,
      on_roster: true,
      mark: { ...mark } as Roll['children'][number]['mark'],
    })),
  })
  const save = (sent: NewMark[]): CallAnswer<'PUT /attendance/roll-call'> => {
    server.saves.push(sent)
    const before = String(server.revision)
    const saved: CallAnswer<'PUT /attendance/roll-call'>['saved'] = []
    const refused: CallAnswer<'PUT /attendance/roll-call'>['refused'] = []
    for (const { attendee_id, state, seen } of sent) {
      const now = marks.get(attendee_id) as Roll['children'][number]['mark']
      if (now.state === state) {
        saved.push({ attendee_id, mark: { ...now } })
      } else if (now.version !== seen) {
        refused.push({ attendee_id, reason: 'changed_meanwhile', mark: { ...now } })
      } else {
        server.markAs(attendee_id, state as 'present')
        saved.push({ attendee_id, mark: { ...now, state, version: seen + 1 } })
      }
    }
    return { message: 'updated', saved, refused, before, revision: String(server.revision) }
  }
  const call = async (name: Call, input: CallInput<Call>) => {
    running += 1
    server.mostAtOnce = Math.max(server.mostAtOnce, name.startsWith('PUT') ? running : 0)
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
    const answer = save((body as unknown as { marks: NewMark[] }).marks)
    const lost = server.loseAnswer
    server.loseAnswer = false
    return lost ? new Error('the answer is lost') : answer
  }
  return { server, call: call as unknown as CallRoll }
}

async function open(
  { server, call } = serverOf(),
  storage = memory(),
  { looking = { now: true }, locks = createLocks(), told = () => undefined as string | undefined } = {},
) {
  const store = createRollCallStore({
    classId: CLASS,
    call,
    pending: pendingMarks(storage, locks, { sub: 'sub-ada', email: 'ada@vestry.test' }, CLASS),
    isTemporary: (error) => !(error instanceof Refused),
    looking: () => looking.now,
    told,
  })
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(100)
  return { store, server, call, storage, stop, looking, locks }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('saving', () => {
  test('marks made one after the other go out in one call, a moment after the last', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(400)
    store.mark([BEN], 'absent')
    await vi.advanceTimersByTimeAsync(400)
    expect(server.saves).toEqual([])
    expect(store.view().saving).toBe('saving')
    await vi.advanceTimersByTimeAsync(300)
    expect(server.saves).toHaveLength(1)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'absent'])
    expect(store.view().saving).toBe('saved')
  })

  test('there are never two calls on their way', async () => {
    const { store, server } = await open()
    server.answerAfter = 1000
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(700)
    store.mark([ANNA], 'absent')
    await vi.advanceTimersByTimeAsync(900)
    expect(server.saves).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.saves).toMatchObject([
      [{ attendee_id: ANNA, state: 'present', seen: 0 }],
      [{ attendee_id: ANNA, state: 'absent', seen: 1 }],
    ])
    expect(store.view().saving).toBe('saved')
  })

  test('while the line is lost the marks are kept, and sent when it is back', async () => {
    const { store, server, storage } = await open()
    server.line = 'down'
    store.mark([ANNA, BEN], 'present')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(store.view().saving).toBe('kept')
    expect(storage.length).toBe(1)
    server.line = 'up'
    store.wake()
    await vi.advanceTimersByTimeAsync(200)
    expect(server.stateOf(BEN)).toBe('present')
    expect(store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('a lost answer does not make the own mark look like somebody else’s', async () => {
    const { store, server } = await open()
    server.loseAnswer = true
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(660)
    store.undo()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.stateOf(ANNA)).toBe('not_recorded')
    expect(store.view().refusals).toEqual([])
  })

  test('a mark that is undone before it was sent leaves nothing to send, and the next one is sent', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(300)
    store.undo()
    expect(store.view().saving).toBe('saved')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.saves).toEqual([])
    store.mark([BEN], 'present')
    await vi.advanceTimersByTimeAsync(700)
    expect(server.stateOf(BEN)).toBe('present')
  })

  test('a saved mark that is changed and changed back leaves nothing to send', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(700)
    store.mark([ANNA], 'absent')
    await vi.advanceTimersByTimeAsync(100)
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.saves).toHaveLength(1)
    expect(store.view().saving).toBe('saved')
  })

  test('a mark that somebody else makes in the meantime leaves nothing to send', async () => {
    const { store, server } = await open()
    await vi.advanceTimersByTimeAsync(2600)
    server.markAs(ANNA, 'present')
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.saves).toEqual([])
    expect(store.view().saving).toBe('saved')
  })

  test('what is refused is kept and named, and what comes after it is sent', async () => {
    const { store, server, storage } = await open()
    store.mark([ANNA], 'present')
    server.line = 'refused'
    await vi.advanceTimersByTimeAsync(700)
    expect(store.view().saving).toBe('refused')
    expect(refusedIds(store.view())).toEqual([ANNA])
    expect(store.view().refusal?.message).toBe('the class is cancelled')
    server.line = 'up'
    store.mark([BEN], 'absent')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.saves).toMatchObject([[{ attendee_id: BEN, state: 'absent', seen: 0 }]])
    expect(refusedIds(store.view())).toEqual([ANNA])
    expect(storage.length).toBe(1)
    store.sendAgain()
    await vi.advanceTimersByTimeAsync(100)
    expect(server.stateOf(ANNA)).toBe('present')
    expect(store.view().saving).toBe('saved')
  })

  test('a refused mark that is made otherwise is sent as it is now', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    server.line = 'refused'
    await vi.advanceTimersByTimeAsync(700)
    server.line = 'up'
    store.mark([ANNA], 'absent')
    await vi.advanceTimersByTimeAsync(700)
    expect(server.stateOf(ANNA)).toBe('absent')
    expect(unsavedCount(store.view())).toBe(0)
  })

  test('what is refused is tried again when the class has changed, and can be given up', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    server.line = 'refused'
    await vi.advanceTimersByTimeAsync(700)
    server.line = 'up'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.saves).toEqual([])
    store.discard()
    expect(unsavedCount(store.view())).toBe(0)
    store.mark([ANNA], 'present')
    server.line = 'refused'
    await vi.advanceTimersByTimeAsync(700)
    server.line = 'up'
    server.markAs(BEN, 'absent')
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.stateOf(ANNA)).toBe('present')
  })

  test('unsaved marks outlive a reload', async () => {
    const { store, server, call, storage, stop } = await open()
    server.line = 'down'
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(1000)
    store.mark([BEN], 'absent')
    stop()
    server.line = 'up'
    const again = await open({ server, call }, storage)
    await vi.advanceTimersByTimeAsync(500)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'absent'])
    expect(again.store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('two screens of one person keep their marks apart, and one takes over what the other has left', async () => {
    const { store, server, call, storage, stop, locks } = await open()
    server.line = 'down'
    const other = await open({ server, call }, storage, { locks })
    store.mark([ANNA], 'present')
    other.store.mark([BEN], 'absent')
    await vi.advanceTimersByTimeAsync(1000)
    other.store.undo()
    expect(storage.length).toBe(1)
    const third = await open({ server, call }, storage, { locks })
    await vi.advanceTimersByTimeAsync(1000)
    // As long as the first screen is open, its marks belong to it.
    expect(unsavedCount(third.store.view())).toBe(0)
    stop()
    await vi.advanceTimersByTimeAsync(0)
    expect([...third.store.view().sent.keys()]).toEqual([ANNA])
    expect(storage.length).toBe(1)
    server.line = 'up'
    third.store.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'not_recorded'])
    expect(storage.length).toBe(0)
  })

  test('a screen that was left on a slow line leaves nothing behind that another one has taken over', async () => {
    const { store, server, call, storage, stop, locks } = await open()
    server.answerAfter = 1000
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(700)
    store.mark([BEN], 'absent')
    stop()
    const again = await open({ server, call }, storage, { locks })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'absent'])
    expect(again.store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('a screen that was left sends nothing more: somebody else may be signed in', async () => {
    const { store, server, storage, stop } = await open()
    server.answerAfter = 1000
    store.mark([ANNA], 'present')
    void store.flush()
    store.mark([BEN], 'absent')
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.saves).toHaveLength(1)
    expect(storage.length).toBe(1)
  })

  test('leaving sends what waits at once, and knows whether it arrived', async () => {
    const { store, server } = await open()
    store.mark([ANNA], 'present')
    const arrived = store.flush()
    await vi.advanceTimersByTimeAsync(100)
    expect(await arrived).toBe(true)
    server.line = 'down'
    store.mark([ANNA], 'absent')
    const lost = store.flush()
    await vi.advanceTimersByTimeAsync(200)
    expect(await lost).toBe(false)
  })
})

describe('two teachers', () => {
  test("see each other's marks within seconds", async () => {
    const { server, call, store } = await open()
    const other = await open({ server, call })
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(4000)
    expect(other.store.view().roll?.children[0]?.mark.state).toBe('present')
  })

  test('who mark the same child differently keep the first mark, and the second is notified', async () => {
    const { server, call, store } = await open()
    const other = await open({ server, call })
    store.mark([ANNA], 'present')
    other.store.mark([ANNA], 'absent')
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.stateOf(ANNA)).toBe('present')
    expect(store.view().refusals).toEqual([])
    expect(other.store.view().refusals).toMatchObject([{ id: ANNA, reason: 'changed_meanwhile' }])
  })

  test('the roll is not asked for while nobody looks, nor behind an open question', async () => {
    const { store, server, looking } = await open()
    looking.now = false
    const before = server.polls
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.polls).toBe(before)
    looking.now = true
    const release = store.hold()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.polls).toBe(before)
    release()
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.polls).toBeGreaterThan(before)
  })

  test('a roll that was asked for before a save was answered does not undo it', async () => {
    const { store, server } = await open()
    await vi.advanceTimersByTimeAsync(2950)
    server.answerAfter = 400
    store.mark([ANNA], 'present')
    const looks = store.refresh()
    server.answerAfter = 10
    const arrived = store.flush()
    await vi.advanceTimersByTimeAsync(500)
    await Promise.all([looks, arrived])
    expect(store.view().roll?.children[0]?.mark.state).toBe('present')
  })
})

describe('while the roll is told of', () => {
  const openTold = async () => {
    const made = serverOf()
    const line: { told: string | undefined } = { told: undefined }
    const opened = await open(made, memory(), { told: () => line.told })
    line.told = String(made.server.revision)
    opened.store.wake()
    return { ...opened, line }
  }

  test('it is not asked for, and once for each news', async () => {
    const { store, server, line } = await openTold()
    const before = server.polls
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.polls).toBe(before)
    server.markAs(ANNA, 'absent')
    line.told = String(server.revision)
    store.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.polls).toBe(before + 1)
    expect(store.view().roll?.children[0]?.mark.state).toBe('absent')
  })

  test('what was saved here is asked for by nobody here', async () => {
    const { store, server, line } = await openTold()
    const before = server.polls
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(5000)
    line.told = String(server.revision)
    store.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.view().saving).toBe('saved')
    expect(server.polls).toBe(before)
  })

  test('news wait behind an open question', async () => {
    const { store, server, line } = await openTold()
    const before = server.polls
    const release = store.hold()
    server.markAs(ANNA, 'absent')
    line.told = String(server.revision)
    store.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.polls).toBe(before)
    release()
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.view().roll?.children[0]?.mark.state).toBe('absent')
  })

  test('it is asked for again as soon as nobody tells', async () => {
    const { server, line } = await openTold()
    const before = server.polls
    line.told = undefined
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.polls).toBeGreaterThan(before + 1)
  })

  test('news that came while the line was lost are asked for until there is an answer', async () => {
    const { store, server, line } = await openTold()
    server.markAs(ANNA, 'absent')
    line.told = String(server.revision)
    server.line = 'down'
    store.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.view().lost).toBe(true)
    server.line = 'up'
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.view().roll?.children[0]?.mark.state).toBe('absent')
    expect(store.view().lost).toBe(false)
  })
})
