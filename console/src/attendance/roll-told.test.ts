import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memory } from './testing-browser.ts'
import { ANNA, openRoll, serverOf } from './testing-roll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('while the roll is told of', () => {
  const openTold = async () => {
    const made = serverOf()
    const line: { told: string | undefined } = { told: undefined }
    const opened = await openRoll(made, memory(), { told: () => line.told })
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
