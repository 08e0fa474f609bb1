import { expect, test } from 'vitest'
import { pendingMarks } from './pending-marks.ts'
import type { UnsavedMarks } from './roll-marks.ts'
import { createLocks, memory } from './testing-browser.ts'

const CLASS = 7
const ADA = { sub: 'sub-ada', email: 'office@vestry.test' }
const MARKS: UnsavedMarks = new Map([[1, { state: 'present', seen: 0, at: '2026-11-22T10:30:00' }]])
const KEPT = { sent: new Map(), waiting: MARKS }

/** The marks that a screen of this person finds, left by others. */
async function findLeft(storage: Storage, person: typeof ADA) {
  const found: unknown[] = []
  const close = pendingMarks(storage, createLocks(), person, CLASS).open(async (left) => {
    found.push(left)
  })
  await new Promise((resolve) => setTimeout(resolve))
  close()
  return found
}

test('unsaved marks stay with their person, whose address may change and pass to somebody else', async () => {
  const storage = memory()
  pendingMarks(storage, createLocks(), ADA, CLASS).write(KEPT)
  expect(storage.key(0)).not.toContain(ADA.email)
  expect(await findLeft(storage, { sub: 'sub-ben', email: ADA.email })).toEqual([])
  expect(await findLeft(storage, { sub: ADA.sub, email: 'ada@vestry.test' })).toEqual([KEPT])
  expect(storage.length).toBe(0)
})

test('marks that an earlier version has kept under the address are found once', async () => {
  const storage = memory()
  const place = `vestry.roll.${CLASS}.${ADA.email}/1f0c`
  storage.setItem(place, JSON.stringify({ sent: [], waiting: [...MARKS] }))
  expect(await findLeft(storage, { sub: 'sub-ben', email: 'ben@vestry.test' })).toEqual([])
  expect(await findLeft(storage, ADA)).toEqual([KEPT])
  expect(await findLeft(storage, ADA)).toEqual([])
  expect(storage.length).toBe(0)
})
