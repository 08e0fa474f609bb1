import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { type House, startHouse } from '../testing/start-house.ts'

eachDatabase((database) => {
  let house: House

  beforeAll(async () => {
    house = await startHouse({ database })
  })
  afterAll(() => house.destroy())

  const add = (child: { first_name: string; last_name: string } & Record<string, unknown>) =>
    house.ask('POST /attendees', { body: child })
  const find = (attendee_id: number) => house.ask('GET /attendees', { query: { attendee_id } })
  const search = async (text: string) => {
    const page = await house.ask('GET /attendees', { query: { search: text, direction: 'ASC' } })
    return 'results' in page ? page.results.map(({ last_name }) => last_name) : []
  }

  describe('an attendee', () => {
    test('is added, found, changed and deleted', async () => {
      const { message, id, version } = await add({ first_name: ' Noah ', last_name: 'García', is_member: 1 })
      expect({ message, version }).toEqual({ message: 'Attendee successfully created', version: 1 })
      expect(await find(id)).toEqual({
        id,
        first_name: 'Noah',
        last_name: 'García',
        birthdate: null,
        parent_contact: '',
        notes: '',
        is_member: 1,
        version: 1,
        attendance_count: 0,
      })
      expect(await search('garcia noah')).toEqual(['García'])
      const body = { id, first_name: 'Noah', last_name: 'Pérez', birthdate: '2018-02-28', version: 1 }
      expect(await house.ask('PUT /attendees', { body })).toEqual({
        message: 'Attendee successfully updated',
        id,
        version: 2,
      })
      expect(await house.ask('DELETE /attendees', { query: { attendee_id: id } })).toEqual({
        message: 'Attendee successfully deleted',
      })
      expect((await house.tryCall('GET /attendees', { query: { attendee_id: id } })).status).toBe(404)
    })
  })
})
