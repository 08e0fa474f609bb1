import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChildren, enrolledClass, plan, sessionsOf } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const repeat = { every: 1, weekdays: ['SU' as const], times: 3 }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const cancel = (body: object) =>
    server.tryCall('PUT /classes/cancelled', { body: { cancelled: true, ...body } })
  const remove = (query: Record<string, unknown>) => server.tryCall('DELETE /classes', { query })
  const add = (class_id: number, attendee_id: number) =>
    server.ask('POST /attendance', { body: { class_id, attendee_id } })
  const inUse = (message: string) => ({ status: 409, body: { error: 'in_use', message } })
  const told = ({ status, body }: Awaited<ReturnType<typeof remove>>) => ({ status, body })

  describe('cancelling', () => {
    test('a session is cancelled and held after all; the others are untouched', async () => {
      const { series_id, id } = await plan(server, { repeat })
      const cancelled = async () => (await sessionsOf(server, series_id)).map((session) => session.cancelled)
      expect(told(await cancel({ class_id: id }))).toEqual({
        status: 200,
        body: { message: 'Class successfully cancelled', sessions: 1 },
      })
      expect(await cancelled()).toEqual([true, false, false])
      expect(told(await cancel({ class_id: id }))).toMatchObject({ body: { sessions: 0 } })
      expect(told(await cancel({ class_id: id, scope: 'following' }))).toMatchObject({
        body: { sessions: 2 },
      })
      expect(told(await cancel({ class_id: id, scope: 'following', cancelled: false }))).toEqual({
        status: 200,
        body: { message: 'Class successfully restored', sessions: 3 },
      })
      expect(await cancelled()).toEqual([false, false, false])
    })

    test('a class of which something is recorded is not cancelled', async () => {
      const { id } = await enrolledClass(server, 1, { repeat })
      const why =
        'Nobody could have come to a class that was cancelled; delete the records first if they are wrong.'
      expect(told(await cancel({ class_id: id }))).toEqual(
        inUse(`This class has 1 attendance record. ${why}`),
      )
      expect(told(await cancel({ class_id: id, scope: 'following' }))).toEqual(
        inUse(`This class and those after it have 1 attendance record. ${why}`),
      )
    })

    test('one with records further on holds up the cancelling of all that follow', async () => {
      const { series_id, id } = await plan(server, { repeat })
      const rows = await sessionsOf(server, series_id)
      const [child = 0] = await addChildren(server, 1)
      await add(rows[2]?.id ?? 0, child)
      expect((await cancel({ class_id: id, scope: 'following' })).status).toBe(409)
      expect((await sessionsOf(server, series_id)).some(({ cancelled }) => cancelled)).toBe(false)
      expect((await cancel({ class_id: id })).status).toBe(200)
    })
  })

  describe('deleting', () => {
    test('a session without records is deleted and the series goes on', async () => {
      const { series_id, id } = await plan(server, { repeat })
      expect(told(await remove({ class_id: id }))).toEqual({
        status: 200,
        body: { message: 'Class successfully deleted', sessions: 1 },
      })
      expect(await sessionsOf(server, series_id)).toHaveLength(2)
      expect((await remove({ class_id: id })).status).toBe(404)
    })

    test('records are deleted only by whoever names their number', async () => {
      const { id } = await enrolledClass(server, 12)
      const message = 'This class has 12 attendance records. Send records=12 to delete all of it.'
      expect(told(await remove({ class_id: id }))).toEqual(inUse(message))
      expect(told(await remove({ class_id: id, records: 13 }))).toEqual(inUse(message))
      expect((await remove({ class_id: id, records: 12 })).status).toBe(200)
      expect((await server.tryCall('GET /attendance', { query: { class_id: id } })).status).toBe(404)
    })

    test('the number may have become smaller too', async () => {
      const { id } = await plan(server)
      expect(told(await remove({ class_id: id, records: 1 }))).toEqual(
        inUse('This class has no attendance records. Send records=0 to delete all of it.'),
      )
    })

    test('with the last session its series and its roster go; the children stay', async () => {
      const { series_id, id, attendees } = await enrolledClass(server, 2, { repeat })
      expect(told(await remove({ class_id: id, scope: 'following', records: 2 }))).toMatchObject({
        status: 200,
        body: { sessions: 3 },
      })
      expect((await server.tryCall('GET /classes/roster', { query: { series_id } })).status).toBe(404)
      const { id: child } = (await server.ask('GET /attendees', {
        query: { attendee_id: attendees[0] },
      })) as {
        id: number
      }
      expect(child).toBe(attendees[0])
    })

    test('a class is deleted, or a child is added that nobody knew of, but never both', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id } = await plan(server)
        const [attendee_id = 0] = await addChildren(server, 1)
        const body = { class_id: id, attendee_id }
        const both = [
          () => remove({ class_id: id, records: 0 }),
          () => server.tryCall('POST /attendance', { body }),
        ]
        const answers = await Promise.all((round % 2 === 0 ? both : both.reverse()).map((call) => call()))
        const [deleted, added] = round % 2 === 0 ? answers : answers.reverse()
        expect([
          [200, 404],
          [409, 200],
        ]).toContainEqual([deleted?.status, added?.status])
      }
    })

    test('of many who delete one class at once, one does', async () => {
      const { id } = await enrolledClass(server, 1)
      const answers = await Promise.all(Array.from({ length: 6 }, () => remove({ class_id: id, records: 1 })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    })
  })
})
