import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { readPlace } from './kept-marks.ts'
import { namesIn } from './mark-places.ts'
import { pendingMarks } from './pending-marks.ts'
import type { UnsavedMarks } from './roll-marks.ts'
import { createLocks, memory } from './testing-browser.ts'

const CLASS = 7
const WAIT = { timeout: 30_000 }
const ADA = { sub: 'sub-ada', email: 'office@vestry.test' }
const MARKS: UnsavedMarks = new Map([[1, { state: 'present', seen: 0, at: '2026-11-22T10:30:00' }]])
const KEPT = { sent: new Map(), waiting: MARKS }

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})

/** The names of the marks that are kept. */
function namesOf(storage: Storage): string[] {
  return namesIn(storage).filter((name) => /^vestry\.(marks|roll)\./.test(name))
}

/** The marks that a screen of this person finds, left by others. */
async function findLeft(storage: Storage, person: typeof ADA) {
  const found: unknown[] = []
  const [locks, changed] = [createLocks(), vi.fn()]
  const close = pendingMarks(storage, locks, person, CLASS).open(async (left) => {
    found.push(left)
  }, changed)
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), WAIT)
  // Only its own place is held once the others' are taken over.
  await vi.waitFor(async () => expect((await locks.query()).held).toHaveLength(1), WAIT)
  close()
  return found
}

/** A screen that can keep marks. */
async function openScreen(storage: Storage) {
  const screen = pendingMarks(storage, createLocks(), ADA, CLASS)
  await screen.unlock()
  return screen
}

test('unsaved marks stay with their person, whose address may change and pass to somebody else', async () => {
  const storage = memory()
  expect((await openScreen(storage)).write(KEPT)).toBe(true)
  expect(namesOf(storage).join()).not.toContain(ADA.email)
  expect(await findLeft(storage, { sub: 'sub-ben', email: ADA.email })).toEqual([])
  expect(await findLeft(storage, { sub: ADA.sub, email: 'ada@vestry.test' })).toEqual([KEPT])
  expect(namesOf(storage)).toEqual([])
})

test('marks that an earlier version has kept under the address are found once', async () => {
  const storage = memory()
  const place = `vestry.roll.${CLASS}.${ADA.email}/1f0c`
  storage.setItem(place, JSON.stringify({ sent: [], waiting: [...MARKS] }))
  expect(await findLeft(storage, { sub: 'sub-ben', email: 'ben@vestry.test' })).toEqual([])
  expect(await findLeft(storage, ADA)).toEqual([KEPT])
  expect(await findLeft(storage, ADA)).toEqual([])
  expect(namesOf(storage)).toEqual([])
})

test('what is kept can be read with the key alone, which is in no storage', async () => {
  const storage = memory()
  const screen = await openScreen(storage)
  screen.write(KEPT)
  const name = namesOf(storage)[0] ?? ''
  const sealed = storage.getItem(name) ?? ''
  expect(atob(sealed)).not.toMatch(/present|10:30|waiting/)
  const place = name.replace(/#.*/, '')
  expect(await readPlace(storage, place, 'sub-ben')).toEqual({ sent: new Map(), waiting: new Map() })
  expect(await readPlace(storage, place, ADA.sub)).toEqual(KEPT)
})

test('the same is never encrypted the same way, and what has not changed not again', async () => {
  const storage = memory()
  const screen = await openScreen(storage)
  const seal = (marks: UnsavedMarks) => {
    screen.write({ sent: new Map(), waiting: marks })
    return Object.fromEntries(
      namesOf(storage).map((name) => [name.replace(/.*#/, ''), storage.getItem(name)]),
    )
  }
  const mark = (state: 'present' | 'absent') => ({ state, seen: 0 })
  const first = seal(
    new Map([
      [1, mark('present')],
      [2, mark('present')],
    ]),
  )
  const second = seal(
    new Map([
      [1, mark('present')],
      [2, mark('absent')],
    ]),
  )
  expect(second[1]).toBe(first[1])
  seal(new Map([[1, mark('present')]]))
  const third = seal(
    new Map([
      [1, mark('present')],
      [2, mark('present')],
    ]),
  )
  expect([first[2], second[2], third[2]].map((one) => typeof one)).toEqual(['string', 'string', 'string'])
  expect(new Set([first[2], second[2], third[2]]).size).toBe(3)
})

test('without a key nothing is called kept, and what was kept before stays', async () => {
  const storage = memory()
  ;(await openScreen(storage)).write(KEPT)
  const name = namesOf(storage)[0] ?? ''
  const sealed = storage.getItem(name)
  const locked = pendingMarks(storage, createLocks(), ADA, CLASS)
  expect(locked.write(KEPT)).toBe(false)
  expect([namesOf(storage), storage.getItem(name)]).toEqual([[name], sealed])
})

test('more marks than the cipher has bytes for are kept as soon as it has more', async () => {
  const storage = memory()
  const screen = await openScreen(storage)
  const marks = (round: number): UnsavedMarks =>
    new Map(
      Array.from({ length: 1000 }, (_, child) => [
        child + 1,
        { state: 'present', seen: round, at: 'x'.repeat(60) },
      ]),
    )
  const rounds = Array.from({ length: 4 }, (_, round) =>
    screen.write({ sent: new Map(), waiting: marks(round) }),
  )
  expect(rounds).toContain(false)
  const last = { sent: new Map(), waiting: marks(4) }
  await vi.waitFor(() => expect(screen.write(last)).toBe(true), WAIT)
  expect(await findLeft(storage, ADA)).toEqual([last])
})

test('what is damaged is left out, and holds up nothing else', async () => {
  const storage = memory()
  const screen = await openScreen(storage)
  screen.write({
    sent: new Map(),
    waiting: new Map([...MARKS, [2, { state: 'absent', seen: 0 }], [3, { state: 'absent', seen: 0 }]]),
  })
  const names = namesOf(storage)
  const nameOf = (child: number) => names.find((name) => name.endsWith(`#${child}`)) ?? ''
  storage.setItem(nameOf(2), 'not base64!')
  storage.setItem(nameOf(3), btoa(`${'x'.repeat(12)}99999999999999999999 text`))
  expect(await findLeft(storage, ADA)).toEqual([KEPT])
})
