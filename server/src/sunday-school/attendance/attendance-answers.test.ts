import { attendanceRoutes } from '@vestry/contract/calls/attendance.ts'
import type { Route } from '@vestry/contract/calls/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild, SUNDAY } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('what the calls about attendance answer is exactly what the contract says', async () => {
    const { id: class_id, series_id } = await holdClass(server)
    const other = await holdClass(server)
    const [enrolled, elsewhere, added] = [
      await newChild(server),
      await newChild(server),
      await newChild(server),
    ]
    await enrolAll(server, series_id, [enrolled, elsewhere])
    await server.ask('POST /attendance', { body: { class_id: other.id, attendee_id: elsewhere } })
    const add = await server.ask('POST /attendance', { body: { class_id, attendee_id: added } })
    const marks = [enrolled, elsewhere, 4711].map((attendee_id) => ({
      attendee_id,
      state: 'present' as const,
      seen: 0,
    }))
    const guest = { first_name: 'Lydia', last_name: 'Okafor', parent_contact: 'Grace' }
    const since = async () =>
      (await server.ask('GET /attendance/roll-call', { query: { class_id } })).revision
    const { list, update, remove, listBooked, findOtherClass, findRoll, saveRoll, addGuest } =
      attendanceRoutes
    const answers: [Route, unknown][] = [
      [attendanceRoutes.add, add],
      [saveRoll, await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })],
      [addGuest, await server.ask('POST /attendance/guest', { body: { class_id, ...guest } })],
      [update, await server.ask('PUT /attendance', { body: { attendance_id: add.id, attended: true } })],
      [list, await server.ask('GET /attendance', { query: { class_id } })],
      [findRoll, await server.ask('GET /attendance/roll-call', { query: { class_id } })],
      [
        findRoll,
        await server.ask('GET /attendance/roll-call', { query: { class_id, since: await since() } }),
      ],
      [
        listBooked,
        await server.ask('GET /attendance/by-date', {
          query: { session_datetime: SUNDAY, exclude_class_id: class_id },
        }),
      ],
      ...(await Promise.all(
        [elsewhere, enrolled].map(
          async (attendee_id): Promise<[Route, unknown]> => [
            findOtherClass,
            await server.ask('GET /attendance/other-class', { query: { class_id, attendee_id } }),
          ],
        ),
      )),
      [remove, await server.ask('DELETE /attendance', { query: { attendance_id: add.id } })],
    ]
    for (const [{ method, path, answer: schema }, answer] of answers) {
      expect(schema.parse(answer), `${method} ${path}`).toEqual(answer)
    }
  })
})
