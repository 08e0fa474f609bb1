import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addRoom } from '../../testing/room-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const rooms = () => server.ask('GET /rooms')
  const findRoll = async (class_id: number, since?: string) =>
    await server.ask('GET /attendance/roll-call', { query: { class_id, ...(since && { since }) } })
  const rollOf = async (class_id: number) => (await findRoll(class_id)).roll
  const count = (class_id: number, helpers: number, seen: number, token?: string) =>
    server.tryCall('PUT /attendance/helpers', {
      body: { class_id, helpers, seen },
      ...(token && { token }),
    })

  test('rooms are listed by name, with what was said of them', async () => {
    const zion = await server.ask('POST /rooms', { body: { name: ' Zion ' } })
    const attic = await server.ask('POST /rooms', {
      body: { name: 'attic', capacity: 12, children_per_adult: 5, open: false },
    })
    expect(await rooms()).toEqual([
      { id: attic.id, name: 'attic', capacity: 12, children_per_adult: 5, open: false, version: 1 },
      { id: zion.id, name: 'Zion', capacity: 0, children_per_adult: 0, open: true, version: 1 },
    ])
  })

  test('teachers read the rooms and change none of them', async () => {
    const { id, name } = await addRoom(server)
    const { token } = await addTeacher(server)
    expect(await server.ask('GET /rooms', { token })).toEqual(await rooms())
    const calls = {
      'POST /rooms': { body: { name: 'Mine' } },
      'PUT /rooms': { body: { id, name } },
      'DELETE /rooms': { query: { id } },
    }
    for (const [call, given] of Object.entries(calls)) {
      expect((await server.tryCall(call, { ...given, token })).status).toBe(403)
    }
  })

  test('of two people who change a room at once the second is told, and nothing is lost', async () => {
    const { id, name } = await addRoom(server)
    const change = (given: object) =>
      server.tryCall('PUT /rooms', { body: { id, version: 1, name, capacity: 20, ...given } })
    const statuses = await Promise.all([change({ capacity: 30 }), change({ open: false })])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [room] = (await rooms()).filter((one) => one.id === id)
    expect([
      [30, true],
      [20, false],
    ]).toContainEqual([room?.capacity, room?.open])
  })

  test('of two people who add a room of one name at once the second is told', async () => {
    const add = (name: string) => server.tryCall('POST /rooms', { body: { name } })
    const answers = await Promise.all([add('Crypt'), add('CRYPT')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a room that gets another name takes its classes with it, however they write it', async () => {
    const { id } = await addRoom(server, { name: 'Chapel' })
    const [one, other, elsewhere] = [
      await plan(server, { room: 'Chapel' }),
      await plan(server, { room: ' CHÁPEL' }),
      await plan(server, { room: 'Chapel yard' }),
    ]
    await server.ask('PUT /rooms', { body: { id, version: 1, name: 'Chapel of ease' } })
    const roomOf = async (class_id: number) => {
      const { room, version } = await server.ask('GET /classes/item', { query: { class_id } })
      return [room, version]
    }
    expect(await roomOf(one.id)).toEqual(['Chapel of ease', 2])
    expect(await roomOf(other.id)).toEqual(['Chapel of ease', 2])
    expect(await roomOf(elsewhere.id)).toEqual(['Chapel yard', 1])
  })

  test('a class that was planned in a room that is deleted keeps its name', async () => {
    const { id, name } = await addRoom(server)
    const planned = await plan(server, { room: name })
    await server.ask('DELETE /rooms', { query: { id } })
    const roll = await rollOf(planned.id)
    expect(roll?.room).toBe(name)
    expect(roll).not.toHaveProperty('room_detail')
  })

  test('a roll says what is said of its room, and its revision changes with it', async () => {
    const { id, name } = await addRoom(server, { capacity: 14 })
    const planned = await plan(server, { room: name.toUpperCase() })
    const { revision, roll } = await findRoll(planned.id)
    expect(roll?.room_detail).toEqual({ capacity: 14, children_per_adult: 0, open: true })
    expect(roll).not.toHaveProperty('helpers')
    await server.ask('PUT /rooms', { body: { id, name, capacity: 14, open: false } })
    const after = await findRoll(planned.id, revision)
    expect(after.roll?.room_detail).toEqual({ capacity: 14, children_per_adult: 0, open: false })
    expect((await findRoll(planned.id, after.revision)).roll).toBeNull()
  })

  test('the adults in a class are counted, and its revision with them', async () => {
    const { id } = await plan(server)
    const first = await findRoll(id)
    expect((await count(id, 3, 0)).status).toBe(200)
    const { revision, roll } = await findRoll(id, first.revision)
    expect(roll?.helpers).toBe(3)
    expect((await findRoll(id, revision)).roll).toBeNull()
    expect((await count(id, 0, 3)).status).toBe(200)
    expect(await rollOf(id)).not.toHaveProperty('helpers')
  })

  test('of two people who count the adults at once the second is told, unless both say the same', async () => {
    const { id } = await plan(server)
    const differently = await Promise.all([count(id, 2, 0), count(id, 3, 0)])
    expect(differently.map(({ status }) => status).sort()).toEqual([200, 409])
    const { helpers = 0 } = (await rollOf(id)) ?? {}
    const alike = await Promise.all([count(id, 5, helpers), count(id, 5, helpers)])
    expect(alike.map(({ status }) => status)).toEqual([200, 200])
    expect((await rollOf(id))?.helpers).toBe(5)
  })

  test('teachers count the adults of their own classes and of no others', async () => {
    const teacher = await addTeacher(server)
    const [own, theirs] = [await plan(server, { teachers: [teacher.sub] }), await plan(server)]
    expect((await count(own.id, 2, 0, teacher.token)).status).toBe(200)
    expect((await count(theirs.id, 2, 0, teacher.token)).status).toBe(403)
  })

  test('a class that comes back from the trash has its adults again', async () => {
    const { id } = await enrolledClass(server, 1)
    await count(id, 4, 0)
    await server.ask('DELETE /classes', { query: { class_id: id, records: 1 } })
    const { results } = await server.ask('GET /trash')
    const entry = results.find(({ record }) => record === `class/${id}`)
    expect(entry).toBeDefined()
    await server.ask('POST /trash/restore', { body: { record: entry?.record ?? '' } })
    expect((await rollOf(id))?.helpers).toBe(4)
  })
})
