import 'fake-indexeddb/auto'
import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../testing-page.ts'
import { forgetKeptRolls, KEPT_ROLLS } from './forget-kept-rolls.ts'
import { keptContactsName } from './keeps-contacts.ts'
import { keepRoll, keepRollsAnew, listKeptRolls, readKeptRoll, removeKeptRoll } from './kept-rolls.ts'

const TODAY = '2026-11-29'
const NOON = new Date(`${TODAY}T12:00:00`).getTime()
const HOUR = 3_600_000
const [ADA, GRACE] = ['ada-sub', 'grace-sub']

const child = (attendee_id: number, first_name: string): Roll['children'][number] => ({
  attendee_id,
  first_name,
  last_name: 'Baker',
  birthdate: null,
  parent_contact: '600 123',
  allergies: 'nuts',
  needs: 'a chair',
  notes: 'new in town',
  is_member: 0,
  on_roster: true,
  collectors: [
    { adult_id: 1, name: 'Ana Baker', rule: 'always' },
    { adult_id: 2, name: 'Ben Baker', rule: 'barred' },
  ],
  mark: { state: 'present', comment: '', version: 3 },
})
const roll = (class_id: number, time = '10:30:00', day = TODAY): Roll => ({
  class_id,
  series_id: 1,
  title: `Class ${class_id}`,
  session_datetime: `${day}T${time}`,
  room: 'Attic',
  notes: 'about the teachers',
  cancelled: false,
  teachers: ['Grace'],
  children: [child(1, 'Anna')],
})
const keep = (sub: string, kept: Roll, at = NOON) => keepRoll(sub, { roll: kept, revision: '1', at }, TODAY)

beforeEach(forgetKeptRolls)
beforeEach(() => void vi.stubGlobal('localStorage', createStorage()))

test('the rolls of today are kept with marks, allergies and who collects, without contacts and notes', async () => {
  await keep(ADA, roll(7))
  const { revision, at, roll: kept } = (await readKeptRoll(ADA, 7, NOON)) ?? {}
  expect([revision, at, kept?.title, kept?.notes]).toEqual(['1', NOON, 'Class 7', ''])
  expect(kept?.children).toEqual([{ ...child(1, 'Anna'), parent_contact: '', notes: '' }])
})

test('contacts are kept by the choice of a person alone, and go with it', async () => {
  localStorage.setItem(keptContactsName(ADA), 'yes')
  await keep(ADA, roll(7))
  await keep(GRACE, roll(7))
  const kept = async (sub: string) => (await readKeptRoll(sub, 7, NOON))?.roll.children
  expect(await kept(ADA)).toEqual([{ ...child(1, 'Anna'), notes: '' }])
  expect(await kept(GRACE)).toEqual([{ ...child(1, 'Anna'), parent_contact: '', notes: '' }])

  localStorage.removeItem(keptContactsName(ADA))
  await keepRollsAnew(ADA, NOON)
  expect(await kept(ADA)).toEqual(await kept(GRACE))
  // All of it is loaded again, and when it was had stays.
  expect(await readKeptRoll(ADA, 7, NOON)).toMatchObject({ revision: '', at: NOON })
})

test('they come in the order of their times, the newest state of each', async () => {
  await keep(ADA, roll(7, '11:30:00'))
  await keep(ADA, roll(8, '09:30:00'))
  await keep(ADA, roll(7, '11:30:00'), NOON + 1)
  const kept = await listKeptRolls(ADA, NOON)
  expect(kept.map(({ roll, at }) => [roll.class_id, at])).toEqual([
    [8, NOON],
    [7, NOON + 1],
  ])
})

test('a class of another day is not kept', async () => {
  await keep(ADA, roll(7, '10:30:00', '2026-12-06'))
  expect(await listKeptRolls(ADA, NOON)).toEqual([])
})

test('after three at night nothing is left of them', async () => {
  await keep(ADA, roll(7))
  expect(await listKeptRolls(ADA, NOON + 14 * HOUR)).toHaveLength(1)
  expect(await listKeptRolls(ADA, NOON + 16 * HOUR)).toEqual([])
  // Not even for a clock that is set back then.
  expect(await listKeptRolls(ADA, NOON)).toEqual([])
})

test('nobody reads what is kept for somebody else', async () => {
  await keep(ADA, roll(7))
  expect(await listKeptRolls(GRACE, NOON)).toEqual([])
  await removeKeptRoll(GRACE, 7)
  expect(await listKeptRolls(ADA, NOON)).toHaveLength(1)
  await removeKeptRoll(ADA, 7)
  expect(await listKeptRolls(ADA, NOON)).toEqual([])
})

test('no name can be read in the browser’s storage, and the key can’t be read out', async () => {
  await keep(ADA, roll(7))
  const database = await openDB(KEPT_ROLLS)
  const [value] = await database.getAll('values')
  const bytes = Buffer.from(value.sealed).toString('latin1')
  expect(['Anna', 'Baker', 'nuts', 'Attic'].filter((word) => bytes.includes(word))).toEqual([])
  const [key] = await database.getAll('keys')
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  database.close()
})

test('what is being kept while all is forgotten does not come back', async () => {
  await keep(ADA, roll(7))
  const keeping = Promise.all([keep(ADA, roll(8)), keep(ADA, roll(9))])
  await forgetKeptRolls()
  await keeping
  expect(await listKeptRolls(ADA, NOON)).toEqual([])
})

test('once it is forgotten, the key is gone too', async () => {
  await keep(ADA, roll(7))
  await forgetKeptRolls()
  expect(await listKeptRolls(ADA, NOON)).toEqual([])
  await keep(ADA, roll(8))
  expect(await listKeptRolls(ADA, NOON)).toHaveLength(1)
})
