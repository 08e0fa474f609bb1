import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { NewsTopic } from '@vestry/contract/rules/news-topics.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { openDatabase } from '../database/open-database.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { type FollowedNews, followNews } from '../testing/follow-news.ts'
import { enrolAll, holdClass, newChild, SUNDAY } from '../testing/hold-classes.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { buildSecondApp } from '../testing/second-app.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const WAIT = { timeout: 30_000 }
/** Longer than writes are gathered: what was not told by then is not told. */
const GATHERED = 400

eachDatabase((database) => {
  let server: TestServer
  let origin: string
  const open: FollowedNews[] = []

  beforeAll(async () => {
    server = await startTestServer({ database })
    origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    for (const one of open.splice(0)) {
      one.close()
    }
  })
  afterAll(() => server.destroy())

  async function follow(token: string, classes: readonly number[] = [], at = origin) {
    const followed = await followNews(at, token, classes)
    open.push(followed)
    if (followed.status === 200) {
      await expect.poll(() => followed.told.length, WAIT).toBe(1)
    }
    return followed
  }

  /** Expects that these topics, and no others, are told anew by what `work` does. */
  async function expectTold(followed: FollowedNews, work: () => Promise<unknown>, topics: NewsTopic[]) {
    const before = followed.told.length
    const told = () => Object.keys(Object.assign({}, ...followed.told.slice(before))).sort()
    await work()
    await expect.poll(told, WAIT).toEqual(topics)
    await pause(GATHERED)
    expect(told()).toEqual(topics)
  }

  async function newPerson(groups: string[] = []) {
    const email = `${crypto.randomUUID()}@vestry.test`
    const person = await server.addPerson(email, groups)
    const sub = (await server.app.identity.users.list()).find((one) => one.email === email)?.sub ?? ''
    return { ...person, sub, token: await server.signIn(person) }
  }

  /** A class with a child on its roster, and a mark for that child. */
  async function newClass(teachers: string[]) {
    const { id, series_id } = await holdClass(server, { teachers })
    const attendee_id = await newChild(server)
    await enrolAll(server, series_id, [attendee_id])
    const mark = (state: 'present' | 'absent', seen: number) =>
      server.ask('PUT /attendance/roll-call', {
        body: { class_id: id, marks: [{ attendee_id, state, seen }] },
      })
    return { id, mark }
  }

  test('the present revisions come at once, those of a roll as its own call gives them', async () => {
    const teacher = await newPerson()
    const { id } = await newClass([teacher.sub])
    const followed = await follow(teacher.token, [id])
    expect(followed.headers['content-type']).toBe('text/event-stream')
    expect(followed.headers['cache-control']).toBe('no-store')
    expect(followed.headers['x-accel-buffering']).toBe('no')
    const { revision } = await server.ask('GET /attendance/roll-call', {
      query: { class_id: id },
      token: teacher.token,
    })
    expect(followed.told).toEqual([
      {
        preaching: expect.any(Number),
        sunday_school: expect.any(Number),
        attendees: expect.any(Number),
        classes: expect.any(Number),
        families: expect.any(Number),
        settings: expect.any(Number),
        [`class/${id}`]: revision,
      },
    ])
  })

  test('a mark is told to whoever follows that roll, and nobody is told what has not changed', async () => {
    const teacher = await newPerson()
    const [mine, other] = [await newClass([teacher.sub]), await newClass([teacher.sub])]
    const [followed, others] = [
      await follow(teacher.token, [mine.id]),
      await follow(teacher.token, [other.id]),
    ]
    await expectTold(followed, () => mine.mark('present', 0), [`class/${mine.id}`, 'sunday_school'])
    expect(others.told.slice(1).flatMap((news) => Object.keys(news))).toEqual(['sunday_school'])
    const { revision } = await server.ask('GET /attendance/roll-call', {
      query: { class_id: mine.id },
      token: teacher.token,
    })
    expect(followed.now()[`class/${mine.id}`]).toBe(revision)
  })

  test('the audit trail is told of to those alone who may read it', async () => {
    const [admin, teacher] = [await newPerson(['Admins']), await newPerson()]
    const [told, notTold] = [await follow(admin.token), await follow(teacher.token)]
    const change = () =>
      server.ask('PUT /settings/rights', { body: { group: 'Stewards', rights: ['sermons'] } })
    await expectTold(told, change, ['audit', 'settings'])
    expect(Object.keys(notTold.now())).not.toContain('audit')
    await expectTold(told, () => server.signIn(teacher), ['audit'])
  })

  test('a class of somebody else, and one that does not exist, are refused as their rolls are', async () => {
    const teacher = await newPerson()
    const { id } = await newClass([])
    const { status, refusal } = await follow(teacher.token, [id])
    expect([status, refusal?.message]).toEqual([403, 'This class is not one of yours.'])
    const missing = await follow(teacher.token, [id + 1_000_000])
    expect([missing.status, missing.refusal?.error]).toEqual([404, 'not_found'])
  })

  test('a sign-in that ends, ends its stream and no other', async () => {
    const person = await newPerson()
    const other = await newPerson()
    const [followed, others] = [await follow(person.token), await follow(other.token)]
    await server.app.identity.users.setEnabled(person.email, false)
    await expect.poll(followed.ended, WAIT).toBe(true)
    expect(others.ended()).toBe(false)
    expect((await follow(person.token)).status).toBe(401)
  })

  test('an administrator who is made a teacher hears no more of the audit trail', async () => {
    const person = await newPerson(['Admins'])
    const followed = await follow(person.token)
    await server.app.identity.users.setGroups(person.email, [])
    await expectTold(followed, () => newChild(server), ['attendees', 'sunday_school'])
  })

  test('the stream of a teacher ends when the class is given to somebody else', async () => {
    const [teacher, other] = [await newPerson(), await newPerson()]
    const { id } = await newClass([teacher.sub])
    const followed = await follow(teacher.token, [id])
    await server.ask('PUT /classes', {
      body: { id, title: 'Lambs', session_datetime: SUNDAY, teachers: [other.sub] },
    })
    await expect.poll(followed.ended, WAIT).toBe(true)
    expect((await follow(teacher.token, [id])).status).toBe(403)
  })

  test('one person has so many streams, and the others have theirs', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    await Promise.all(Array.from({ length: 32 }, () => follow(person.token)))
    const { status, refusal } = await follow(person.token)
    expect([status, refusal?.error]).toEqual([429, 'too_many_requests'])
    expect((await follow(other.token)).status).toBe(200)
    open.shift()?.close()
    await expect.poll(async () => (await follow(person.token)).status, WAIT).toBe(200)
  })

  test('what another process writes is told', async () => {
    const followed = await follow(await server.signIn())
    const second = await openDatabase(server.config)
    try {
      const count = () => withWriteLock(second, 'preaching', async () => undefined)
      await expectTold(followed, count, ['preaching'])
      const { record } = createAuditLog(second, server.clock)
      const note = () => record({ kind: 'keys_rotated', actor: { name: 'command line' } })
      await expectTold(followed, note, ['audit'])
    } finally {
      await second.close()
    }
  })

  if (database.name === 'PostgreSQL') {
    test('two processes tell of each other, also once the line to the database was cut', async () => {
      const second: App = await buildSecondApp(server)
      try {
        const there = await second.http.listen({ port: 0, host: '127.0.0.1' })
        const token = await signInByPassword(second.http, second.identity.ids.userPoolClientId, ADA)
        const [here, followed] = [await follow(await server.signIn()), await follow(token, [], there)]
        const agree = () => isDeepStrictEqual(followed.now(), here.now())
        const added = ['attendees', 'audit', 'sunday_school'] as const
        await expectTold(followed, () => newChild(server), [...added])
        await expect.poll(agree, WAIT).toBe(true)
        const cut = await openDatabase(server.config)
        const { rows } = await sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut
          from pg_stat_activity where datname = current_database() and query like 'listen %'`
          .execute(cut.sql)
          .finally(() => cut.close())
        expect(rows).toEqual([{ cut: true }, { cut: true }])
        await expectTold(followed, () => newChild(server), [...added])
        await expect.poll(agree, WAIT).toBe(true)
      } finally {
        await second.close()
      }
    })
  }
})

test('a stop ends all streams and waits for none', async () => {
  const server = await startTestServer()
  const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  const token = await server.signIn()
  const followed = await Promise.all(Array.from({ length: 5 }, () => followNews(origin, token)))
  expect(followed.map(({ status }) => status)).toEqual(Array(5).fill(200))
  let cut = false
  server.app.http.server.closeAllConnections = () => {
    cut = true
  }
  await server.destroy()
  expect(cut).toBe(false)
  await expect.poll(() => followed.every(({ ended }) => ended()), WAIT).toBe(true)
})

test('a token whose time has passed ends its stream', async () => {
  const server = await startTestServer()
  try {
    const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
    const followed = await followNews(origin, await server.signIn())
    server.clock.advance(61 * 60_000)
    // Any change of the staff has all streams looked at.
    await server.addPerson('somebody@vestry.test', [])
    await expect.poll(followed.ended, WAIT).toBe(true)
  } finally {
    await server.destroy()
  }
})
