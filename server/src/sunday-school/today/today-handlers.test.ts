import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { Today } from '@vestry/contract/calls/today.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTeacher, type ClassBody, plan } from '../../testing/build-class.ts'
import { publish } from '../../testing/build-sermon.ts'
import { cognitoCall } from '../../testing/cognito-call.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// The clock of the tests is set to ten in the morning on Sunday 3 May 2026, on the church's wall clock.
const TODAY = '2026-05-03'
const NO_GUESTS = { from: '2026-04-06', to: TODAY, newcomers: 0, came_again: 0 }
const AN_HOUR = 3_600_000

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeEach(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
  })
  afterEach(() => server.destroy())

  async function today(token?: string): Promise<Today> {
    const { status, body } = await server.tryCall('GET /today', token === undefined ? {} : { token })
    expect(status).toBe(200)
    expect(Today.parse(body)).toEqual(body)
    return body as unknown as Today
  }
  async function teaching(token = ruth.token) {
    const { teaching, office, administration } = await today(token)
    expect([office, administration]).toEqual([null, null])
    if (teaching === null) {
      throw new Error('Teachers have no classes of theirs')
    }
    return teaching
  }
  async function office(token?: string) {
    const { office } = await today(token)
    if (office === null) {
      throw new Error('They see no office')
    }
    return office
  }
  const teach = (overrides: Partial<ClassBody>) => plan(server, { teachers: [ruth.sub], ...overrides })
  const addChild = async (first_name: string, more: object = {}) =>
    (await server.ask('POST /attendees', { body: { first_name, last_name: 'Ruiz', ...more } })).id
  const enrol = (series_id: number, attendee_ids: number[]) =>
    server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
  /** P for present, A for absent, in the order of the children. */
  const mark = (class_id: number, children: readonly number[], marks: string) =>
    server.ask('PUT /attendance/roll-call', {
      body: {
        class_id,
        marks: [...marks].flatMap((sign, at) =>
          sign === '.'
            ? []
            : [{ attendee_id: children[at], state: sign === 'P' ? 'present' : 'absent', seen: 0 }],
        ),
      },
    })
  /** A class of Ruth's every Sunday, so many before today and one today, with this many children on its roster. */
  async function weekly(weeks: number, names: readonly string[], more: Partial<ClassBody> = {}) {
    const first = new Date(Date.parse(TODAY) - weeks * 168 * AN_HOUR).toISOString().slice(0, 10)
    const repeat = { every: 1, weekdays: ['SU' as const], times: weeks + 2 }
    const { series_id, id } = await teach({ session_datetime: `${first}T10:30:00`, repeat, ...more })
    const children: number[] = []
    for (const name of names) {
      children.push(await addChild(name))
    }
    await enrol(series_id, children)
    const ids = Array.from({ length: weeks + 2 }, (_, week) => id + week)
    return { ids, series_id, children }
  }

  /** Signs in with a temporary password and chooses one of their own. */
  async function comeIn(USERNAME: string, PASSWORD: string) {
    const act = async (action: string, input: object) => {
      const ClientId = server.app.identity.ids.userPoolClientId
      const call = cognitoCall(action, { ClientId, ...input })
      return (await server.app.http.inject({ url: '/cognito-idp/', ...call })).json()
    }
    const { Session, ChallengeName } = await act('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    })
    const ChallengeResponses = { USERNAME, NEW_PASSWORD: ADA.password }
    await act('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses })
  }

  test('to a church in which nothing is planned it answers nothing', async () => {
    expect(await today()).toEqual({
      now: `${TODAY}T10:00:00`,
      teaching: null,
      office: {
        classes: [],
        unfinished: [],
        unfinished_count: 0,
        missing: { count: 0, children: [] },
        guests: NO_GUESTS,
        birthdays: [],
        working: [],
        sermons: [],
      },
      administration: { invited: [], backup: { state: 'off', newest: null } },
    })
    expect(await teaching()).toEqual({
      next: null,
      classes: [],
      unfinished: [],
      birthdays: [],
      returning: [],
      missing: { count: 0, children: [] },
      guests: NO_GUESTS,
    })
  })

  test('a teacher sees the next class of theirs with how far its roll is, and nobody else’s', async () => {
    await plan(server, { session_datetime: `${TODAY}T10:00:00` })
    const oaks = { title: 'Oaks 🌳', room: 'Attic' }
    const { ids, series_id, children } = await weekly(0, ['Ana', 'Leo', 'Noa'], oaks)
    await mark(ids[0] ?? 0, children, 'PA.')
    const { next, classes } = await teaching()
    expect(next).toEqual({
      id: ids[0],
      series_id,
      title: 'Oaks 🌳',
      session_datetime: `${TODAY}T10:30:00`,
      room: 'Attic',
      cancelled: false,
      children: 3,
      recorded: 2,
      present: 1,
    })
    expect(classes).toEqual([])
    const guest = await addChild('Guest')
    await server.ask('POST /attendance', { body: { class_id: ids[0], attendee_id: guest } })
    expect((await teaching()).next).toMatchObject({ children: 4, recorded: 2 })
  })

  test('a roll that is taken makes way for the next Sunday, and stays in sight', async () => {
    const { ids, children } = await weekly(0, ['Ana'])
    const other = await teach({ session_datetime: '2026-05-10T12:00:00' })
    await mark(ids[0] ?? 0, children, 'P')
    const { next, classes } = await teaching()
    expect(next?.id).toBe(ids[1])
    expect(classes.map(({ id }) => id)).toEqual([ids[0], other.id])
  })

  test('cancelled classes are not next, however many there are', async () => {
    const repeat = { every: 1, weekdays: ['SU' as const], times: 40 }
    const off = await teach({ session_datetime: `${TODAY}T10:30:00`, repeat })
    await server.ask('PUT /classes/cancelled', {
      body: { class_id: off.id, cancelled: true, scope: 'following' },
    })
    const held = await teach({ session_datetime: '2027-05-02T10:30:00' })
    const { next, classes } = await teaching()
    expect(next?.id).toBe(held.id)
    expect(classes).toMatchObject([{ id: off.id, cancelled: true }])
  })

  test('past classes without a roll, or with half of one, are unfinished for four weeks', async () => {
    const { ids, children } = await weekly(5, ['Ana', 'Leo'])
    const [, oldest = 0, , taken = 0, half = 0] = ids
    await mark(taken, children, 'PA')
    await mark(half, children, 'P.')
    const { unfinished } = await teaching()
    expect(unfinished.map(({ id }) => id)).toEqual([half, ids[2], oldest])
    expect(unfinished[0]).toMatchObject({ recorded: 1, children: 2 })
    await server.ask('PUT /classes/cancelled', { body: { class_id: ids[2], cancelled: true } })
    expect((await teaching()).unfinished.map(({ id }) => id)).toEqual([half, oldest])
  })

  test('a class that somebody else held is not asked of a teacher', async () => {
    const { ids, children } = await weekly(2, ['Ana'])
    await server.ask('PUT /classes', {
      body: { id: ids[1], title: 'Oaks', session_datetime: '2026-04-26T10:30:00', teachers: [] },
    })
    await mark(ids[0] ?? 0, children, 'P')
    expect((await teaching()).unfinished).toEqual([])
  })

  test('who comes back after three absences is named; who was not recorded was not absent', async () => {
    const { ids, children, series_id } = await weekly(4, ['Ana', 'Leo', 'Noa', 'Zoë'])
    const rolls = ['PAPA', 'AAPA', 'A.PA', 'AAPA', 'PPPP']
    for (const [at, roll] of rolls.entries()) {
      await mark(ids[at] ?? 0, children, roll)
    }
    const named = async () =>
      (await teaching()).returning.map(({ first_name, absences }) => [first_name, absences])
    expect(await named()).toEqual([
      ['Ana', 3],
      ['Leo', 3],
      ['Zoë', 4],
    ])
    const [{ class_title, session_datetime } = {}] = (await teaching()).returning
    expect(session_datetime).toBe(`${TODAY}T10:30:00`)
    expect(class_title).toMatch(/^Class \d+$/)
    await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: String(children[0]) } })
    expect(await named()).toHaveLength(2)
    const { returning } = await teaching((await addTeacher(server)).token)
    expect(returning).toEqual([])
  })

  test('birthdays of the coming two weeks are those of the children on the teacher’s rosters, each once', async () => {
    const { series_id } = await weekly(0, ['Nobody knows'])
    const again = await teach({ session_datetime: `${TODAY}T18:00:00` })
    const others = await plan(server, { session_datetime: `${TODAY}T10:30:00` })
    const today = await addChild('Ana', { birthdate: '2019-05-03' })
    const later = await addChild('Leo', { birthdate: '2016-05-17' })
    const gone = await addChild('Noa', { birthdate: '2016-05-02' })
    const far = await addChild('Eva', { birthdate: '2016-05-18' })
    const stranger = await addChild('Mia', { birthdate: '2016-05-04' })
    await enrol(series_id, [later, today, gone, far])
    await enrol(again.series_id, [today])
    await enrol(others.series_id, [stranger])
    expect((await teaching()).birthdays).toEqual([
      { attendee_id: today, first_name: 'Ana', last_name: 'Ruiz', day: '2026-05-03', age: 7 },
      { attendee_id: later, first_name: 'Leo', last_name: 'Ruiz', day: '2026-05-17', age: 10 },
    ])
  })

  test('the office sees the birthdays of all on a roster, soonest first, each once', async () => {
    const { series_id } = await weekly(0, ['Nobody knows'])
    const other = await plan(server, { session_datetime: `${TODAY}T18:00:00` })
    const last = await addChild('Leo', { birthdate: '2016-05-17' })
    const today = await addChild('Ana', { birthdate: '2019-05-03' })
    const next = await addChild('Zoë', { birthdate: '2019-05-04' })
    const outside = [
      await addChild('Mia', { birthdate: '2016-05-18' }),
      await addChild('Noa', { birthdate: '2016-05-02' }),
      await addChild('Baby', { birthdate: '2026-05-03' }),
    ]
    await addChild('On no roster', { birthdate: '2016-05-04' })
    await enrol(series_id, [last, today, ...outside])
    await enrol(other.series_id, [today, next])
    const named = async (token?: string) =>
      (await office(token)).birthdays.map(({ first_name, day, age }) => [first_name, day, age])
    const all = [
      ['Ana', '2026-05-03', 7],
      ['Zoë', '2026-05-04', 7],
      ['Leo', '2026-05-17', 10],
    ]
    expect(await named()).toEqual(all)
    const clerk = await addTeacher(server, 'Office')
    expect(await named(clerk.token)).toEqual(all)
    await server.ask('PUT /settings/rights', { body: { group: 'Office', rights: ['children', 'arrange'] } })
    expect(await named(clerk.token)).toEqual([])
    const own = await plan(server, { teachers: [clerk.sub], session_datetime: `${TODAY}T20:00:00` })
    await enrol(own.series_id, [next])
    expect(await named(clerk.token)).toEqual([['Zoë', '2026-05-04', 7]])
  })

  test('birthdays go on over the turn of the year and over a leap day', async () => {
    const { series_id } = await plan(server)
    await enrol(series_id, [
      await addChild('January', { birthdate: '2016-01-03' }),
      await addChild('December', { birthdate: '2016-12-31' }),
      await addChild('Leap', { birthdate: '2016-02-29' }),
    ])
    const named = async (day: string) => {
      server.clock.advance(Date.parse(`${day}T08:00:00Z`) - server.clock.now())
      return (await office(await server.signIn())).birthdays.map((one) => [one.first_name, one.day, one.age])
    }
    expect(await named('2026-12-25')).toEqual([
      ['December', '2026-12-31', 10],
      ['January', '2027-01-03', 11],
    ])
    expect(await named('2027-02-14')).toEqual([['Leap', '2027-02-28', 11]])
    expect(await named('2027-03-01')).toEqual([])
    expect(await named('2028-02-14')).toEqual([])
    expect(await named('2028-02-15')).toEqual([['Leap', '2028-02-29', 12]])
  })

  test('guests of the last four weeks are counted, and how many of them came again', async () => {
    const { ids, children } = await weekly(5, ['Ana'])
    const [early, once, twice] = [await addChild('Early'), await addChild('Once'), await addChild('Twice')]
    const roll = [...children, early, once, twice]
    await mark(ids[0] ?? 0, roll, 'PP..')
    await mark(ids[2] ?? 0, roll, 'PPPP')
    await mark(ids[3] ?? 0, roll, 'P..P')
    await mark(ids[4] ?? 0, roll, 'P.A.')
    const counted = { ...NO_GUESTS, newcomers: 2, came_again: 1 }
    expect((await office()).guests).toEqual(counted)
    expect((await teaching()).guests).toEqual(counted)
    expect((await teaching((await addTeacher(server)).token)).guests).toEqual(NO_GUESTS)
  })

  test('the classes of last year are nobody’s business any more', async () => {
    const long = await teach({ session_datetime: '2025-09-07T10:30:00' })
    await enrol(long.series_id, [await addChild('Ana', { birthdate: '2019-05-04' })])
    const { unfinished, birthdays } = await teaching()
    expect([unfinished, birthdays]).toEqual([[], []])
  })

  test('the church’s clock decides what today is', async () => {
    const { ids } = await weekly(0, ['Ana'])
    const tokenOf = async () => server.signIn({ email: ruth.name, password: ADA.password })
    // Ten minutes before midnight in Madrid, and ten minutes after.
    server.clock.advance(13 * AN_HOUR + 50 * 60_000)
    const before = await today(await tokenOf())
    expect([before.now, before.teaching?.next?.id]).toEqual([`${TODAY}T23:50:00`, ids[0]])
    server.clock.advance(20 * 60_000)
    const after = await today(await tokenOf())
    expect([after.now, after.teaching?.next?.id]).toEqual(['2026-05-04T00:10:00', ids[1]])
    expect(after.teaching?.unfinished.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('the office sees the classes of today and the coming week, whoever holds them', async () => {
    const first = await plan(server, { session_datetime: `${TODAY}T00:00:00` })
    const last = await teach({ session_datetime: '2026-05-10T23:59:59', title: 'Last' })
    await plan(server, { session_datetime: '2026-05-11T00:00:00' })
    const children = [await addChild('Ana'), await addChild('Leo')]
    await enrol(first.series_id, [children[0] ?? 0])
    await mark(first.id, children, 'PA')
    const office = await addTeacher(server, 'Office')
    const { office: seen, administration } = await today(office.token)
    expect(administration).toBeNull()
    expect(seen?.classes).toEqual([
      expect.objectContaining({ id: first.id, children: 2, recorded: 2, present: 1 }),
      expect.objectContaining({ id: last.id, title: 'Last', children: 0, recorded: 0, present: 0 }),
    ])
  })

  test('the office sees past classes of which nothing is recorded, six of them and how many there are', async () => {
    const { ids, children } = await weekly(5, ['Ana'])
    const daily = { every: 1, weekdays: ['MO' as const, 'TU' as const, 'WE' as const], times: 6 }
    await plan(server, { session_datetime: '2026-04-13T18:00:00', repeat: daily })
    await mark(ids[4] ?? 0, children, 'A')
    const added = await addChild('Only added')
    await server.ask('POST /attendance', { body: { class_id: ids[3], attendee_id: added } })
    const { office } = await today()
    expect(office?.unfinished_count).toBe(9)
    expect(office?.unfinished).toHaveLength(6)
    expect(office?.unfinished[3]).toMatchObject({ id: ids[3], children: 2, recorded: 0 })
    expect(office?.unfinished.map(({ session_datetime }) => session_datetime.slice(0, 10))).toEqual([
      '2026-04-22',
      '2026-04-21',
      '2026-04-20',
      '2026-04-19',
      '2026-04-15',
      '2026-04-14',
    ])
  })

  test('the office sees the sermons that are not out yet', async () => {
    const draft = await publish(server, { state: 'draft' })
    const soon = await publish(server, { state: 'scheduled', publish_at: '2035-06-03T10:00:00' })
    const later = await publish(server, { state: 'scheduled', publish_at: '2035-07-01T10:00:00' })
    expect((await office()).working.map(({ uuid, publish_at }) => [uuid, publish_at])).toEqual([
      ...[
        [draft.uuid, ''],
        [soon.uuid, '2035-06-03T10:00:00'],
      ],
      [later.uuid, '2035-07-01T10:00:00'],
    ])
  })

  test('the office sees the three latest sermons', async () => {
    for (const event_datetime of ['2026-04-05T10:30:00', '2026-04-26T10:30:00', '2026-04-19T10:30:00']) {
      await publish(server, { event_datetime })
    }
    const newest = await publish(server, { event_datetime: '2026-05-03T09:00:00', localizedname: 'Newest' })
    const sermons = (await today()).office?.sermons
    expect(sermons?.map(({ event_datetime }) => event_datetime.slice(0, 10))).toEqual([
      '2026-05-03',
      '2026-04-26',
      '2026-04-19',
    ])
    expect(sermons?.[0]).toEqual({
      uuid: newest.uuid,
      localizedname: 'Newest',
      event_datetime: '2026-05-03T09:00:00',
      presenterName: 'Guest Speaker',
    })
  })

  test('Admins alone see who has not come in yet, until they do', async () => {
    const body = { email: 'lydia@vestry.test', name: 'Lydia', language: 'en', groups: [] }
    const { sub, temporary_password } = await server.ask('POST /staff', { body })
    const invited_until = server.clock.now() + 7 * 24 * AN_HOUR
    const invited = async () => (await today()).administration?.invited
    expect(await invited()).toEqual([{ sub, name: 'Lydia', invited_until }])
    await server.ask('PUT /staff/enabled', { body: { sub, enabled: false } })
    expect(await invited()).toEqual([])
    await server.ask('PUT /staff/enabled', { body: { sub, enabled: true } })
    expect(await invited()).toHaveLength(1)
    await comeIn('lydia@vestry.test', temporary_password ?? '')
    expect(await invited()).toEqual([])
  })
})

test('the answer is small', async () => {
  const server = await startTestServer()
  const answer: CallAnswer<'GET /today'> = await server.ask('GET /today')
  expect(JSON.stringify(answer).length).toBeLessThan(350)
  await server.destroy()
})
