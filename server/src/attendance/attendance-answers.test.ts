import { attendanceRoutes } from '@vestry/contract/attendance.ts'
import type { Route } from '@vestry/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { enrolAll, holdClass, newChild, SUNDAY } from '../testing/hold-classes.ts'
import { type House, startHouse } from '../testing/start-house.ts'

eachDatabase((database) => {
  let house: House

  beforeAll(async () => {
    house = await startHouse({ database })
  })
  afterAll(() => house.destroy())

  test('what the calls about attendance answer is exactly what the contract says', async () => {
    const { id: class_id, series_id } = await holdClass(house)
    const other = await holdClass(house)
    const [enrolled, elsewhere, added] = [await newChild(house), await newChild(house), await newChild(house)]
    await enrolAll(house, series_id, [enrolled, elsewhere])
    await house.ask('POST /attendance', { body: { class_id: other.id, attendee_id: elsewhere } })
    const add = await house.ask('POST /attendance', { body: { class_id, attendee_id: added } })
    const marks = [enrolled, elsewhere, 4711].map((attendee_id) => ({
      attendee_id,
      state: 'present' as const,
      seen: 0,
    }))
    const guest = { first_name: 'Lydia', last_name: 'Okafor', parent_contact: 'Grace' }
    const since = async () => (await house.ask('GET /attendance/roll-call', { query: { class_id } })).revision
    const { list, update, remove, listBooked, findOtherClass, findRoll, saveRoll, addGuest } =
      attendanceRoutes
    const answers: [Route, unknown][] = [
      [attendanceRoutes.add, add],
      [saveRoll, await house.ask('PUT /attendance/roll-call', { body: { class_id, marks } })],
      [addGuest, await house.ask('POST /attendance/guest', { body: { class_id, ...guest } })],
      [update, await house.ask('PUT /attendance', { body: { attendance_id: add.id, attended: true } })],
      [list, await house.ask('GET /attendance', { query: { class_id } })],
      [findRoll, await house.ask('GET /attendance/roll-call', { query: { class_id } })],
      [findRoll, await house.ask('GET /attendance/roll-call', { query: { class_id, since: await since() } })],
      [
        listBooked,
        await house.ask('GET /attendance/by-date', {
          query: { session_datetime: SUNDAY, exclude_class_id: class_id },
        }),
      ],
      ...(await Promise.all(
        [elsewhere, enrolled].map(
          async (attendee_id): Promise<[Route, unknown]> => [
            findOtherClass,
            await house.ask('GET /attendance/other-class', { query: { class_id, attendee_id } }),
          ],
        ),
      )),
      [remove, await house.ask('DELETE /attendance', { query: { attendance_id: add.id } })],
    ]
    for (const [{ method, path, answer: schema }, answer] of answers) {
      expect(schema.parse(answer), `${method} ${path}`).toEqual(answer)
    }
  })
})
