import type { AttendanceRecord } from '@vestry/contract/calls/attendance.ts'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChildren, plan } from '../../../server/src/testing/build-class.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { addAttendee, commentOn, deleteRecord, toggleRecord } from '../attendance/change-records.ts'
import type { RollCallStore } from '../attendance/roll-call-store.ts'
import { currentUserId, signInAgain } from '../auth/session.ts'
import { setLanguage } from '../messages/messages.ts'
import { closeAll } from '../ui/dialogs/dialogs.ts'
import { askedPerson } from './asked-person.tsx'
import { openRoll } from './open-roll.ts'

// Somebody changes single records of a class that has one child on its roster, on the real server.

const CHANGED = 'Someone else has changed this attendance record meanwhile. Look at it again first.'

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
let store: RollCallStore
let stop: () => void
let class_id: number
let session_datetime: string
let child: Attendee

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['sunday-school'])
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})
beforeEach(async () => {
  const planned = await plan(server)
  class_id = planned.id
  session_datetime = planned.content.session_datetime
  child = await enter()
  const body = { series_id: planned.series_id, attendee_ids: [child.id] }
  await server.ask('POST /classes/roster', { body })
  ;({ store, stop } = openRoll(class_id, { sub: 'ada' }))
  await expect.poll(() => store.view().roll?.children.length).toBe(1)
})
afterEach(() => {
  // Boxes that a failed test has left open would be in the way of the next test.
  closeAll()
  ada.network.turn('up')
  stop()
})

async function enter(): Promise<Attendee> {
  const [attendee_id = 0] = await addChildren(server, 1)
  return (await server.ask('GET /attendees', { query: { attendee_id } })) as Attendee
}
const nameOf = ({ first_name, last_name }: Attendee) => `${first_name} ${last_name}`
const records = () => server.ask('GET /attendance', { query: { class_id } })
/** The child's record in the class, as it was loaded. */
async function recordOfChild(attended?: boolean, comment?: string): Promise<AttendanceRecord> {
  if ((await records()).length === 0) {
    await server.ask('POST /attendance', { body: { class_id, attendee_id: child.id, attended } })
  }
  const [{ id = 0 } = {}] = await records()
  if (comment !== undefined) {
    const body = { attendance_id: id, attended: attended === true, comment }
    await server.ask('PUT /attendance', { body })
  }
  await store.refresh()
  return (await records())[0] as AttendanceRecord
}
const visit = () => ({ class_id, title: '', session_datetime: '', session_type: 'upcoming' as const })
const listed = () => store.view().roll?.children.map(({ attendee_id }) => attendee_id)
/** Writes as somebody else, regardless of the version. */
const write = (attendance_id: number, comment: string, attended = false) =>
  server.ask('PUT /attendance', { body: { attendance_id, attended, comment } })

describe('adding', () => {
  test('asks by name, and shows who was added once the news of it is dismissed', async () => {
    const guest = await enter()
    const adding = addAttendee(store, visit(), guest)
    expect(await ada.question()).toMatchObject({
      question: { title: `Add ${nameOf(guest)} to this class?`, yes: 'Add', no: 'Cancel' },
    })
    await ada.answer('')
    await expect.poll(async () => (await records()).length).toBe(1)
    store.wake()
    expect([store.held(), listed()]).toEqual([true, [child.id]])
    expect(await ada.dismiss()).toEqual({ status: 'success', message: 'Attendance record added' })
    expect(await adding).toBe(true)
    expect(store.held()).toBe(false)
    expect(listed()).toEqual([child.id, guest.id])
    expect(await records()).toMatchObject([{ attendee_id: guest.id, state: 'not_recorded' }])
  })

  test('adds nobody whom the person does not want after all', async () => {
    const adding = addAttendee(store, visit(), await enter())
    await ada.answer(undefined)
    expect(await adding).toBe(false)
    expect([await records(), store.held()]).toEqual([[], false])
  })

  test('does not ask about who is in the class, and warns where somebody else has been quicker', async () => {
    const warning = { status: 'warning', message: 'Add Failed. Selected Attendee already in this class.' }
    await recordOfChild(true)
    const again = addAttendee(store, visit(), child)
    expect([await ada.dismiss(), await again]).toEqual([warning, false])
    const guest = await enter()
    const adding = addAttendee(store, visit(), guest)
    await ada.question()
    await server.ask('POST /attendance', { body: { class_id, attendee_id: guest.id } })
    await ada.answer('')
    expect([await ada.dismiss(), await adding]).toEqual([warning, false])
  })

  test('takes a child of the roster of whom nothing is recorded', async () => {
    const adding = addAttendee(store, visit(), child)
    await ada.answer('')
    await ada.dismiss()
    expect(await adding).toBe(true)
  })

  test('names the other class of that time, whether it was known before or is found out by the saving', async () => {
    const other = await plan(server, { title: 'Lions', session_datetime })
    const guest = await enter()
    const add = () => server.ask('POST /attendance', { body: { class_id: other.id, attendee_id: guest.id } })
    const late = addAttendee(store, visit(), guest)
    await ada.question()
    await add()
    await ada.answer('')
    const message = expect.stringMatching(
      /^Add Failed\. Selected Attendee already in another class: Lions, Sun \d+ \w+ 20\d\d, 10:30$/,
    )
    expect([await ada.dismiss(), await late]).toEqual([{ status: 'warning', message }, false])
    const adding = addAttendee(store, visit(), guest)
    expect([await ada.dismiss(), await adding]).toEqual([{ status: 'warning', message }, false])
    expect(await records()).toEqual([])
  })

  test('says that it failed where the answer is lost', async () => {
    const adding = addAttendee(store, visit(), await enter())
    await ada.question()
    ada.network.turn('answers lost')
    await ada.answer('')
    expect(await ada.dismiss()).toMatchObject({
      status: 'error',
      message: 'Unable to add attendance record',
      details: ['The server can’t be reached. Check the connection, then try again.'],
    })
    ada.network.turn('up')
    expect(await adding).toBe(false)
  })
})

describe('recording', () => {
  test('asks for the other of both, with the comment, and saves what is left in it', async () => {
    const attending = toggleRecord(store, await recordOfChild())
    expect(await ada.answer('came late')).toMatchObject({
      title: `Record that ${nameOf(child)} attended?`,
      yes: 'Attend',
      textArea: { label: 'Comment', value: '', maxLength: 500 },
    })
    expect(await ada.dismiss()).toEqual({ status: 'success', message: 'Attendance record updated' })
    expect(await attending).toBe(true)
    const [present] = await records()
    expect(present).toMatchObject({ state: 'present', comment: 'came late' })
    const vacating = toggleRecord(store, present as AttendanceRecord)
    expect(await ada.answer('it was her sister')).toMatchObject({
      title: `Record that ${nameOf(child)} did not attend?`,
      yes: 'Vacate',
      textArea: { value: 'came late' },
    })
    await ada.dismiss()
    await vacating
    expect(await records()).toMatchObject([{ state: 'absent', comment: 'it was her sister' }])
  })

  test('leaves a comment alone that the person may not see', async () => {
    const record = await recordOfChild(false, 'is afraid of dogs')
    const attending = toggleRecord(store, { ...record, comment: '', names_only: true })
    expect(await ada.answer('')).not.toHaveProperty('textArea')
    await ada.dismiss()
    expect(await attending).toBe(true)
    expect(await records()).toMatchObject([{ state: 'present', comment: 'is afraid of dogs' }])
  })

  test('goes over one’s own mark, which is saved first', async () => {
    const record = await recordOfChild(true)
    store.mark([child.id], 'absent')
    const attending = toggleRecord(store, { ...record, attended: false, state: 'absent' })
    await ada.question()
    expect(await records()).toMatchObject([{ state: 'absent' }])
    await ada.answer('')
    expect(await ada.dismiss()).toMatchObject({ status: 'success' })
    expect(await attending).toBe(true)
    expect(await records()).toMatchObject([{ state: 'present' }])
  })

  test('asks again for a comment that was not saved, below the one that was written meanwhile', async () => {
    const record = await recordOfChild(true)
    const commenting = commentOn(store, child.id)
    await ada.question()
    ada.network.turn('refused')
    expect(await ada.answer('left at eleven')).toMatchObject({
      title: `Comment on the attendance of ${nameOf(child)}`,
      yes: 'Save',
    })
    expect(await ada.dismiss()).toMatchObject({ message: 'Unable to update attendance record' })
    ada.network.turn('up')
    expect(await ada.question()).toMatchObject({ question: { textArea: { value: 'left at eleven' } } })
    await write(record.id, 'fell ill')
    await ada.answer('left at eleven')
    expect(await ada.dismiss()).toMatchObject({ status: 'error', details: [CHANGED] })
    expect(await ada.answer('fell ill\nleft at eleven')).toMatchObject({
      textArea: { value: 'fell ill\nleft at eleven' },
    })
    await ada.dismiss()
    expect(await commenting).toBe(true)
    // A comment leaves the mark as it is at that time.
    expect(await records()).toMatchObject([{ state: 'absent', comment: 'fell ill\nleft at eleven' }])
  })

  test('is over after a failure for whoever has written nothing', async () => {
    const attending = toggleRecord(store, await recordOfChild(false, 'ill'))
    await ada.question()
    ada.network.turn('refused')
    await ada.answer('ill')
    expect(await ada.dismiss()).toMatchObject({ status: 'error' })
    expect(await attending).toBe(false)
    expect(await records()).toMatchObject([{ state: 'absent', comment: 'ill' }])
  })

  test('asks nothing about a mark that somebody has taken away', async () => {
    expect(await commentOn(store, child.id)).toBe(false)
    await recordOfChild()
    expect(await commentOn(store, child.id)).toBe(false)
  })

  test('keeps what is being typed when the session ends, for the same person', async () => {
    const record = await recordOfChild(true)
    const commenting = commentOn(store, child.id)
    const { question, answer } = await ada.question()
    const type = 'textArea' in question ? question.textArea.onType : undefined
    type?.('left at eleven')
    await signInAgain()
    await expect.poll(currentUserId).toBe(undefined)
    answer(undefined)
    expect(await commenting).toBe(false)
    await write(record.id, 'fell ill', true)
    await ada.signIn()
    await expect.poll(currentUserId).toBeDefined()
    const again = commentOn(store, child.id)
    expect(await ada.answer(undefined)).toMatchObject({ textArea: { value: 'fell ill\nleft at eleven' } })
    expect(await again).toBe(false)
    const third = commentOn(store, child.id)
    expect(await ada.answer(undefined)).toMatchObject({ textArea: { value: 'fell ill' } })
    await third
  })
})

describe('deleting', () => {
  test('asks, says that the comment goes too, and deletes', async () => {
    const deleting = deleteRecord(store, await recordOfChild(true))
    expect(await ada.answer('')).toMatchObject({
      title: `Delete the attendance record of ${nameOf(child)}?`,
      message: 'The comment is deleted too. The attendee stays in the list.',
      danger: true,
    })
    expect(await ada.dismiss()).toEqual({ status: 'success', message: 'Attendance record deleted' })
    expect([await deleting, await records()]).toEqual([true, []])
  })

  test('does not go over what somebody else has written meanwhile, but over one’s own marks', async () => {
    const record = await recordOfChild(true)
    const deleting = deleteRecord(store, record)
    await ada.question()
    await write(record.id, 'call her mother', true)
    await ada.answer('')
    expect(await ada.dismiss()).toMatchObject({
      message: 'Unable to delete attendance record',
      details: [CHANGED],
    })
    expect(await deleting).toBe(false)
    const written = await recordOfChild()
    for (const state of ['absent', 'present'] as const) {
      store.mark([child.id], state)
      await store.flush()
    }
    const again = deleteRecord(store, written)
    await ada.answer('')
    expect(await ada.dismiss()).toMatchObject({ status: 'success' })
    expect([await again, await records()]).toEqual([true, []])
  })
})

test('whoever reads another language finds a sentence of theirs before the server’s', async () => {
  await setLanguage('es')
  const deleting = deleteRecord(store, await recordOfChild(true))
  await ada.answer('')
  expect(await ada.dismiss()).toEqual({
    status: 'success',
    message: 'Se eliminó el registro de asistencia.',
    details: ['Attendance record deleted'],
  })
  await deleting
  await setLanguage('en')
})
