import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const CHILD = { first_name: 'Zipporah', last_name: 'Quillfeather' }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const addChild = async () => (await server.ask('POST /attendees', { body: CHILD })).id

  test('a record names who changed it last, by the name of today', async () => {
    const id = await addChild()
    const find = async () => {
      const child = await server.ask('GET /attendees', { query: { attendee_id: id } })
      return 'last_change' in child ? child.last_change : undefined
    }
    expect(await find()).toEqual({ at: server.clock.now(), by: ADA.email })
    server.clock.advance(60_000)
    const ruth = await server.addPerson('ruth@vestry.test', ['Teachers'])
    const token = await server.signIn(ruth)
    await server.tryCall('PUT /attendees', { body: { ...CHILD, id, first_name: 'Zip' }, token })
    expect(await find()).toEqual({ at: server.clock.now(), by: 'ruth@vestry.test' })
  })

  test('everything that happened to one record is found by it', async () => {
    const id = await addChild()
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    const { results } = await server.ask('GET /audit', { query: { record: `attendee/${id}` } })
    expect(results.map(({ kind }) => kind)).toEqual(['attendee_deleted', 'attendee_added'])
    const refused = await server.tryCall('GET /audit', { query: { record: 'attendee of mine' } })
    expect(refused).toMatchObject({ status: 400, body: { field: 'record' } })
  })
})
