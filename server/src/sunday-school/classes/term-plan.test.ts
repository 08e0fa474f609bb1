import type { Repeat } from '@vestry/contract/calls/classes.ts'
import { heldTimes, planTimes } from '@vestry/contract/sunday-school/class-plan.ts'
import { WEEKDAYS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, buildClass, enrolledClass, plan, sessionsOf } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('the server plans what the form has shown, with skipped dates, over each change of summer time', async () => {
    const term = fc.record({
      // The tested range includes both clock changes of 2031 in Madrid.
      start: fc.constantFrom('2031-03-16', '2031-03-23', '2031-10-19', '2031-10-24'),
      time: fc.constantFrom('02:30', '10:30'),
      every: fc.integer({ min: 1, max: 3 }),
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 3 }),
      times: fc.integer({ min: 1, max: 8 }),
      skipped: fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(term, async ({ start, time, skipped, ...rhythm }) => {
        const shown = planTimes(`${start}T${time}`, rhythm)
        const skip = skipped.flatMap((at) => shown[at]?.time.slice(0, 10) ?? [])
        const repeat: Repeat = { ...rhythm, skip }
        const held = heldTimes(planTimes(`${start}T${time}`, repeat)).map((one) => `${one}:00`)
        const session_datetime = `${start}T${time}`
        const { sessions } = await server.ask('POST /classes/preview', { body: { session_datetime, repeat } })
        expect(sessions).toEqual(held)
        const planned = await plan(server, { session_datetime, repeat })
        const saved = await sessionsOf(server, planned.series_id)
        expect(saved.map((session) => session.session_datetime)).toEqual(held)
        await server.ask('DELETE /classes', { query: { class_id: planned.id, scope: 'following' } })
      }),
      { numRuns: 12 },
    )
  })

  test('the next term takes along whoever is still on the roster, once however often it is sent, and says so', async () => {
    const { id, series_id, attendees } = await enrolledClass(server, 3)
    const [gone = 0, ...stayed] = attendees
    await server.ask('DELETE /attendees', { query: { attendee_id: gone } })
    const request_id = crypto.randomUUID()
    const body = { ...buildClass({ repeat: { every: 1, weekdays: ['SU'], times: 4 } }), request_id }
    const send = () => server.ask('POST /classes', { body: { ...body, roster_of: series_id } })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect(await send()).toEqual(first)
    const query = { series_id: first.series_id }
    const roster = await server.ask('GET /classes/roster', { query })
    expect(roster.attendees.map((child) => child.id).sort()).toEqual(stayed.sort())
    expect(await server.ask('GET /classes/sessions', { query })).toHaveLength(4)
    const { results } = await server.ask('GET /audit', { query: { record: `series/${first.series_id}` } })
    expect(results.map(({ kind, detail }) => [kind, detail])).toEqual([['roster_added', stayed.join(', ')]])
    expect((await server.ask('GET /classes/item', { query: { class_id: id } })).attendance_count).toBe(2)
  })

  test('a term whose roster is not there is not planned at all', async () => {
    const title = 'Of nobody'
    const body = { ...buildClass({ title }), roster_of: 4711 }
    expect((await server.tryCall('POST /classes', { body })).status).toBe(404)
    const { results } = await server.ask('GET /classes/by-date', { query: { search: title } })
    expect(results).toEqual([])
  })

  test('the sessions of a series are listed by time, cancelled ones too, to a teacher only their own', async () => {
    const { token, sub } = await addTeacher(server)
    const stranger = await addTeacher(server)
    const { id, series_id } = await plan(server, {
      session_datetime: '2032-01-04T10:30:00',
      end_time: '11:30',
      repeat: { every: 1, weekdays: ['SU'], times: 3 },
    })
    const { title } = await server.ask('GET /classes/item', { query: { class_id: id } })
    const session_datetime = '2032-01-04T10:30:00'
    await server.ask('PUT /classes', { body: { id, title, session_datetime, teachers: [sub] } })
    await server.ask('PUT /classes/cancelled', { body: { class_id: id + 1, cancelled: true } })
    const query = { series_id }
    const all = await server.ask('GET /classes/sessions', { query })
    expect(all).toEqual([
      { id, session_datetime, end_time: '11:30', cancelled: false },
      { id: id + 1, session_datetime: '2032-01-11T10:30:00', end_time: '11:30', cancelled: true },
      { id: id + 2, session_datetime: '2032-01-18T10:30:00', end_time: '11:30', cancelled: false },
    ])
    expect(await server.ask('GET /classes/sessions', { query, token })).toEqual([all[0]])
    expect((await server.tryCall('GET /classes/sessions', { query, token: stranger.token })).status).toBe(403)
  })

  test('a list of skipped dates must be of dates, and not endless', async () => {
    for (const skip of [['Easter'], Array(209).fill('2031-04-13')]) {
      const repeat = { every: 1, weekdays: ['SU'], times: 3, skip }
      const answer = await server.tryCall('POST /classes/preview', {
        body: { session_datetime: '2031-04-06T10:30', repeat },
      })
      expect(answer.body).toMatchObject({ error: 'invalid_request', field: 'repeat' })
    }
  })
})
