import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, buildClass, type ClassBody } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const DAY = 24 * 60 * 60_000
const NOT_YOURS = { error: 'not_allowed', message: 'This child is in none of your classes.' }

type State = 'present' | 'absent' | 'not_recorded'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  let token: string | undefined
  const ask: TestServer['ask'] = (call, given) =>
    server.ask(call, { ...given, ...(token !== undefined && { token }) })

  /** The next day, on which everybody has to sign in again. */
  async function nextDay() {
    server.clock.advance(DAY)
    token = await server.signIn()
  }

  const planClass = (given: Partial<ClassBody>) => ask('POST /classes', { body: buildClass(given) })

  async function addChildren(count: number) {
    const ids: number[] = []
    while (ids.length < count) {
      const body = { first_name: `Child ${ids.length}`, last_name: 'Ruiz' }
      ids.push((await ask('POST /attendees', { body })).id)
    }
    return ids
  }

  const today = () => new Date(server.clock.now()).toISOString().slice(0, 10)
  const enrol = (series_id: number, attendee_ids: number[]) =>
    ask('POST /classes/roster', { body: { series_id, attendee_ids } })
  const takeOff = (series_id: number, id: number) =>
    ask('DELETE /classes/roster', { query: { series_id, attendee_ids: String(id) } })
  const planAway = (attendee_id: number, from_day: string, until_day: string, reason = '') =>
    ask('POST /attendees/absences', { body: { attendee_id, from_day, until_day, reason } })

  async function mark(class_id: number, attendee_id: number, state: State) {
    const { roll } = await ask('GET /attendance/roll-call', { query: { class_id } })
    const seen = roll?.children.find((child) => child.attendee_id === attendee_id)?.mark.version ?? 0
    const marks = [{ attendee_id, state, seen }]
    const { saved } = await ask('PUT /attendance/roll-call', { body: { class_id, marks } })
    expect(saved).toHaveLength(1)
  }

  async function turnoutOf(class_id: number) {
    const query = { includeTurnout: true, limit: 100 }
    const { results } = await ask('GET /classes/by-date', { query })
    return results.find(({ id }) => id === class_id)?.turnout
  }

  const classToday = (hour = '10:30') => planClass({ session_datetime: `${today()}T${hour}:00` })

  test('the absent, the away, the unmarked and guests are told apart', async () => {
    const { id, series_id } = await classToday()
    const [came, missed, away, open, guest] = await addChildren(5)
    await enrol(series_id, [came, missed, away, open].map(Number))
    await planAway(Number(away), today(), today(), 'Holiday')
    expect(await turnoutOf(id)).toBeUndefined()
    await mark(id, Number(came), 'present')
    await mark(id, Number(missed), 'absent')
    await mark(id, Number(guest), 'present')
    const turnout = { expected: 4, present: 1, absent: 1, away: 1, not_recorded: 1, guests: 1 }
    expect(await turnoutOf(id)).toEqual(turnout)

    const { roll } = await ask('GET /attendance/roll-call', { query: { class_id: id } })
    const awayInRoll = roll?.children.map((child) => child.away)
    expect(awayInRoll?.filter(Boolean)).toEqual([{ until_day: today(), reason: 'Holiday' }])

    await mark(id, Number(away), 'present')
    expect(await turnoutOf(id)).toEqual({ ...turnout, present: 2, away: 0 })
  })

  test('only whoever teaches a child, or sees all children, plans its absence, and never backwards', async () => {
    const teacher = await addTeacher(server)
    await ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
    const [mine, other] = await addChildren(2)
    const { series_id } = await planClass({ teachers: [teacher.sub] })
    await enrol(series_id, [Number(mine)])
    const body = { from_day: today(), until_day: today(), reason: "Gran's <script> 👵" }
    const add = (attendee_id: unknown, more: object = {}) =>
      server.tryCall('POST /attendees/absences', {
        body: { attendee_id, ...body, ...more },
        token: teacher.token,
      })
    expect((await add(mine)).status).toBe(200)
    expect(await add(other)).toMatchObject({ status: 403, body: NOT_YOURS })
    expect(await add(mine, { until_day: '2020-01-01' })).toMatchObject({ status: 400 })
    expect(await add(mine, { from_day: '0026-05-03' })).toMatchObject({
      status: 400,
      body: { field: 'from_day' },
    })
    const { id } = await ask('POST /attendees/absences', { body: { attendee_id: other, ...body } })
    const call = { query: { absence_id: id }, token: teacher.token }
    expect(await server.tryCall('DELETE /attendees/absences', call)).toMatchObject({ status: 403 })
  })

  test('two who plan the same at once plan it once', async () => {
    const [child] = await addChildren(1)
    await Promise.all([1, 2, 3, 4].map(() => planAway(Number(child), '2026-06-01', '2026-06-07', 'Trip')))
    const query = { attendee_id: Number(child) }
    expect(await ask('GET /attendees/absences', { query })).toHaveLength(1)
  })

  test('a deleted child comes back with the past of its rosters and its plans', async () => {
    const { id, series_id } = await classToday('08:30')
    const [stays, left] = await addChildren(2)
    await enrol(series_id, [Number(stays), Number(left)])
    await mark(id, Number(stays), 'present')
    await nextDay()
    await takeOff(series_id, Number(left))
    const day = today()
    await planAway(Number(left), day, day)
    const before = await turnoutOf(id)
    expect(before).toMatchObject({ expected: 2, not_recorded: 1 })
    await ask('DELETE /attendees', { query: { attendee_id: Number(left) } })
    expect(await turnoutOf(id)).toMatchObject({ expected: 1, not_recorded: 0 })
    await ask('POST /trash/restore', { body: { record: `attendee/${left}` } })
    expect(await turnoutOf(id)).toEqual(before)
    const plans = await ask('GET /attendees/absences', { query: { attendee_id: Number(left) } })
    expect(plans).toEqual([{ id: expect.any(Number), from_day: day, until_day: day, reason: '' }])
  })

  test('after any changes of rosters, plans and marks the numbers are those of the list of events', async () => {
    const random = randomFrom(14)
    const children = await addChildren(6)
    const { id: first, series_id } = await planClass({
      session_datetime: `${today()}T16:30:00`,
      repeat: { every: 1, weekdays: ['MO', 'WE', 'FR', 'SU'], times: 12 },
    })
    const sessions = await ask('GET /classes/sessions', { query: { series_id } })
    expect(sessions[0]?.id).toBe(first)
    const events: { child: number; day: string; joins: boolean }[] = []
    const plans: { child: number; from: string; until: string }[] = []
    const marks = new Map<string, State>()
    for (let step = 0; step < 150; step += 1) {
      const child = children[random(children.length)] ?? 0
      const session = sessions[random(sessions.length)]
      const what = random(5)
      if (what === 0) {
        await nextDay()
      } else if (what === 1) {
        await enrol(series_id, [child])
        events.push({ child, day: today(), joins: true })
      } else if (what === 2) {
        await takeOff(series_id, child)
        events.push({ child, day: today(), joins: false })
      } else if (what === 3) {
        const days = [sessions[random(12)], session].map((one) => one?.session_datetime.slice(0, 10) ?? '')
        const [from = '', until = ''] = days.sort()
        if (random(4) === 0) {
          await planAway(child, from, until)
          plans.push({ child, from, until })
        }
      } else if (session) {
        const state = (['present', 'absent', 'not_recorded'] as const)[random(3)] ?? 'present'
        await mark(session.id, child, state)
        marks.set(`${session.id} ${child}`, state)
      }
    }
    for (const { id, session_datetime } of sessions) {
      const day = session_datetime.slice(0, 10)
      const stateOf = (child: number) => marks.get(`${id} ${child}`) ?? 'not_recorded'
      const expected = children.filter(
        (child) => events.findLast((event) => event.child === child && event.day <= day)?.joins,
      )
      const away = expected.filter(
        (child) =>
          stateOf(child) !== 'present' &&
          plans.some((one) => one.child === child && one.from <= day && day <= one.until),
      )
      const count = (state: State) =>
        expected.filter((child) => stateOf(child) === state && !away.includes(child)).length
      const isTaken = children.some((child) => stateOf(child) !== 'not_recorded')
      expect(await turnoutOf(id)).toEqual(
        isTaken && expected.length > 0
          ? {
              expected: expected.length,
              present: count('present'),
              absent: count('absent'),
              away: away.length,
              not_recorded: count('not_recorded'),
              guests: children.filter((one) => stateOf(one) === 'present' && !expected.includes(one)).length,
            }
          : undefined,
      )
    }
  })
})

/** The same numbers every time. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
