import { heldTimes, planTimes } from '@vestry/contract/class-plan.ts'
import type { Repeat } from '@vestry/contract/classes.ts'
import { WEEKDAYS } from '@vestry/contract/sunday-school-rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan, sessionsOf } from '../../testing/build-class.ts'
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
      // Both changes of the clocks of 2031 in Madrid are within reach.
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
