import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan } from '../testing/build-class.ts'
import { publish } from '../testing/build-sermon.ts'
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

  test('sermons and classes are named by their titles of today, also in the trash, and children never', async () => {
    const day = '2026-06-07T10:30:00'
    const titles = async (record: string) => {
      const { results } = await server.ask('GET /audit', { query: { record } })
      return results.map(({ kind, title, moment }) => [kind, title, moment])
    }
    const child = await addChild()
    expect(await titles(`attendee/${child}`)).toEqual([['attendee_added', undefined, undefined]])
    const { uuid: sermon } = await publish(server, { localizedname: 'Grace ’n’ <b>truth</b> 🕊' })
    expect(await titles(`item/${sermon}`)).toEqual([['item_added', 'Grace ’n’ <b>truth</b> 🕊', undefined]])
    const repeat = { every: 1, weekdays: ['SU' as const], times: 2 }
    const { id } = await plan(server, { title: 'Otters', session_datetime: day, repeat })
    await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled: true } })
    expect(await titles(`class/${id}`)).toEqual([
      ['class_cancelled', 'Otters', day],
      ['class_planned', 'Otters', day],
    ])
    await server.ask('DELETE /classes', { query: { class_id: id, scope: 'one', records: 0 } })
    expect(await titles(`class/${id}`)).toEqual([
      ['class_deleted', 'Otters', day],
      ['class_cancelled', 'Otters', day],
      ['class_planned', 'Otters', day],
    ])
    await server.ask('DELETE /classes', { query: { class_id: id + 1, scope: 'one', records: 0 } })
    await server.ask('DELETE /preachingManagement', { query: { uuid: sermon } })
    expect((await titles(`item/${sermon}`))[0]).toEqual([
      'item_deleted',
      'Grace ’n’ <b>truth</b> 🕊',
      undefined,
    ])
    await server.ask('DELETE /trash', { query: { record: `item/${sermon}` } })
    expect((await titles(`item/${sermon}`)).at(-1)).toEqual(['item_added', undefined, undefined])
  })
})
