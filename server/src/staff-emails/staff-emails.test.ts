import { once } from 'node:events'
import { rightsOf } from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { addTeacher } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { enrolAll, holdClass, newChild } from '../testing/hold-classes.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { forgetOld } from './sent-emails-sql.ts'
import { createStaffEmails } from './staff-emails.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The church is in Madrid, where it is Sunday, ten minutes to seven in the morning. */
const SUNDAY_MORNING = Date.parse('2026-05-03T04:50:00Z')

type Received = { to: string; text: string }

/**
 * A mail server that keeps what it receives, and answers some addresses, or the emails to them, with a code of the
 * test's.
 */
async function startMailServer(
  refused: Map<string, number>,
  refusedLate: Map<string, number>,
  silent: Set<string>,
) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const responseCode = refused.get(address)
      done(responseCode === undefined ? null : Object.assign(new Error('Not here.'), { responseCode }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const responseCode = refusedLate.get(to)
        if (responseCode !== undefined) {
          done(Object.assign(new Error('Not this.'), { responseCode }))
          return
        }
        received.push({ to, text })
        if (!silent.has(to)) {
          done()
        }
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    take: () => received.splice(0),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

eachDatabase((kind) => {
  let server: TestServer
  let database: Database
  /** The job's own clock; the server's clock stands still, so that everybody stays signed in. */
  let later: TestClock
  let mail: Awaited<ReturnType<typeof startMailServer>>
  const refused = new Map<string, number>()
  const refusedLate = new Map<string, number>()
  /** The people whose emails the mail server accepts without ever saying so. */
  const silent = new Set<string>()
  const errors: unknown[] = []

  beforeEach(async () => {
    refused.clear()
    refusedLate.clear()
    silent.clear()
    errors.length = 0
    later = createTestClock(SUNDAY_MORNING)
    server = await startTestServer({ database: kind, clock: createTestClock(SUNDAY_MORNING) })
    database = await openDatabase(server.config)
    mail = await startMailServer(refused, refusedLate, silent)
  })
  afterEach(async () => {
    await mail.close()
    await database.close()
    await server.destroy()
  })

  /** The job, with the staff and the settings as the server's own calls return them. */
  async function send(smtpUrl = mail.url): Promise<void> {
    const { fixed: _, ...settings } = await server.ask('GET /settings')
    const { results } = await server.ask('GET /staff', { query: { limit: 60 } })
    const job = createStaffEmails({
      database,
      clock: later,
      settings: () => settings,
      listStaff: async () =>
        results.map((one) => ({ ...one, rights: rightsOf(one.groups[0] ?? DEFAULT_ROLE, settings.rights) })),
      sendEmail: openMailer({
        ...{ smtpUrl, from: 'vestry@vestry.test', outboxFolder: '', clock: later },
        patience: silent.size > 0 ? 1000 : 20_000,
      }),
      publicUrl: 'https://church.test/',
      onError: (error) => errors.push(error),
    })
    await job()
  }

  const switchOn = (some: { weeklyEmail?: boolean; rollReminder?: boolean; name?: string }) =>
    server.ask('PUT /settings', { body: some })

  const receivers = () =>
    mail
      .take()
      .map(({ to }) => to)
      .sort()

  /** A class on that Sunday with one child, whose birthday is three days later. */
  async function aClass(teacher: { sub: string }) {
    const planned = await holdClass(server, { title: 'Lambs', teachers: [teacher.sub] })
    const child = await newChild(server, { first_name: 'Tirzah', last_name: 'Zelophehad' })
    await enrolAll(server, planned.series_id, [child])
    return { ...planned, child }
  }

  describe('the weekly email', () => {
    test('tells everybody on Monday at seven, in numbers and with a link, what waits for them', async () => {
      await switchOn({ weeklyEmail: true, name: 'St Brigid' })
      const teacher = await addTeacher(server)
      const { child, series_id } = await aClass(teacher)
      await server.ask('PUT /attendees', {
        body: { id: child, first_name: 'Tirzah', last_name: 'Zelophehad', birthdate: '2019-05-06' },
      })
      // A birthday next week, which Today shows already.
      const nextWeek = await newChild(server, { birthdate: '2019-05-13' })
      await enrolAll(server, series_id, [nextWeek])
      later.advance(DAY)
      await send()
      expect(receivers()).toEqual([])
      later.advance(HOUR)
      await send()
      const emails = mail.take()
      expect(emails.map(({ to }) => to).sort()).toEqual([ADA.email, teacher.name].sort())
      for (const { text } of emails) {
        expect(text).toContain('1 roll to take or to finish')
        expect(text).toContain('https://church.test/today')
        expect(text).toContain('St Brigid')
        expect(text).not.toMatch(/Tirzah|Zelophehad|Lambs/)
      }
      const own = emails.find(({ to }) => to === teacher.name)?.text
      expect(own).toContain('1 birthday within seven days')
    })

    test('counts the children to ask after', async () => {
      await switchOn({ weeklyEmail: true })
      const teacher = await addTeacher(server)
      const { id, series_id } = await holdClass(server, {
        session_datetime: '2026-04-12T10:30:00',
        repeat: { every: 1, weekdays: ['SU'], times: 3 },
        teachers: [teacher.sub],
      })
      const child = await newChild(server)
      await enrolAll(server, series_id, [child])
      for (const class_id of [id, id + 1, id + 2]) {
        const marks = [{ attendee_id: child, state: 'absent' as const, seen: 0 }]
        await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
      }
      later.advance(DAY + HOUR)
      await send()
      const emails = mail.take()
      expect(emails.map(({ to }) => to).sort()).toEqual([ADA.email, teacher.name].sort())
      for (const { text } of emails) {
        expect(text).toContain('1 child to ask after')
      }
    })

    test('comes once a week, however often and by how many it is sent, and not where nothing waits', async () => {
      await switchOn({ weeklyEmail: true })
      const teacher = await addTeacher(server)
      const { id, child } = await aClass(teacher)
      later.advance(DAY + HOUR)
      await Promise.all([send(), send()])
      expect(receivers()).toEqual([ADA.email, teacher.name].sort())
      later.advance(DAY)
      await send()
      expect(receivers()).toEqual([])
      later.advance(6 * DAY)
      await send()
      expect(receivers()).toEqual([ADA.email, teacher.name].sort())
      await server.ask('POST /attendance', {
        body: { class_id: id, attendee_id: child, attended: true },
      })
      later.advance(7 * DAY)
      await send()
      expect(receivers()).toEqual([])
    })

    test('goes to nobody who wants none, and to none where the Sunday school or the email is off', async () => {
      const teacher = await addTeacher(server)
      await aClass(teacher)
      await server.tryCall('PUT /account/settings', { body: { emails: false }, token: teacher.token })
      later.advance(DAY + HOUR)
      await send()
      expect(receivers()).toEqual([])
      await server.ask('PUT /settings', { body: { weeklyEmail: true, parts: ['preaching'] } })
      await send()
      expect(receivers()).toEqual([])
      await server.ask('PUT /settings', { body: { parts: ['preaching', 'sundaySchool'] } })
      await send()
      expect(receivers()).toEqual([ADA.email])
    })

    test('is sent later where the mail server is away, and an address that it refuses keeps nobody else waiting', async () => {
      await switchOn({ weeklyEmail: true })
      const [first, second, third] = [
        await addTeacher(server),
        await addTeacher(server),
        await addTeacher(server),
      ]
      for (const teacher of [first, second, third]) {
        await aClass(teacher)
      }
      later.advance(DAY + HOUR)
      await expect(send('smtp://127.0.0.1:9')).rejects.toThrow('ECONNREFUSED')
      refused.set(first.name, 550).set(second.name, 450)
      await send()
      expect(receivers()).toEqual([ADA.email, third.name].sort())
      expect(errors).toHaveLength(2)
      for (const error of errors) {
        expect(String(error)).not.toContain('@vestry.test')
      }
      refused.clear()
      await send()
      expect(receivers()).toEqual([second.name])
      await send()
      expect(receivers()).toEqual([])
    })
  })

  describe('an email that is refused once it has come', () => {
    test('keeps nobody else waiting', async () => {
      await switchOn({ weeklyEmail: true })
      const teachers = [await addTeacher(server), await addTeacher(server), await addTeacher(server)]
      for (const teacher of teachers) {
        await aClass(teacher)
      }
      later.advance(DAY + HOUR)
      const [first, ...others] = teachers.map(({ name }) => name).sort()
      refusedLate.set(first ?? '', 552)
      await send()
      expect(receivers()).toEqual([ADA.email, ...others].sort())
      expect(errors).toHaveLength(1)
      await send()
      expect(receivers()).toEqual([])
      expect(errors).toHaveLength(1)
    })
  })

  test('an email that the mail server took and was silent about is not sent again, and keeps nobody else waiting', async () => {
    await switchOn({ weeklyEmail: true, rollReminder: true })
    const teachers = [await addTeacher(server), await addTeacher(server)]
    for (const teacher of teachers) {
      await aClass(teacher)
    }
    later.advance(DAY + HOUR)
    const [first = '', second = ''] = teachers.map(({ name }) => name)
    silent.add(first)
    await send()
    expect(receivers()).toEqual([ADA.email, first, first, second, second].sort())
    expect(errors).toHaveLength(2)
    await send()
    expect(receivers()).toEqual([])
  })

  describe('the reminder of a roll', () => {
    test('asks the teachers of a class once, the morning after, for the roll that nobody took', async () => {
      await switchOn({ rollReminder: true })
      const [mine, others] = [await addTeacher(server), await addTeacher(server)]
      const { id } = await aClass(mine)
      const taken = await aClass(others)
      await holdClass(server, { title: 'Not held', teachers: [others.sub], cancelled: true })
      await server.ask('POST /attendance', {
        body: { class_id: taken.id, attendee_id: taken.child, attended: true },
      })
      await send()
      later.advance(DAY)
      await send()
      expect(receivers()).toEqual([])
      later.advance(HOUR)
      await Promise.all([send(), send()])
      const emails = mail.take()
      expect(emails.map(({ to }) => to)).toEqual([mine.name])
      expect(emails[0]?.text).toContain('Lambs, Sunday, 3 May 2026, 10:30')
      expect(emails[0]?.text).toContain(
        `https://church.test/sunday-school/classes/history/attendance?class=${id}`,
      )
      expect(emails[0]?.text).not.toMatch(/Tirzah|Zelophehad/)
      later.advance(DAY)
      await send()
      expect(receivers()).toEqual([])
    })

    test('is forgotten after sixty days', async () => {
      await switchOn({ rollReminder: true })
      await aClass(await addTeacher(server))
      later.advance(DAY + HOUR)
      await send()
      const count = async () => (await database.sql.selectFrom('staff_email').select('sub').execute()).length
      expect(await count()).toBe(1)
      later.advance(60 * DAY)
      await forgetOld(database.sql, later.now())
      expect(await count()).toBe(1)
      later.advance(1)
      await forgetOld(database.sql, later.now())
      expect(await count()).toBe(0)
    })

    test('comes two days at most after the class', async () => {
      const teacher = await addTeacher(server)
      await aClass(teacher)
      later.advance(3 * DAY + HOUR)
      await switchOn({ rollReminder: true })
      await send()
      expect(receivers()).toEqual([])
    })
  })

  test('a server that runs sends by itself what is switched on', async () => {
    await switchOn({ weeklyEmail: true })
    await aClass(await addTeacher(server))
    await server.app.close()
    server.clock.advance(DAY + HOUR)
    const app = await buildApp(server.config, { clock: server.clock, log: undefined })
    try {
      await vi.waitFor(async () => {
        const emails = await server.emails()
        expect(emails.filter((email) => email.includes('What waits for you'))).toHaveLength(2)
      }, 20_000)
    } finally {
      await app.close()
    }
  })
})
