import type { ClassSession } from '@vestry/contract/calls/classes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChildren, plan, sessionsOf } from '../../../server/src/testing/build-class.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { changeCancelled, removeClass } from '../classes/end-class.ts'
import { closeAll } from '../ui/dialogs/dialogs.ts'
import { askedPerson } from './asked-person.tsx'

// Somebody cancels and deletes classes of a series of four, on the real server.

const FOUR = { every: 1, weekdays: ['SU' as const], times: 4 }

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
let series_id: number

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['sunday-school', 'forms'])
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})
beforeEach(async () => {
  const session_datetime = '2031-02-02T10:30'
  series_id = (await plan(server, { title: 'Lambs', session_datetime, repeat: FOUR })).series_id
})
afterEach(async () => {
  closeAll()
  const [first] = await sessions()
  const query = { class_id: first?.id, scope: 'following', records: 2 }
  await server.tryCall('DELETE /classes', { query })
})

const sessions = () => sessionsOf(server, series_id)
const session = async (nth: number) => (await sessions())[nth] as ClassSession
const cancelled = async () => (await sessions()).map((one) => one.cancelled)
async function addRecord(class_id: number) {
  const [attendee_id] = await addChildren(server, 1)
  await server.ask('POST /attendance', { body: { class_id, attendee_id } })
}

test('a class, or it and all that follow, is cancelled and restored, as is chosen', async () => {
  const cancelling = changeCancelled(await session(0))
  expect(await ada.answer('one')).toMatchObject({
    title: 'Cancel this class?',
    message: '“Lambs” on Sun 2 Feb 2031, 10:30.',
    yes: 'Cancel class',
    no: 'Not now',
    danger: true,
    choice: {
      value: 'one',
      options: [
        { value: 'one', label: 'Only this class' },
        { value: 'following', label: 'This and the 3 following classes' },
      ],
    },
  })
  expect(await ada.dismiss()).toEqual({ status: 'success', message: 'Class successfully cancelled' })
  await cancelling
  expect(await cancelled()).toEqual([true, false, false, false])

  const restoring = changeCancelled(await session(0))
  expect(await ada.answer('one')).toMatchObject({ title: 'Restore this class?', danger: false })
  expect(await ada.dismiss()).toEqual({ status: 'success', message: 'Class successfully restored' })
  await restoring
  expect(await cancelled()).toEqual([false, false, false, false])

  const rest = changeCancelled(await session(1))
  await ada.answer('following')
  await ada.dismiss()
  await rest
  expect(await cancelled()).toEqual([false, true, true, true])

  const kept = changeCancelled(await session(0))
  await ada.answer(undefined)
  await kept
  expect(await cancelled()).toEqual([false, true, true, true])
})

test('a class of which something is recorded is not cancelled, and the message says why', async () => {
  const first = await session(0)
  await addRecord(first.id)
  const cancelling = changeCancelled(first)
  await ada.answer('one')
  expect(await ada.dismiss()).toMatchObject({
    status: 'error',
    message: 'Unable to cancel class',
    details: [expect.stringContaining('This class has 1 attendance record.')],
  })
  await cancelling
  expect(await cancelled()).toEqual([false, false, false, false])
})

test('the records that go with a class are named, and asked about again when their number changes', async () => {
  const [first, , third] = await sessions()
  await addRecord(first?.id ?? 0)
  const removing = removeClass(first as ClassSession)
  expect(await ada.question()).toMatchObject({
    question: {
      title: 'Are you sure you want to delete this class?',
      choice: {
        options: [
          { detail: '1 attendance record will be deleted too.' },
          { detail: '1 attendance record will be deleted too.' },
        ],
      },
    },
  })
  await addRecord(third?.id ?? 0)
  await ada.answer('following')
  expect(await ada.answer('following')).toMatchObject({
    title: 'The attendance records have changed. Delete the class anyway?',
    choice: {
      options: [
        { detail: '1 attendance record will be deleted too.' },
        { detail: '2 attendance records will be deleted too.' },
      ],
    },
  })
  expect(await ada.notice()).toMatchObject({ notice: { message: 'Class successfully deleted' } })
  expect([await removing, await sessions()]).toEqual([true, []])
})

test('a class that is deleted comes back by its Undo', async () => {
  const last = await session(3)
  const removing = removeClass(last)
  expect(await ada.answer('')).toEqual({
    title: 'Are you sure you want to delete this class?',
    message: '“Lambs” on Sun 23 Feb 2031, 10:30.',
    yes: 'Yes',
    no: 'No',
    danger: true,
  })
  const { notice } = await ada.notice()
  expect([await removing, (await sessions()).length]).toEqual([true, 3])
  await notice.action?.run()
  expect(await ada.notice()).toMatchObject({ notice: { message: 'Restored' } })
  expect((await sessions()).length).toBe(4)
})

test('a class that somebody else has deleted meanwhile is reported as not deleted', async () => {
  const last = await session(3)
  const removing = removeClass(last)
  await ada.question()
  await server.ask('DELETE /classes', { query: { class_id: last.id } })
  await ada.answer('')
  expect(await ada.dismiss()).toMatchObject({ status: 'error', message: 'Unable to delete class' })
  expect(await removing).toBe(false)
})
