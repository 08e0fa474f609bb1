import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { plan } from '../../../server/src/testing/build-class.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { deleteAttendee } from '../attendees/delete-attendee.ts'
import { closeAll } from '../ui/dialogs/dialogs.ts'
import { askedPerson } from './asked-person.tsx'

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
let farah: Attendee
const reload = vi.fn(async () => undefined)

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['sunday-school', 'forms'])
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})
beforeEach(async () => {
  const { id } = await server.ask('POST /attendees', { body: { first_name: 'Farah', last_name: 'Well' } })
  farah = (await server.ask('GET /attendees', { query: { attendee_id: id } })) as Attendee
  reload.mockClear()
})
afterEach(() => {
  closeAll()
  ada.network.turn('up')
})

const statusOf = async ({ id }: Attendee) =>
  (await server.tryCall('GET /attendees', { query: { attendee_id: id } })).status

test('the question names the child and the records that go with it, and Undo brings it back', async () => {
  const { id: class_id } = await plan(server)
  await server.ask('POST /attendance', { body: { class_id, attendee_id: farah.id, attended: true } })
  const deleting = deleteAttendee(farah, reload)
  expect(await ada.answer('')).toEqual({
    title: 'Are you sure you want to delete this attendee?',
    message: 'Farah Well goes to the trash, with 1 attendance record.',
    yes: 'Yes',
    no: 'No',
    danger: true,
  })
  const { message, answer } = await ada.message()
  expect(message).toEqual({
    status: 'success',
    message: 'Attendee successfully deleted',
    details: ['It stays in the trash for 30 days.'],
    action: 'Undo',
  })
  expect([await statusOf(farah), reload.mock.calls.length]).toEqual([404, 1])
  answer(true)
  expect(await ada.notice()).toMatchObject({ notice: { message: 'Restored' } })
  expect([await deleting, await statusOf(farah)]).toEqual([true, 200])
})

test('nobody is deleted whom the person wants to keep', async () => {
  const deleting = deleteAttendee(farah, reload)
  expect(await ada.answer(undefined)).toMatchObject({ message: 'Farah Well goes to the trash.' })
  expect([await deleting, await statusOf(farah), reload.mock.calls]).toEqual([false, 200, []])
})

test('a child whom somebody else has deleted meanwhile is reported, and the list is loaded again', async () => {
  const deleting = deleteAttendee(farah, reload)
  await ada.question()
  await server.ask('DELETE /attendees', { query: { attendee_id: farah.id } })
  await ada.answer('')
  expect(await ada.dismiss()).toMatchObject({
    status: 'error',
    message: 'Unable to delete attendee',
    details: ['There is no such attendee; it may have been deleted.'],
  })
  expect([await deleting, reload.mock.calls.length]).toEqual([false, 1])
})

test('a child is there still where the deletion is refused, and the list as it was', async () => {
  const deleting = deleteAttendee(farah, reload)
  await ada.question()
  ada.network.turn('refused')
  await ada.answer('')
  expect(await ada.dismiss()).toMatchObject({ status: 'error', details: ['A proxy is in the way.'] })
  expect([await deleting, await statusOf(farah), reload.mock.calls]).toEqual([false, 200, []])
})
