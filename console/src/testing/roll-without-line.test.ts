import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChildren, plan } from '../../../server/src/testing/build-class.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { openDeviceDatabase } from '../api/offline/device-database.ts'
import { forgetKeptRolls } from '../api/offline/forget-kept-rolls.ts'
import { keepTodaysRolls } from '../api/offline/keep-todays-rolls.ts'
import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { keepWork, listKeptWork } from '../api/offline/kept-work.ts'
import { queryClient } from '../api/query-client.ts'
import { commentOn } from '../attendance/change-records.ts'
import { keepAbsence, keepComment } from '../attendance/keep-written.ts'
import { keptByChild } from '../attendance/kept-in-roll.ts'
import { namesIn, placesOf } from '../attendance/mark-places.ts'
import type { RollCallStore } from '../attendance/roll-call-store.ts'
import { countStates, unsavedCount } from '../attendance/roll-marks.ts'
import { rollOnDevice } from '../attendance/roll-on-device.ts'
import { sendLeftMarks } from '../attendance/send-left-marks.ts'
import { createLocks, memory } from '../attendance/testing-browser.ts'
import { countUnsent, describeUnsent, discardUnsent, sendUnsent } from '../attendance/unsent-work.ts'
import { currentUserId } from '../auth/session.ts'
import { askedPerson } from './asked-person.tsx'
import { openRoll } from './open-roll.ts'

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
let class_id: number
let child: number
let stop: () => void = () => undefined
let minute = 10
const sub = () => currentUserId() ?? ''
const keptClasses = async () =>
  (await listKeptRolls(sub(), Date.now())).map(({ roll }) => [roll.class_id, roll.children.length])

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['sunday-school'])
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})
beforeEach(async () => {
  await forgetKeptRolls()
  minute += 1
  class_id = await enrolled(`${churchToday()}T23:${minute}:00`)
})
afterEach(() => {
  ada.network.turn('up')
  stop()
})

async function enrolled(session_datetime: string): Promise<number> {
  const { id, series_id } = await plan(server, { session_datetime })
  const attendee_ids = await addChildren(server, 2)
  child = attendee_ids[0] ?? 0
  await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
  return id
}

/** Opens the roll on this device, as a reload does. */
function open(storage = memory(), person = sub()): RollCallStore {
  stop()
  const opened = openRoll(class_id, { sub: person, storage, device: rollOnDevice(class_id, sub()) })
  stop = opened.stop
  return opened.store
}

/** A mark is kept as soon as the line is known to be lost; this waits until it was tried to send it. */
async function triedInVain(store: Awaited<ReturnType<typeof openLoaded>>): Promise<void> {
  await expect.poll(() => store.view().saving === 'kept' && store.view().sent.size > 0).toBe(true)
}

test('a roll that this device has kept is shown without a line, with what was marked on it', async () => {
  const storage = memory()
  const before = open(storage)
  await expect.poll(keptClasses).toEqual([[class_id, 2]])
  ada.network.turn('down')
  before.mark([child], 'present')
  await triedInVain(before)

  const after = open(storage)
  await expect.poll(() => after.view().roll?.children.length).toBe(2)
  expect(after.view()).toMatchObject({ lost: true, failure: undefined, keptAt: expect.any(Number) })
  await expect.poll(() => after.view().waiting.size + after.view().sent.size).toBe(1)

  ada.network.turn('up')
  after.wake()
  await expect.poll(() => after.view().saving).toBe('saved')
  await expect.poll(() => after.view().keptAt).toBeUndefined()
  const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: String(class_id) } })
  expect(roll?.children.map(({ mark }) => mark.state)).toEqual(['present', 'not_recorded'])
})

test('without a line, a roll that was not kept says so', async () => {
  ada.network.turn('down')
  const store = open()
  await expect.poll(() => store.view().failure?.message).toMatch(/connection|reach/i)
  expect(store.view().roll).toBeUndefined()
})

test('whoever may no longer see a class has nothing of it on the device either', async () => {
  const store = open()
  await expect.poll(keptClasses).toEqual([[class_id, 2]])
  await server.ask('DELETE /classes', { query: { class_id: String(class_id), scope: 'one' } })
  await store.refresh()
  await expect.poll(keptClasses).toEqual([])
})

const marksNow = async () => {
  const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: String(class_id) } })
  return roll?.children.map(({ mark }) => mark.state)
}

/** A roll that was closed while there was no line, with the first child marked. */
async function leaveMarks(line: 'down' | 'answers lost', person = sub()) {
  const storage = memory()
  const store = open(storage, person)
  await expect.poll(() => store.view().roll?.children.length).toBe(2)
  ada.network.turn(line)
  store.mark([child], 'present')
  await triedInVain(store)
  stop()
  return { storage, locks: createLocks() }
}

test('what a closed roll has left is sent from any page, and only the own', async () => {
  const browser = await leaveMarks('down')
  const { storage } = browser
  expect(await countUnsent(storage, sub())).toBe(1)
  expect(await describeUnsent(storage, sub())).toEqual([expect.stringMatching(/^Child \d+ Ruiz: Present$/)])
  await expect(sendLeftMarks(browser, sub(), callApi)).rejects.toThrow()
  expect(await countUnsent(storage, sub())).toBe(1)
  ada.network.turn('up')
  await sendLeftMarks(browser, 'somebody-else', callApi)
  expect(await marksNow()).toEqual(['not_recorded', 'not_recorded'])
  await sendLeftMarks(browser, sub(), callApi)
  expect(await marksNow()).toEqual(['present', 'not_recorded'])
  expect(placesOf(storage, sub())).toEqual([])
})

test('a mark whose answer was lost, and that somebody else has changed since, changes nothing and is no claim', async () => {
  const browser = await leaveMarks('answers lost')
  const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: String(class_id) } })
  const seen = roll?.children[0]?.mark.version ?? 0
  const marks = [{ attendee_id: child, state: 'absent' as const, seen }]
  await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  ada.network.turn('up')
  await sendLeftMarks(browser, sub(), callApi)
  expect(await marksNow()).toEqual(['absent', 'not_recorded'])
  expect(await server.ask('GET /attendance/claims', { query: { class_id: String(class_id) } })).toEqual([])
})

test('what an open roll holds is left to it', async () => {
  const { storage } = await leaveMarks('down')
  const held = { request: async (_name: string, _how: object, work: (lock: null) => unknown) => work(null) }
  ada.network.turn('up')
  await sendLeftMarks({ storage, locks: held as unknown as LockManager }, sub(), callApi)
  expect(await countUnsent(storage, sub())).toBe(1)
  await discardUnsent(storage, sub())
  expect([await countUnsent(storage, sub()), placesOf(storage, sub())]).toEqual([0, []])
})

test('guests who came without a line are added once, however often they are sent', async () => {
  const guest = { first_name: 'Zoë', last_name: 'O’Neil', parent_contact: '600 1', allergies: 'nuts' }
  const request_id = crypto.randomUUID()
  const session_datetime = `${churchToday()}T23:${minute}:00`
  const made = { kind: 'guest', number: 1, made_at: Date.now() } as const
  const operation = { ...made, ...guest, request_id, class_id, session_datetime }
  await keepWork(sub(), { device: request_id, operation, name: 'Zoë O’Neil' })
  expect(await describeUnsent(memory(), sub())).toEqual(['Zoë O’Neil: Guest'])
  ada.network.turn('answers lost')
  await sendUnsent({ storage: memory(), locks: createLocks() }, sub(), callApi)
  expect(await listKeptWork(sub())).toHaveLength(1)
  // A tab that was closed in between has it too.
  await server.ask('POST /attendance/guest', { body: { request_id, class_id, ...guest } })
  ada.network.turn('up')
  await sendUnsent({ storage: memory(), locks: createLocks() }, sub(), callApi)
  expect(await listKeptWork(sub())).toEqual([])
  const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: String(class_id) } })
  const added = roll?.children.filter(({ on_roster }) => !on_roster)
  expect(added).toMatchObject([{ first_name: 'Zoë', allergies: 'nuts', mark: { state: 'present' } }])
})

test('the rolls of today are kept before anybody opens them, and those of other days are not', async () => {
  minute += 1
  await enrolled(`${churchToday()}T23:${minute}:00`)
  await enrolled('2031-01-05T10:30:00')
  await keepTodaysRolls(sub())
  const first = await listKeptRolls(sub(), Date.now())
  expect(first.length).toBeGreaterThan(1)
  expect(first.every(({ roll }) => roll.session_datetime.startsWith(churchToday()))).toBe(true)
  // Those that are as they were are new again all the same.
  await keepTodaysRolls(sub())
  const second = await listKeptRolls(sub(), Date.now())
  expect(second.map(({ roll }) => roll)).toEqual(first.map(({ roll }) => roll))
  expect(second.every(({ at }, index) => at >= (first[index]?.at ?? at + 1))).toBe(true)
})

test('a class that is no longer among today’s own is kept no longer', async () => {
  await queryClient.invalidateQueries()
  await keepTodaysRolls(sub())
  expect((await keptClasses()).map(([id]) => id)).toContain(class_id)
  await server.ask('PUT /classes/cancelled', { body: { class_id, cancelled: true } })
  await queryClient.invalidateQueries()
  await keepTodaysRolls(sub())
  expect((await keptClasses()).map(([id]) => id)).not.toContain(class_id)
})

const rollNow = async () =>
  (await server.ask('GET /attendance/roll-call', { query: { class_id: String(class_id) } })).roll?.children
const claimsNow = () => server.ask('GET /attendance/claims', { query: { class_id: String(class_id) } })
const days = { from_day: '2031-01-05', until_day: '2031-01-12', reason: 'Away' }

async function openLoaded(storage: Storage) {
  const store = open(storage)
  await expect.poll(() => store.view().roll?.children.length).toBe(2)
  return store
}

test('a comment and an absence that are written without a line are kept encrypted, and sent from any page', async () => {
  const storage = memory()
  const store = await openLoaded(storage)
  ada.network.turn('down')
  store.mark([child + 1], 'absent')
  await triedInVain(store)
  // This one was never sent when the page is killed, and the comment is about it.
  store.mark([child], 'present')
  const first = commentOn(store, child)
  await ada.answer('Fell')
  expect(await first).toBe(true)
  await keepComment(store, child, 'Fell, and was brave')
  await keepAbsence(store, child, days)
  stop()

  const plain = namesIn(storage).map((name) => storage.getItem(name))
  expect(plain.join()).not.toMatch(/Fell|Away/)
  expect(keptByChild(await listKeptWork(sub()), class_id).get(child)).toMatchObject({
    comment: 'Fell, and was brave',
    absence: days,
  })
  expect(await countUnsent(storage, sub())).toBe(4)
  expect(await describeUnsent(storage, sub())).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Child \d+ Ruiz: Comment$/),
      expect.stringMatching(/^Child \d+ Ruiz: Planned absence$/),
    ]),
  )
  const browser = { storage, locks: createLocks() }
  ada.network.turn('answers lost')
  await sendUnsent(browser, sub(), callApi)
  ada.network.turn('up')
  await sendUnsent(browser, sub(), callApi)
  expect(await countUnsent(storage, sub())).toBe(0)
  expect((await rollNow())?.map(({ mark }) => [mark.state, mark.comment])).toEqual([
    ['present', 'Fell, and was brave'],
    ['absent', ''],
  ])
  const absences = await server.ask('GET /attendees/absences', { query: { attendee_id: child } })
  expect(absences).toMatchObject([days])
  expect(await claimsNow()).toEqual([])
})

test('a comment on a mark that the screen before has made is one with it', async () => {
  const storage = memory()
  const before = await openLoaded(storage)
  await expect.poll(keptClasses).toEqual([[class_id, 2]])
  ada.network.turn('down')
  before.mark([child + 1], 'absent')
  await triedInVain(before)
  before.mark([child], 'present')
  const after = await openLoaded(storage)
  await expect.poll(() => unsavedCount(after.view())).toBe(2)
  await keepComment(after, child, 'Sang')
  stop()
  ada.network.turn('up')
  await sendUnsent({ storage, locks: createLocks() }, sub(), callApi)
  expect((await rollNow())?.[0]?.mark).toMatchObject({ state: 'present', comment: 'Sang' })
  expect(await claimsNow()).toEqual([])
})

test('a comment on a child whom somebody else has marked meanwhile needs a look', async () => {
  const store = await openLoaded(memory())
  ada.network.turn('down')
  await keepComment(store, child, 'Sang')
  const marks = [{ attendee_id: child, state: 'absent' as const, seen: 0 }]
  await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  ada.network.turn('up')
  await sendUnsent({ storage: memory(), locks: createLocks() }, sub(), callApi)
  expect(await listKeptWork(sub())).toEqual([])
  expect(await claimsNow()).toMatchObject([{ kind: 'comment', wanted: { text: 'Sang' } }])
})

test('what is discarded at the end of a visit is never sent', async () => {
  const store = await openLoaded(memory())
  await keepComment(store, child, 'Sang')
  await keepAbsence(store, child, days)
  await discardUnsent(memory(), sub())
  await sendUnsent({ storage: memory(), locks: createLocks() }, sub(), callApi)
  expect((await rollNow())?.[0]?.mark.comment).toBe('')
})

test('undo, and marking all, work without a line as with one', async () => {
  const storage = memory()
  const store = await openLoaded(storage)
  ada.network.turn('down')
  store.mark([child], 'absent')
  await triedInVain(store)
  store.undo()
  store.markAllPresent()
  store.mark([child], 'absent')
  store.undo()
  expect(countStates(store.view())).toEqual({ not_recorded: 0, present: 2, absent: 0 })
  store.undo()
  store.mark([child + 1], 'present')
  stop()
  ada.network.turn('up')
  await sendUnsent({ storage, locks: createLocks() }, sub(), callApi)
  expect(await marksNow()).toEqual(['not_recorded', 'present'])
  expect([await countUnsent(storage, sub()), await claimsNow()]).toEqual([0, []])
})

test('a guest as the version before kept it is sent all the same', async () => {
  const request_id = crypto.randomUUID()
  const guest = { first_name: 'Old', last_name: 'Guest', parent_contact: '600 1', allergies: '' }
  const session_datetime = `${churchToday()}T23:${minute}:00`
  const former = { ...guest, request_id, class_id, session_datetime, made: 1 }
  await openDeviceDatabase('vestry.unsent').put(sub(), request_id, former, 1)
  expect(await describeUnsent(memory(), sub())).toEqual(['Old Guest: Guest'])
  await sendUnsent({ storage: memory(), locks: createLocks() }, sub(), callApi)
  expect(await listKeptWork(sub())).toEqual([])
  expect((await rollNow())?.map(({ first_name }) => first_name)).toContain('Old')
})
