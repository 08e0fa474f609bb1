import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addChildren, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// The clock of the tests is set to ten in the morning on Sunday 3 May 2026, on the church's wall clock.
eachDatabase((database) => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer({ database })
  })
  afterEach(() => server.destroy())

  /** A class on 12, 19 and 26 April, and today, with this many children on its roster. */
  async function weekly(children: number) {
    const repeat = { every: 1, weekdays: ['SU' as const], times: 4 }
    const { series_id, id } = await plan(server, { session_datetime: '2026-04-12T10:30:00', repeat })
    const attendee_ids = await addChildren(server, children)
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
    return { series_id, ids: [id, id + 1, id + 2], children: attendee_ids }
  }
  const mark = (class_id = 0, attendee_id = 0, state: RollState = 'present') =>
    server.ask('PUT /attendance/roll-call', {
      body: { class_id, marks: [{ attendee_id, state, seen: 0 }] },
    })
  async function unfinished() {
    const { office } = await server.ask('GET /today')
    expect(office?.unfinished_count).toBe(office?.unfinished.length)
    return office?.unfinished.map(({ id, recorded, children }) => [id, `${recorded} of ${children}`])
  }

  test('a roll with children who are not recorded is still to be finished, and tells how many are', async () => {
    const { ids, children } = await weekly(3)
    const [first, second, third] = ids
    for (const child of children) {
      await mark(first, child, 'absent')
    }
    await mark(second, children[0])
    await mark(second, children[1], 'absent')
    await mark(third, children[0])
    expect(await unfinished()).toEqual([
      [third, '1 of 3'],
      [second, '2 of 3'],
    ])
    await mark(second, children[2])
    await mark(third, children[1])
    await mark(third, children[2])
    expect(await unfinished()).toEqual([])
  })

  test('who is new on the roster is missing from the latest roll alone', async () => {
    const { series_id, ids, children } = await weekly(1)
    for (const id of ids) {
      await mark(id, children[0])
    }
    expect(await unfinished()).toEqual([])
    const attendee_ids = await addChildren(server, 1)
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
    expect(await unfinished()).toEqual([[ids[2], '1 of 2']])
    await mark(ids[2], attendee_ids[0])
    expect(await unfinished()).toEqual([])
  })

  test('who was known to be away is not missing from a roll', async () => {
    const { ids, children } = await weekly(2)
    const [ada = 0, ben = 0] = children
    for (const id of ids) {
      await mark(id, ada)
    }
    await mark(ids[0], ben)
    await server.ask('POST /attendees/absences', {
      body: { attendee_id: ben, from_day: '2026-04-18', until_day: '2026-04-20', reason: '' },
    })
    expect(await unfinished()).toEqual([[ids[2], '1 of 2']])
  })
})
