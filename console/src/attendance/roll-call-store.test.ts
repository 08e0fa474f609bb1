import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusedIds, unsavedCount } from './roll-marks.ts'
import { ANNA, BEN, childOf, openRoll, rollOf, serverOf } from './testing-roll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a roll that was asked for before its screen is drawn', () => {
  const known = { revision: '1', roll: rollOf(childOf(ANNA, 'Anna'), childOf(BEN, 'Ben')) }

  test('is there at once if the answer has come', async () => {
    const never = new Promise<typeof known>(() => undefined)
    const { store, server } = await openRoll(serverOf(), undefined, { first: { answer: never, known } })
    expect(store.view().roll?.children).toHaveLength(2)
    expect(server.polls).toBe(0)
  })

  test('is not asked for twice if the answer comes later, and then asked for as ever', async () => {
    const answer = new Promise<typeof known>((resolve) => setTimeout(resolve, 1000, known))
    const { store, server } = await openRoll(serverOf(), undefined, { first: { answer, known: undefined } })
    expect(store.view().roll).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1000)
    expect(store.view().roll?.children).toHaveLength(2)
    expect(server.polls).toBe(0)
    server.markAs(ANNA, 'present')
    await vi.advanceTimersByTimeAsync(3100)
    expect(server.polls).toBe(1)
    expect(store.view().roll?.children[0]?.mark.state).toBe('present')
  })

  test('is asked for again if that failed', async () => {
    const answer = Promise.reject(new Error('no line'))
    const { store, server } = await openRoll(serverOf(), undefined, { first: { answer, known: undefined } })
    await vi.advanceTimersByTimeAsync(3100)
    expect(server.polls).toBe(1)
    expect(store.view().roll?.children).toHaveLength(2)
  })
})

describe('saving', () => {
  test('marks made one after the other go out in one call, a moment after the last', async () => {
    const { store, server } = await openRoll()
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
    const { store, server } = await openRoll()
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
    const { store, server, storage } = await openRoll()
    server.line = 'down'
    store.mark([ANNA, BEN], 'present')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(store.view().saving).toBe('kept')
    expect(storage.length).toBe(2)
    server.line = 'up'
    store.wake()
    await vi.advanceTimersByTimeAsync(200)
    expect(server.stateOf(BEN)).toBe('present')
    expect(store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('a lost answer does not make the own mark look like somebody else’s', async () => {
    const { store, server } = await openRoll()
    server.loseAnswer = true
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(660)
    store.undo()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.stateOf(ANNA)).toBe('not_recorded')
    expect(store.view().refusals).toEqual([])
  })

  test('a mark that is undone before it was sent leaves nothing to send, and the next one is sent', async () => {
    const { store, server } = await openRoll()
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
    const { store, server } = await openRoll()
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
    const { store, server } = await openRoll()
    await vi.advanceTimersByTimeAsync(2600)
    server.markAs(ANNA, 'present')
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.saves).toEqual([])
    expect(store.view().saving).toBe('saved')
  })

  test('what is refused is kept and named, and what comes after it is sent', async () => {
    const { store, server, storage } = await openRoll()
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
    const { store, server } = await openRoll()
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
    const { store, server } = await openRoll()
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
    const { store, server, call, storage, stop } = await openRoll()
    server.line = 'down'
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(1000)
    store.mark([BEN], 'absent')
    stop()
    server.line = 'up'
    const again = await openRoll({ server, call }, storage)
    await vi.advanceTimersByTimeAsync(500)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'absent'])
    expect(again.store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('two screens of one person keep their marks apart, and one takes over what the other has left', async () => {
    const { store, server, call, storage, stop, locks } = await openRoll()
    server.line = 'down'
    const other = await openRoll({ server, call }, storage, { locks })
    store.mark([ANNA], 'present')
    other.store.mark([BEN], 'absent')
    await vi.advanceTimersByTimeAsync(1000)
    other.store.undo()
    expect(storage.length).toBe(1)
    const third = await openRoll({ server, call }, storage, { locks })
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
    const { store, server, call, storage, stop, locks } = await openRoll()
    server.answerAfter = 1000
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(700)
    store.mark([BEN], 'absent')
    stop()
    const again = await openRoll({ server, call }, storage, { locks })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.stateOf(ANNA), server.stateOf(BEN)]).toEqual(['present', 'absent'])
    expect(again.store.view().saving).toBe('saved')
    expect(storage.length).toBe(0)
  })

  test('a screen that was left sends nothing more: somebody else may be signed in', async () => {
    const { store, server, storage, stop } = await openRoll()
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
    const { store, server } = await openRoll()
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
    const { server, call, store } = await openRoll()
    const other = await openRoll({ server, call })
    store.mark([ANNA], 'present')
    await vi.advanceTimersByTimeAsync(4000)
    expect(other.store.view().roll?.children[0]?.mark.state).toBe('present')
  })

  test('who mark the same child differently keep the first mark, and the second is notified', async () => {
    const { server, call, store } = await openRoll()
    const other = await openRoll({ server, call })
    store.mark([ANNA], 'present')
    other.store.mark([ANNA], 'absent')
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.stateOf(ANNA)).toBe('present')
    expect(store.view().refusals).toEqual([])
    expect(other.store.view().refusals).toMatchObject([{ id: ANNA, reason: 'changed_meanwhile' }])
  })

  test('the roll is not asked for while nobody looks, nor behind an open question', async () => {
    const { store, server, looking } = await openRoll()
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
    const { store, server } = await openRoll()
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
