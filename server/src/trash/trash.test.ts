import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuditLog } from '../audit/audit-log.ts'
import { createLeases } from '../database/leases.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { REFERENCES } from '../database/read-schema.ts'
import { addChildren, addTeacher, enrolledClass, plan, sessionsOf } from '../testing/build-class.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTrash } from './create-trash.ts'
import { TRASHED_TABLES } from './trash-content.ts'

const DAY = 24 * 60 * 60_000
const GONE = {
  error: 'not_found',
  message: 'This is not in the trash any more; it may have been restored or deleted for good.',
}

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const list = () => server.ask('GET /trash')
  const restore = (record: string, token?: string) =>
    server.tryCall('POST /trash/restore', { body: { record }, ...(token && { token }) })
  const purge = (record: string, token?: string) =>
    server.tryCall('DELETE /trash', { query: { record }, ...(token && { token }) })
  const removeItem = (uuid: string) => server.ask('DELETE /preachingManagement', { query: { uuid } })
  const removeChild = (id: number) => server.ask('DELETE /attendees', { query: { attendee_id: id } })
  const removeClass = (query: object) => server.ask('DELETE /classes', { query: { ...query } })
  const findItem = (uuid: string) => server.ask('GET /preachingManagement/item', { query: { uuid } })
  const clockIn = (milliseconds: number) => ({ now: () => server.clock.now() + milliseconds })
  /** The server's own clock, moved on by this much. */
  const trashIn = (milliseconds: number) => {
    const clock = clockIn(milliseconds)
    const auditLog = createAuditLog(database, clock)
    const leases = createLeases(database, clock)
    const timeZone = () => server.config.timeZone
    const removeObject = server.app.store.remove
    return createTrash({ database, leases, auditLog, clock, timeZone, removeObject })
  }
  async function upload(name: string) {
    const path = `preaching/2026/${name}.mp3`
    await server.app.store.put(path, Buffer.from(name), {})
    return path
  }

  describe('the list', () => {
    test('names what was deleted, by whom, and until when it is kept, a page at a time', async () => {
      const sermon = await publish(server, { localizedname: `O'Hara's <b>grace</b> 🙂` })
      const { id } = await plan(server, { repeat: { every: 1, weekdays: ['SU'], times: 3 } })
      await removeItem(sermon.uuid)
      server.clock.advance(1000)
      await removeClass({ class_id: id, scope: 'following' })
      const deleted = server.clock.now()
      const first = await server.ask('GET /trash', { query: { limit: 1 } })
      expect(first.results).toMatchObject([
        { record: `class/${id}`, kind: 'class', classes: 3, deleted, expires: deleted + 30 * DAY },
      ])
      const second = await server.ask('GET /trash', { query: { limit: 1, after: first.next } })
      expect(second.results).toMatchObject([
        {
          record: `item/${sermon.uuid}`,
          kind: 'item',
          name: `O'Hara's <b>grace</b> 🙂`,
          moment: '2026-05-03T10:30:00',
          classes: 0,
          deleted_by: 'ada@vestry.test',
        },
      ])
    })

    test('a teacher sees what a teacher may delete, restores that and nothing else, and deletes nothing for good', async () => {
      const { token } = await addTeacher(server)
      const [child = 0] = await addChildren(server, 1)
      const { id } = await plan(server)
      await removeChild(child)
      await removeClass({ class_id: id })
      const seen = await server.tryCall('GET /trash', { token })
      const { results } = seen.body as unknown as Awaited<ReturnType<typeof list>>
      expect(results.map(({ record }) => record)).toContain(`attendee/${child}`)
      expect(results.filter(({ kind }) => kind === 'class')).toEqual([])
      expect(await restore(`class/${id}`, token)).toMatchObject({
        status: 403,
        body: { message: 'Your role does not allow this.' },
      })
      expect((await purge(`attendee/${child}`, token)).status).toBe(403)
      expect((await restore(`attendee/${child}`, token)).status).toBe(200)
    })
  })

  describe('a sermon', () => {
    test('keeps its recording while it lies there; deleted for good it loses it, unless another one has it', async () => {
      const [path, shared] = [await upload('alone'), await upload('shared')]
      const poster_path = 'images/default-banner.jpg'
      const small = 'images/alone-320.webp'
      await server.app.store.put(small, Buffer.from('small'), {})
      const audio_path = await upload('audio')
      const one = await publish(server, { path, audio_path, poster_path, small_poster_path: small })
      const two = await publish(server, { path: shared, poster_path })
      const three = await publish(server, { path: shared, poster_path })
      await removeItem(one.uuid)
      await removeItem(two.uuid)
      const { app } = server
      const stray = await upload('stray')
      const { dataFolder, config } = server
      const checked = await runVestry('check', { VESTRY_DATA: dataFolder, DATABASE_URL: config.databaseUrl })
      expect(checked.output).toContain(`1 object of 5 bytes belong to no recording: ${stray}.`)
      expect((await purge(`item/${one.uuid}`)).body).toEqual({ message: 'Successfully deleted for good' })
      expect((await purge(`item/${two.uuid}`)).status).toBe(200)
      expect(await Promise.all([path, small, shared].map((key) => app.store.has(key)))).toEqual([
        false,
        false,
        true,
      ])
      expect(await app.store.has(audio_path)).toBe(false)
      expect(await app.store.has(poster_path)).toBe(true)
      await removeItem(three.uuid)
      expect((await restore(`item/${three.uuid}`)).status).toBe(200)
      expect(await app.store.has(shared)).toBe(true)
    })

    test('comes back with a presenter and a category that were deleted meanwhile, or with what took their name', async () => {
      const presenter = await server.ask('POST /preachers', { body: { presenterName: 'Tabitha Crane' } })
      const category = await server.ask('POST /categories', { body: { category: 'Vigil' } })
      const sermon = await publish(server, {
        preacher_id: presenter.id,
        preaching_category_id: category.id,
      })
      await removeItem(sermon.uuid)
      await server.ask('DELETE /preachers', { query: { id: presenter.id } })
      await server.ask('DELETE /categories', { query: { id: category.id } })
      const again = await server.ask('POST /categories', { body: { category: 'vigil' } })
      expect((await restore(`item/${sermon.uuid}`)).body).toEqual({ message: 'Successfully restored' })
      expect(await findItem(sermon.uuid)).toMatchObject({
        preacher_id: presenter.id,
        presenterName: 'Tabitha Crane',
        preaching_category_id: again.id,
      })
      const record = `presenter/${presenter.id}`
      const { results } = await server.ask('GET /audit', { query: { record } })
      expect(results.map(({ kind }) => kind)).toEqual([
        'presenter_added',
        'presenter_deleted',
        'presenter_added',
      ])
    })

    test('follows its presenter into the one that it was merged into', async () => {
      const wrong = await server.ask('POST /preachers', { body: { presenterName: 'Jon Wesly' } })
      const right = await server.ask('POST /preachers', { body: { presenterName: 'John Wesley' } })
      const sermon = await publish(server, { preacher_id: wrong.id })
      await removeItem(sermon.uuid)
      await server.ask('POST /preachers/merge', { body: { id: wrong.id, into: right.id } })
      await restore(`item/${sermon.uuid}`)
      expect(await findItem(sermon.uuid)).toMatchObject({ presenterName: 'John Wesley', version: 2 })
    })

    test('published and deleted again by its own id takes the place of the former one', async () => {
      const path = await upload('former')
      const sermon = await publish(server, { path })
      await removeItem(sermon.uuid)
      const body = { ...sermon, path: await upload('latter'), localizedname: 'Published again' }
      await server.ask('POST /preachingManagement', { body })
      expect(await restore(`item/${sermon.uuid}`)).toMatchObject({
        status: 409,
        body: {
          error: 'already_exists',
          message:
            'This sermon has been published again, so the deleted one cannot be restored. It is gone for good once the new one is deleted.',
        },
      })
      await removeItem(sermon.uuid)
      await restore(`item/${sermon.uuid}`)
      expect((await findItem(sermon.uuid)).localizedname).toBe('Published again')
    })
  })

  describe('children and classes', () => {
    test('a restored class does not put a child into two classes at once', async () => {
      const { id, attendees, content } = await enrolledClass(server, 2)
      await removeClass({ class_id: id, records: 2 })
      const other = await plan(server, { session_datetime: content.session_datetime })
      const [child = 0] = attendees
      const { id: attendance_id } = await server.ask('POST /attendance', {
        body: { class_id: other.id, attendee_id: child },
      })
      const { first_name } = (await server.ask('GET /attendees', { query: { attendee_id: child } })) as {
        first_name: string
      }
      const day = content.session_datetime.slice(0, 10)
      expect(await restore(`class/${id}`)).toMatchObject({
        status: 409,
        body: {
          error: 'in_another_class',
          message: `${first_name} Ruiz would be in two classes at once, on ${day} at 10:30. Move one of the classes, or take the child out of it, and restore again.`,
        },
      })
      await server.ask('DELETE /attendance', { query: { attendance_id } })
      expect((await restore(`class/${id}`)).status).toBe(200)
      expect(await server.ask('GET /attendance', { query: { class_id: id } })).toHaveLength(2)
    })

    test('a child with a record in a class that was cancelled meanwhile comes back once the class is held', async () => {
      const { id, attendees, content } = await enrolledClass(server, 1)
      const [child = 0] = attendees
      const { first_name } = (await server.ask('GET /attendees', { query: { attendee_id: child } })) as {
        first_name: string
      }
      const cancel = (cancelled: boolean) =>
        server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled } })
      await removeChild(child)
      await cancel(true)
      const refused = {
        status: 409,
        body: {
          error: 'class_cancelled',
          message: `${first_name} Ruiz has a record in a class that was cancelled since, on ${content.session_datetime.slice(0, 10)} at 10:30. Let the class be held after all, and restore again.`,
        },
      }
      expect(await restore(`attendee/${child}`)).toMatchObject(refused)
      await removeClass({ class_id: id })
      expect(await restore(`attendee/${child}`)).toMatchObject(refused)
      await restore(`class/${id}`)
      await cancel(false)
      expect((await restore(`attendee/${child}`)).status).toBe(200)
      expect(await server.ask('GET /attendance', { query: { class_id: id } })).toHaveLength(1)
    })

    test('a class that was moved while a child lay in the trash has the child at its new time', async () => {
      const { id, attendees, content } = await enrolledClass(server, 1)
      const [child = 0] = attendees
      await removeChild(child)
      const moved = `${content.session_datetime.slice(0, 10)}T17:00:00`
      await server.ask('PUT /classes', { body: { ...content, id, session_datetime: moved } })
      expect((await restore(`attendee/${child}`)).status).toBe(200)
      const { attendance } = await server.ask('GET /attendees/profile', { query: { attendee_id: child } })
      expect(attendance).toEqual([])
      const records = await database.sql
        .selectFrom('attendance')
        .select('session_datetime')
        .where('attendee_id', '=', child)
        .execute()
      expect(records).toEqual([{ session_datetime: moved }])
    })

    test('whoever has the roll open sees that the child is back', async () => {
      const { id, attendees } = await enrolledClass(server, 2)
      const roll = (since = '') => server.ask('GET /attendance/roll-call', { query: { class_id: id, since } })
      const first = await roll()
      await removeChild(attendees[0] ?? 0)
      const second = await roll(first.revision)
      expect(second.roll?.children).toHaveLength(1)
      await restore(`attendee/${attendees[0]}`)
      expect((await roll(second.revision)).roll?.children).toHaveLength(2)
    })

    test('the call that added a child, sent again, adds another; the first comes back beside it', async () => {
      const body = { first_name: 'Twin', last_name: 'Late', request_id: crypto.randomUUID() }
      const { id } = await server.ask('POST /attendees', { body })
      await removeChild(id)
      const { id: other } = await server.ask('POST /attendees', { body })
      expect(other).not.toBe(id)
      expect((await restore(`attendee/${id}`)).status).toBe(200)
    })

    test('a child deleted for good is forgotten in the deleted classes too', async () => {
      const { id, attendees } = await enrolledClass(server, 2)
      await removeClass({ class_id: id, records: 2 })
      await removeChild(attendees[0] ?? 0)
      await purge(`attendee/${attendees[0]}`)
      const { content } = await database.sql
        .selectFrom('trash')
        .select('content')
        .where('record', '=', `class/${id}`)
        .executeTakeFirstOrThrow()
      expect(content).not.toContain(`"attendee_id":${attendees[0]},`)
      await restore(`class/${id}`)
      expect(await server.ask('GET /attendance', { query: { class_id: id } })).toHaveLength(1)
    })

    test('a row written before a column was there takes what the column begins with', async () => {
      const [id = 0] = await addChildren(server, 1)
      await removeChild(id)
      const entry = database.sql.selectFrom('trash').selectAll().where('record', '=', `attendee/${id}`)
      const { content } = await entry.executeTakeFirstOrThrow()
      const older = JSON.parse(content)
      older.rows.attendee = older.rows.attendee.map(
        ({ allergies, needs, ...row }: Record<string, unknown>) => row,
      )
      await database.sql
        .updateTable('trash')
        .set({ content: JSON.stringify(older) })
        .where('record', '=', `attendee/${id}`)
        .execute()
      await restore(`attendee/${id}`)
      expect(await server.ask('GET /attendees', { query: { attendee_id: id } })).toMatchObject({
        allergies: '',
        needs: '',
      })
    })
  })

  test('what is there already is restored without a word; what is deleted for good is not', async () => {
    const [id = 0] = await addChildren(server, 1)
    expect((await restore(`attendee/${id}`)).status).toBe(200)
    await removeChild(id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(`attendee/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    await removeChild(id)
    const purged = await Promise.all(Array.from({ length: 6 }, () => purge(`attendee/${id}`)))
    expect(purged.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await restore(`attendee/${id}`)).toMatchObject({ status: 404, body: GONE })
  })

  test('a series lies there as one and comes back by any of its classes', async () => {
    const { id, series_id } = await plan(server, { repeat: { every: 1, weekdays: ['SU'], times: 3 } })
    await removeClass({ class_id: id, scope: 'following' })
    expect((await restore(`class/${id + 2}`)).status).toBe(200)
    expect(await sessionsOf(server, series_id)).toHaveLength(3)
  })

  test('a class in the trash keeps the rosters of its series, the former too, when the last class is deleted for good', async () => {
    const { id, series_id, attendees } = await enrolledClass(server, 2, {
      repeat: { every: 1, weekdays: ['SU'], times: 2 },
    })
    const [left = 0] = attendees
    await database.sql.updateTable('roster').set({ since: '2026-01-01' }).execute()
    await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: left } })
    const rosters = async () =>
      await Promise.all(
        (['roster', 'roster_past'] as const).map((table) =>
          database.sql.selectFrom(table).selectAll().where('series_id', '=', series_id).execute(),
        ),
      )
    const before = await rosters()
    expect(before).toMatchObject([[{ attendee_id: attendees[1] }], [{ attendee_id: left }]])
    await removeClass({ class_id: id, records: 2 })
    await removeClass({ class_id: id + 1 })
    await purge(`class/${id + 1}`)
    expect((await restore(`class/${id}`)).status).toBe(200)
    expect(await rosters()).toEqual(before)
  })

  test('after thirty days it is deleted for good, recordings too, and the trail says that nobody did it', async () => {
    const path = await upload('forgotten')
    const sermon = await publish(server, { path })
    const [child = 0] = await addChildren(server, 1)
    await removeItem(sermon.uuid)
    await removeChild(child)
    await trashIn(30 * DAY).sweep()
    expect(await server.app.store.has(path)).toBe(true)
    await trashIn(30 * DAY + 1).sweep()
    expect(await server.app.store.has(path)).toBe(false)
    expect((await list()).results).toEqual([])
    for (const [kind, record] of [
      ['item_purged', `item/${sermon.uuid}`],
      ['attendee_purged', `attendee/${child}`],
    ]) {
      const { results } = await server.ask('GET /audit', { query: { record } })
      expect(results[0]).toMatchObject({ kind, record, actor: null, address: null })
    }
  })

  test('every table whose rows the database deletes with a trashed one lies in the trash too', async () => {
    const references = sql.raw<{ table: string; refers: string }>(REFERENCES[database.dialect])
    const { rows } = await references.execute(database.sql)
    const trashed = new Set<string>(TRASHED_TABLES)
    const children = rows.filter(({ refers }) => trashed.has(refers)).map(({ table }) => table)
    expect(children.length).toBeGreaterThan(4)
    // Triggers count the records again when those come back.
    expect(children.filter((child) => !trashed.has(child))).toEqual(['class_tally'])
  })
})
