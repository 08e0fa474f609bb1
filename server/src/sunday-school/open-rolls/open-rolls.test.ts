import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { forgetOpenRolls } from './open-rolls-sql.ts'

type Teacher = Awaited<ReturnType<typeof addTeacher>>

const SECOND = 1000
const MINUTE = 60 * SECOND
/** When the day of the test's clock began in Madrid. */
const MIDNIGHT = Date.parse('2026-05-02T22:00:00Z')

eachDatabase((database) => {
  let server: TestServer
  let ruth: Teacher
  let boaz: Teacher
  let class_id: number
  let device: string

  beforeAll(async () => {
    server = await startTestServer({ database, timeZone: 'Europe/Madrid' })
    ruth = await addTeacher(server)
    boaz = await addTeacher(server)
  })
  afterAll(() => server.destroy())
  beforeEach(async () => {
    ;({ id: class_id } = await holdClass(server, { title: 'Wrens', teachers: [ruth.sub, boaz.sub] }))
    device = crypto.randomUUID()
  })

  const say = (class_ids: number[], token = ruth.token) =>
    server.ask('PUT /attendance/open-rolls', { body: { device, class_ids }, token })
  const silent = (token?: string) =>
    server.ask('GET /attendance/open-rolls', { query: { class_id }, ...(token !== undefined && { token }) })
  const written = () =>
    pastHandlers(server, (db) =>
      db.selectFrom('open_roll').select(['since', 'heard']).where('class_id', '=', class_id).execute(),
    )
  const heardAt = (heard: number) =>
    pastHandlers(server, (db) =>
      db.updateTable('open_roll').set({ since: heard, heard }).where('class_id', '=', class_id).execute(),
    )

  describe('a device that has a roll open', () => {
    test('is named once nothing was heard of it for more than two minutes', async () => {
      const since = server.clock.now()
      await say([class_id])
      server.clock.advance(MINUTE)
      await say([class_id])
      const heard = server.clock.now()
      server.clock.advance(2 * MINUTE)
      expect(await silent()).toEqual([])
      server.clock.advance(1)
      expect(await silent()).toEqual([{ class_id, class_title: 'Wrens', by: ruth.name, since, heard }])
    })

    test('is named no more when it is heard again, and has had the roll since the same time', async () => {
      const since = server.clock.now()
      await say([class_id])
      server.clock.advance(15 * MINUTE)
      expect(await silent()).toHaveLength(1)
      await say([class_id])
      expect(await silent()).toEqual([])
      server.clock.advance(3 * MINUTE)
      expect(await silent()).toMatchObject([{ since, heard: since + 15 * MINUTE }])
    })

    test('is named no more when it has left the roll, though it has another one open', async () => {
      const { id: other } = await holdClass(server, { teachers: [ruth.sub] })
      await say([class_id, other])
      server.clock.advance(3 * MINUTE)
      await say([other])
      server.clock.advance(3 * MINUTE)
      expect(await silent()).toEqual([])
      expect(await server.ask('GET /attendance/open-rolls', { query: { class_id: other } })).toHaveLength(1)
    })

    test('says nothing of what another device of the same person has open', async () => {
      await say([class_id])
      device = crypto.randomUUID()
      await say([])
      server.clock.advance(3 * MINUTE)
      expect(await silent()).toHaveLength(1)
    })

    test('is written down at most once in fifty seconds, however often it is heard', async () => {
      const since = server.clock.now()
      for (const _ of Array(10)) {
        await say([class_id])
        server.clock.advance(5 * SECOND)
      }
      expect(await written()).toEqual([{ since, heard: since }])
      await say([class_id])
      expect(await written()).toEqual([{ since, heard: since + 50 * SECOND }])
    })

    test('may say so twice at once', async () => {
      await Promise.all([say([class_id, class_id]), say([class_id]), say([class_id])])
      expect(await written()).toHaveLength(1)
    })

    test('does not make anybody read again what its writing changes nothing of', async () => {
      const changes = () =>
        pastHandlers(server, (db) =>
          db.selectFrom('lock_scope').select(['name', 'changes']).orderBy('name').execute(),
        )
      const before = await changes()
      await say([class_id])
      expect(await changes()).toEqual(before)
    })
  })

  describe('of a silent device', () => {
    beforeEach(async () => {
      await say([class_id])
      server.clock.advance(3 * MINUTE)
    })

    test('the office and the other teachers of the class hear, and for Today of all their classes', async () => {
      expect(await silent()).toHaveLength(1)
      expect(await silent(boaz.token)).toHaveLength(1)
      const all = await server.ask('GET /attendance/open-rolls', { token: boaz.token })
      expect(all).toContainEqual(expect.objectContaining({ class_id, by: ruth.name }))
    })

    test('the person whose it is hears nothing', async () => {
      expect(await silent(ruth.token)).toEqual([])
    })

    test('a teacher of other classes hears nothing, nor does a right that arranges none', async () => {
      const { token } = await addTeacher(server)
      await holdClass(server, { teachers: [boaz.sub] })
      expect(await silent(token)).toEqual([])
      await server.ask('PUT /settings/rights', { body: { group: 'Readers', rights: ['children'] } })
      expect(await silent((await addTeacher(server, 'Readers')).token)).toEqual([])
    })

    test('nobody hears any more when the class is deleted', async () => {
      await server.ask('DELETE /classes', { query: { class_id } })
      expect(await silent()).toEqual([])
    })

    test('nobody hears any more on the church’s next day, and nothing is kept of it', async () => {
      await heardAt(MIDNIGHT)
      expect(await silent()).toHaveLength(1)
      await heardAt(MIDNIGHT - 1)
      expect(await silent()).toEqual([])
      await pastHandlers(server, (db) => forgetOpenRolls(db, server.clock, 'Europe/Madrid'))
      expect(await written()).toEqual([])
    })
  })

  test('a device that is heard again on the next day has had the roll since then', async () => {
    await say([class_id])
    await heardAt(MIDNIGHT - 1)
    const since = server.clock.now()
    await say([class_id])
    expect(await written()).toEqual([{ since, heard: since }])
  })

  test('a roll that the person may not see is passed over', async () => {
    const { id: foreign } = await holdClass(server, { teachers: [boaz.sub] })
    await say([foreign, 4_711_000, class_id])
    server.clock.advance(3 * MINUTE)
    expect(await silent()).toHaveLength(1)
    expect(await server.ask('GET /attendance/open-rolls', { query: { class_id: foreign } })).toEqual([])
  })
})
