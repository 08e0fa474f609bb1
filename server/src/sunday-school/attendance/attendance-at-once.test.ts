import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../app.ts'
import { addChildren } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild, pastHandlers, SUNDAY } from '../../testing/hold-classes.ts'
import { buildSecondApp } from '../../testing/second-app.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const TWENTY = Array.from({ length: 20 }, (_, index) => index)

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const add = (class_id: number, attendee_id: number) =>
    server.tryCall('POST /attendance', { body: { class_id, attendee_id, attended: false } })
  const records = (class_id: number) => server.ask('GET /attendance', { query: { class_id } })
  const countOf = (codes: (string | number | undefined)[]) =>
    Object.fromEntries([...Map.groupBy(codes, String)].map(([code, all]) => [code, all.length]))

  async function twentyClasses() {
    const classes: number[] = []
    for (const _ of TWENTY) {
      classes.push((await holdClass(server)).id)
    }
    return classes
  }

  test('of twenty who add one child to one class at once, one succeeds', async () => {
    const { id: class_id } = await holdClass(server)
    const child = await newChild(server)
    const answers = await Promise.all(TWENTY.map(() => add(class_id, child)))
    expect(countOf(answers.map(({ status, body }) => (status === 200 ? 'added' : body.error)))).toEqual({
      added: 1,
      already_in_class: 19,
    })
    expect(await records(class_id)).toHaveLength(1)
  })

  test('of twenty who add one child to twenty classes of one time at once, one succeeds', async () => {
    const classes = await twentyClasses()
    const child = await newChild(server)
    const answers = await Promise.all(classes.map((class_id) => add(class_id, child)))
    expect(countOf(answers.map(({ status, body }) => (status === 200 ? 'added' : body.error)))).toEqual({
      added: 1,
      in_another_class: 19,
    })
    expect((await Promise.all(classes.map(records))).flat()).toHaveLength(1)
  })

  test('of twenty who mark one child in twenty roll calls of one time at once, one succeeds', async () => {
    const classes = await twentyClasses()
    const child = await newChild(server)
    const marks = [{ attendee_id: child, state: 'present', seen: 0 }]
    const answers = await Promise.all(
      classes.map((class_id) => server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })),
    )
    expect(countOf(answers.map(({ refused }) => refused[0]?.reason))).toEqual({
      undefined: 1,
      in_another_class: 19,
    })
    expect((await Promise.all(classes.map(records))).flat()).toHaveLength(1)
  })

  if (database.name === 'PostgreSQL') {
    test('the same holds for two processes of the server', async () => {
      const second = await buildSecondApp(server)
      try {
        const token = await server.signIn()
        const addBy = async (app: App, class_id: number, attendee_id: number) => {
          const answer = await app.http.inject({
            method: 'POST',
            url: '/api/attendance',
            headers: { authorization: `Bearer ${token}` },
            payload: { class_id, attendee_id, attended: false },
          })
          return answer.statusCode === 200 ? 'added' : answer.json().error
        }
        const classes = await twentyClasses()
        const [one, two] = [await newChild(server), await newChild(server)]
        const [first = 0] = classes
        const apps = [server.app, second]
        const same = await Promise.all(TWENTY.flatMap(() => apps.map((app) => addBy(app, first, one))))
        expect(countOf(same)).toEqual({ added: 1, already_in_class: 39 })
        const spread = await Promise.all(
          classes.flatMap((class_id, index) => addBy(apps[index % 2] ?? second, class_id, two)),
        )
        expect(countOf(spread)).toEqual({ added: 1, in_another_class: 19 })
        expect((await Promise.all(classes.map(records))).flat()).toHaveLength(2)
      } finally {
        await second.close()
      }
    })
  }

  test('the database itself refuses a child twice in a class, and in two classes of one time', async () => {
    const [here, there] = [await holdClass(server), await holdClass(server)]
    const attendee_id = await newChild(server)
    await add(here.id, attendee_id)
    const record = { attendee_id, session_datetime: SUNDAY, attended: 0, marked: 0, comment: '', version: 1 }
    for (const class_id of [here.id, there.id]) {
      const written = pastHandlers(server, (db) =>
        db
          .insertInto('attendance')
          .values({ ...record, class_id, changed: 0, changed_by: '' })
          .execute(),
      )
      await expect(written).rejects.toThrow(/unique/i)
    }
    const elsewhere = { ...record, class_id: there.id, session_datetime: '2026-05-04T10:30:00' }
    const written = pastHandlers(server, (db) =>
      db
        .insertInto('attendance')
        .values({ ...elsewhere, changed: 0, changed_by: '' })
        .execute(),
    )
    await expect(written).rejects.toThrow(/foreign key/i)
    expect(await records(there.id)).toEqual([])
  })

  test('of many who change one record upon one version at once, one succeeds', async () => {
    const { id: class_id } = await holdClass(server)
    await add(class_id, await newChild(server))
    const [record] = await records(class_id)
    const answers = await Promise.all(
      TWENTY.map((index) => {
        const body = { attendance_id: record?.id, version: record?.version, attended: true }
        return server.tryCall('PUT /attendance', { body: { ...body, comment: `Note ${index}` } })
      }),
    )
    expect(countOf(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 })
  })

  test('children who are deleted while they are marked are refused clearly, and leave nothing', async () => {
    const { id: class_id, series_id } = await holdClass(server)
    const children = await addChildren(server, 20)
    await enrolAll(server, series_id, children)
    const answers = await Promise.all(
      children.flatMap((attendee_id) => [
        server.tryCall('PUT /attendance/roll-call', {
          body: { class_id, marks: [{ attendee_id, state: 'present', seen: 0 }] },
        }),
        server.tryCall('DELETE /attendees', { query: { attendee_id } }),
        add(class_id, attendee_id),
        server.tryCall('GET /attendance/roll-call', { query: { class_id } }),
      ]),
    )
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual(
      [],
    )
    expect(await records(class_id)).toEqual([])
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    expect(roll?.children).toEqual([])
  })

  test('a class that is deleted while it is marked takes its records with it, and marks are refused clearly', async () => {
    const { id: class_id, series_id } = await holdClass(server)
    const children = await addChildren(server, 20)
    await enrolAll(server, series_id, children)
    async function removeWhile() {
      for (let status = 409; status === 409; ) {
        const { attendance_count } = await server.ask('GET /classes/item', { query: { class_id } })
        const query = { class_id, records: attendance_count }
        status = (await server.tryCall('DELETE /classes', { query })).status
      }
    }
    const [, ...answers] = await Promise.all([
      removeWhile(),
      ...children.flatMap((attendee_id) => [
        server.tryCall('PUT /attendance/roll-call', {
          body: { class_id, marks: [{ attendee_id, state: 'present', seen: 0 }] },
        }),
        server.tryCall('GET /attendance/roll-call', { query: { class_id } }),
        server.tryCall('GET /attendance', { query: { class_id } }),
      ]),
    ])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([])
    expect((await server.tryCall('GET /attendance', { query: { class_id } })).status).toBe(404)
    const left = await pastHandlers(server, (db) =>
      db.selectFrom('attendance').select('id').where('class_id', '=', class_id).execute(),
    )
    expect(left).toEqual([])
  })
})
