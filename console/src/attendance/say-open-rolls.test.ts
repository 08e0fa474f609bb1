import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { pendingMarks } from './pending-marks.ts'
import { findOpenRolls, sayOpenRolls } from './say-open-rolls.ts'
import { createLocks, memory } from './testing-browser.ts'

const RUTH = { sub: 'ruth', email: 'ruth@example.org' }
const MINUTE = 60_000

/** A browser, and what the server is told by it. */
function browser() {
  const [storage, locks] = [memory(), createLocks()]
  const told: { device: string; class_ids: number[] }[] = []
  let line = true
  return {
    told,
    storage,
    lose: () => {
      line = false
    },
    find: (looking = true) => findOpenRolls({ storage, locks }, 'ruth', looking),
    screen: (classId: number, person = RUTH) => pendingMarks(storage, locks, person, classId),
    say: (class_ids: number[], now: number) =>
      sayOpenRolls(storage, 'ruth', class_ids, {
        now,
        async call(body) {
          told.push(body)
          if (!line) {
            throw new Error('No line')
          }
        },
      }),
  }
}

const takesNothing = async () => undefined
const waiting = new Map([[5, { state: 'present' as const, seen: 0 }]])

describe('the rolls that a browser has open', () => {
  test('are those of its screens, until they are closed, and only of this person', async () => {
    const { screen, find } = browser()
    const close = screen(9).open(takesNothing)
    screen(7).open(takesNothing)
    screen(8, { ...RUTH, sub: 'boaz' }).open(takesNothing)
    expect(await find()).toEqual([7, 9])
    close()
    expect(await find()).toEqual([7])
  })

  test('are only those with something unsent while nobody looks', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const { screen, find } = browser()
    const lambs = screen(7)
    lambs.open(takesNothing)
    await lambs.unlock()
    screen(9).open(takesNothing)
    lambs.write({ sent: new Map(), waiting })
    expect(await find(false)).toEqual([7])
    lambs.write({ sent: new Map(), waiting: new Map() })
    expect(await find(false)).toEqual([])
  })
})

describe('the server is told', () => {
  test('nothing while no roll is open', async () => {
    const { say, told } = browser()
    await say([], 0)
    expect(told).toEqual([])
  })

  test('which rolls are open when they are others, and otherwise once a minute', async () => {
    const { say, told } = browser()
    for (const [at, rolls] of [[7], [7], [7, 9], [7, 9]].entries()) {
      await say(rolls, at * 5000)
    }
    await say([7, 9], MINUTE + 9999)
    await say([7, 9], MINUTE + 10_000)
    expect(told.map(({ class_ids }) => class_ids)).toEqual([[7], [7, 9], [7, 9]])
    expect(new Set(told.map(({ device }) => device)).size).toBe(1)
  })

  test('once that all are left, and begins anew with the next one', async () => {
    const { say, told, storage } = browser()
    await say([7], 0)
    await say([], 1000)
    await say([], 2000)
    expect(told.map(({ class_ids }) => class_ids)).toEqual([[7], []])
    expect(storage.length).toBe(0)
  })

  test('what a page said that is gone, by the next page, with the same device', async () => {
    const { say, told, lose } = browser()
    await say([7], 0)
    lose()
    await expect(say([], 1000)).rejects.toThrow()
    await expect(say([], 2000)).resolves.toBeUndefined()
    await expect(say([], MINUTE + 1000)).rejects.toThrow()
    expect(told.map(({ class_ids }) => class_ids)).toEqual([[7], [], []])
    expect(new Set(told.map(({ device }) => device)).size).toBe(1)
  })

  test('before the page that says so may be gone', () => {
    const { say, told } = browser()
    void say([7], 0)
    expect(told).toHaveLength(1)
  })
})
