import { CODE_SIGNS } from '@vestry/contract/sunday-school/door-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { arrivedFamily, holdToday, takeIn } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { enrolAll, newChild } from '../../testing/hold-classes.ts'
import { addRoom } from '../../testing/room-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const MINUTE = 60_000

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())

  const board = (token?: string) => server.ask('GET /door', token === undefined ? {} : { token })
  const give = (body: object, token?: string) =>
    server.ask('POST /door/handovers', {
      body: { name: '', reason: '', ...body },
      ...(token && { token }),
    })
  const stateOf = async (class_id: number, attendee_id: number) => {
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    return roll?.children.find((child) => child.attendee_id === attendee_id)?.mark.state
  }
  const bar = async (attendee_id: number, adult_id: number) => {
    const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
    await server.ask('PUT /families/safeguarding', {
      body: { attendee_id, version, need_detail: '', bars: [{ adult_id, reason: 'By order' }] },
    })
  }
  /** Somebody who works at the door, and may not decide otherwise. */
  async function addDesk() {
    const group = `desk-${crypto.randomUUID().slice(0, 8)}`
    await server.ask('POST /staff/groups', { body: { name: group } })
    await server.ask('PUT /settings/rights', {
      body: { group, rights: ['children', 'allChildren', 'door'] },
    })
    return await addTeacher(server, group)
  }

  test('a child who arrives is marked present, and its brothers and sisters share its code all day', async () => {
    const { id: class_id } = await holdToday(server)
    const { id: other } = await holdToday(server, { time: '10:30:00' })
    const [first = 0, second = 0, third = 0] = await addChildren(server, 3)
    await addFamily(server, { children: [first, second] })
    const early = await takeIn(server, class_id, [first])
    const late = await takeIn(server, other, [second])
    const alone = await takeIn(server, class_id, [third])
    const [code] = early.stays.map((stay) => stay.code)
    expect(code).toMatch(new RegExp(`^[${CODE_SIGNS}]{4}$`))
    expect(late.stays.map((stay) => stay.code)).toEqual([code])
    expect(alone.stays.map((stay) => stay.code)).not.toEqual([code])
    expect(await stateOf(class_id, first)).toBe('present')
    expect(await stateOf(other, second)).toBe('present')
  })

  test('the same arrival twenty times at once is one stay with one code', async () => {
    const { id: class_id } = await holdToday(server)
    const children = await addChildren(server, 2)
    await addFamily(server, { children })
    const request_id = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        takeIn(server, class_id, children, at % 2 === 0 ? { request_id } : {}),
      ),
    )
    const said = answers.map(({ stays, refused }) =>
      JSON.stringify([stays.map(({ id, code }) => [id, code]), refused]),
    )
    expect(new Set(said).size).toBe(1)
  })

  test('a repeated request does not bring a child back who has gone home', async () => {
    const { id: class_id } = await holdToday(server)
    const children = await addChildren(server, 1)
    const family = await addFamily(server, { children })
    const request_id = crypto.randomUUID()
    const { stays } = await takeIn(server, class_id, children, { request_id })
    await give({ stay_ids: stays.map(({ id }) => id), adult_id: family.adult, code: stays[0]?.code })
    const again = await takeIn(server, class_id, children, { request_id })
    expect(again.stays.map(({ id, gone }) => [id, gone?.to])).toEqual([[stays[0]?.id, 'Ana López']])
  })

  test('fifty who come for the last place are one, and the others are told that the room is full', async () => {
    const { name } = await addRoom(server, { capacity: 3 })
    const { id: class_id } = await holdToday(server, { room: name })
    const { id: shared } = await holdToday(server, { room: name })
    await takeIn(server, shared, await addChildren(server, 2))
    const children = await addChildren(server, 50)
    const answers = await Promise.all(children.map((child) => takeIn(server, class_id, [child])))
    expect(answers.flatMap(({ stays }) => stays)).toHaveLength(1)
    expect(answers.flatMap(({ refused }) => refused.map(({ why }) => why))).toEqual(
      new Array(49).fill('room_full'),
    )
    const [last = 0] = children.slice(-1)
    expect(await stateOf(class_id, last)).toBeUndefined()
    const decided = await takeIn(server, class_id, [last], { reason: 'Her brother is inside.' })
    expect(decided.stays.map(({ reason }) => reason)).toEqual(['Her brother is inside.'])
  })

  test('a closed room and too few adults refuse too; without the right nobody decides otherwise', async () => {
    const closed = await addRoom(server, { open: false })
    const { id: class_id } = await holdToday(server, { room: closed.name })
    const { id: lacking } = await holdToday(server)
    await server.ask('PUT /attendance/helpers', { body: { class_id: lacking, helpers: 1, seen: 0 } })
    const [child = 0] = await addChildren(server, 1)
    const whys = async (id: number) => (await takeIn(server, id, [child])).refused.map(({ why }) => why)
    expect(await whys(class_id)).toEqual(['room_closed'])
    expect(await whys(lacking)).toEqual(['too_few_adults'])
    const { token } = await addDesk()
    const body = {
      request_id: crypto.randomUUID(),
      children: [{ attendee_id: child, class_id }],
      reason: 'I say so.',
    }
    const refused = await server.tryCall('POST /door/arrivals', { body, token })
    expect([refused.status, refused.body.field]).toEqual([403, 'reason'])
  })

  test('one refusal does not keep the brother or sister out', async () => {
    const { id: class_id } = await holdToday(server)
    const { id: other } = await holdToday(server)
    const [first = 0, second = 0] = await addChildren(server, 2)
    await server.ask('POST /attendance', { body: { class_id: other, attendee_id: first, attended: true } })
    const { stays, refused } = await takeIn(server, class_id, [first, second, 4711])
    expect(stays.map(({ attendee_id }) => attendee_id)).toEqual([second])
    expect(refused.map(({ attendee_id, why }) => [attendee_id, why])).toEqual([
      [first, 'in_another_class'],
      [4711, 'not_found'],
    ])
    expect(refused[0]?.other_class).toMatch(/^Class /)
  })

  test('an adult who collects gets the children for the code, and nobody else does', async () => {
    const { stays, stay_ids, adult, stay, child } = await arrivedFamily(server, { children: 2 })
    const { adult: stranger } = await addFamily(server)
    const whys = async (body: object) => (await give({ stay_ids, ...body })).refused.map(({ why }) => why)
    const { code } = stay
    expect(await whys({ adult_id: adult, code: 'CCCC' })).toEqual(['wrong_code', 'wrong_code'])
    expect(await whys({ adult_id: adult })).toEqual(['second_needed', 'second_needed'])
    expect(await whys({ adult_id: stranger, code })).toEqual(['not_found', 'not_found'])
    expect(await whys({ name: 'Uncle Ben', code })).toEqual(['not_listed', 'not_listed'])
    const { given } = await give({ stay_ids, adult_id: adult, code: ` ${code.toLowerCase()} ` })
    expect(given.map(({ gone }) => [gone?.to, gone?.way])).toEqual(stays.map(() => ['Ana López', 'code']))
    expect((await board()).stays.find(({ attendee_id }) => attendee_id === child)?.gone?.to).toBe('Ana López')
  })

  test('of two who give a child back at once the first stands, and the second learns who, when and to whom', async () => {
    const { stay, adult, child } = await arrivedFamily(server)
    const { token, name } = await addDesk()
    const { families } = await server.ask('GET /families/child', { query: { attendee_id: child } })
    const [family] = families
    const saved = await server.ask('GET /families/one', { query: { family_id: family?.id ?? 0 } })
    const adults = [
      ...saved.adults,
      { ...saved.adults[0], id: null, first_name: 'Ben', collects: 'yes' as const },
    ]
    await server.ask('PUT /families', {
      body: { id: saved.id, version: saved.version, name: saved.name, adults, children: [child] },
    })
    const { adults: now } = await server.ask('GET /families/one', { query: { family_id: saved.id } })
    const ben = now.find(({ first_name }) => first_name === 'Ben')?.id
    const [one, other] = await Promise.all([
      give({ stay_ids: [stay.id], adult_id: adult, code: stay.code }),
      give({ stay_ids: [stay.id], adult_id: ben, code: stay.code }, token),
    ])
    const gone = [...one.given, ...other.given].map((given) => given.gone)
    expect(gone).toHaveLength(1)
    const refused = [...one.refused, ...other.refused]
    expect(refused.map(({ why, stay: left }) => [why, left?.gone])).toEqual([['gone', gone[0]]])
    expect([name, 'ada@vestry.test', 'Ada']).toContain(gone[0]?.by)
  })

  test('whoever is barred gets no child with whatever code, and all who work at the door are told', async () => {
    const { stays, stay_ids, adult, stay, child } = await arrivedFamily(server, { children: 2 })
    const { token } = await addDesk()
    await bar(child, adult)
    const { given, refused } = await give({ stay_ids, adult_id: adult, code: stay.code }, token)
    expect(refused.map(({ stay_id, why }) => [stay_id, why])).toEqual([[stay.id, 'barred']])
    expect(given.map(({ attendee_id }) => attendee_id)).toEqual([stays[1]?.attendee_id])
    const typed = await give({ stay_ids: [stay.id], name: ' ANA lopez', code: stay.code }, token)
    expect(typed.refused.map(({ why }) => why)).toEqual(['barred'])
    const witnessed = await server.ask('POST /door/witness', {
      body: { stay_ids: [stay.id], adult_id: adult },
    })
    expect(witnessed.refused.map(({ why }) => why)).toEqual(['barred'])
    const { alerts } = await board()
    const own = alerts.filter((alert) => alert.kind === 'barred' && alert.attendee_id === child)
    expect(own).toHaveLength(1)
    const decided = await give({ stay_ids: [stay.id], adult_id: adult, reason: 'The court lifted it.' })
    expect(decided.given.map(({ gone }) => [gone?.way, gone?.reason])).toEqual([
      ['override', 'The court lifted it.'],
    ])
  })

  test('without a tag an adult is seen by two members of staff, and one alone is not two', async () => {
    const { stay, adult } = await arrivedFamily(server)
    const { token } = await addDesk()
    const body = { stay_ids: [stay.id], adult_id: adult }
    const seen = await server.ask('POST /door/witness', { body, token })
    expect(seen.given[0]?.witness?.adult).toBe('Ana López')
    expect((await give(body, token)).refused.map(({ why }) => why)).toEqual(['second_needed'])
    server.clock.advance(11 * MINUTE)
    expect((await give(body)).refused.map(({ why }) => why)).toEqual(['second_needed'])
    await server.ask('POST /door/witness', { body, token })
    expect((await give(body)).given.map(({ gone }) => gone?.way)).toEqual(['two_staff'])
  })

  test('the code of a lost tag counts no more, and is renewed once however often it is asked', async () => {
    const { stay, adult } = await arrivedFamily(server)
    const renew = () => server.ask('POST /door/codes', { body: { stay_id: stay.id, lost: stay.code } })
    const [{ stay: one }, { stay: two }] = [await renew(), await renew()]
    expect(one.code).not.toBe(stay.code)
    expect(two.code).toBe(one.code)
    const old = await give({ stay_ids: [stay.id], adult_id: adult, code: stay.code })
    expect(old.refused.map(({ why }) => why)).toEqual(['wrong_code'])
    const { stays } = await server.ask('GET /door/collect', { query: { code: one.code } })
    expect(stays.map(({ id }) => id)).toEqual([stay.id])
  })

  test('a child that moves keeps its code, and is present in its new class alone', async () => {
    const { stay, child, class_id } = await arrivedFamily(server)
    const { id: next, series_id } = await holdToday(server)
    await enrolAll(server, series_id, [child])
    const moved = await server.ask('PUT /door/stays', {
      body: { stay_id: stay.id, class_id: next, reason: '' },
    })
    expect([moved.stay?.code, moved.stay?.class_id]).toEqual([stay.code, next])
    expect(await stateOf(class_id, child)).toBeUndefined()
    expect(await stateOf(next, child)).toBe('present')
    await server.ask('DELETE /door/stays', { query: { stay_id: stay.id } })
    expect(await stateOf(next, child)).toBe('not_recorded')
  })

  test('a room takes as many of a family as have a place, and a child moves between its classes although it is full', async () => {
    const { name: room } = await addRoom(server, { capacity: 2 })
    const { id: first } = await holdToday(server, { room })
    const { id: second } = await holdToday(server, { room })
    const children = await addChildren(server, 3)
    const { stays, refused } = await takeIn(server, first, children)
    expect([stays.length, refused.map(({ why }) => why)]).toEqual([2, ['room_full']])
    expect((await takeIn(server, first, children)).refused).toEqual(refused)
    const body = { stay_id: stays[0]?.id, class_id: second, reason: '' }
    expect((await server.ask('PUT /door/stays', { body })).stay?.class_id).toBe(second)
  })

  test('a giving-back is taken back only until the child has come again', async () => {
    const { stay, adult, child, class_id } = await arrivedFamily(server)
    await give({ stay_ids: [stay.id], adult_id: adult, code: stay.code })
    const { stays } = await takeIn(server, class_id, [child])
    await give({ stay_ids: [stays[0]?.id], adult_id: adult, code: stay.code })
    const undo = (stay_id: number | undefined) =>
      server.tryCall('DELETE /door/handovers', { query: { stay_id } })
    expect((await undo(stay.id)).body.error).toBe('changed_meanwhile')
    expect((await undo(stays[0]?.id)).status).toBe(200)
  })

  test('what a teacher marked after the arrival stays when the arrival is taken back', async () => {
    const { stay, child, class_id } = await arrivedFamily(server)
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    const seen = roll?.children[0]?.mark.version ?? 0
    const marks = [{ attendee_id: child, state: 'absent', seen }]
    await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
    await server.ask('DELETE /door/stays', { query: { stay_id: stay.id } })
    expect(await stateOf(class_id, child)).toBe('absent')
  })

  test('a newcomer with an adult and a telephone number comes in with one call, and is found by its digits', async () => {
    const { id: class_id } = await holdToday(server)
    const child = { first_name: `Leo 🙂`, last_name: `O'Brien`, birthdate: null, allergies: '', class_id }
    const body = {
      request_id: crypto.randomUUID(),
      adult: { first_name: 'Nora', last_name: `O'Brien`, phone: '+34 612 345 678' },
      children: [{ ...child, request_id: crypto.randomUUID() }],
      reason: '',
    }
    const { stays } = await server.ask('POST /door/newcomers', { body })
    await server.ask('POST /door/newcomers', { body })
    expect(stays.map(({ brought_by }) => brought_by)).toEqual(['Nora OʼBrien'])
    const { families } = await server.ask('GET /door/families', { query: { search: '5678' } })
    const [found] = families
    expect(families).toHaveLength(1)
    expect(found?.children.map(({ stay_id }) => stay_id)).toEqual(stays.map(({ id }) => id))
    expect(found?.adults.map(({ phone }) => phone)).toEqual(['+34 612 345 678'])
  })

  test('a search proposes the class of today that is on, or comes next', async () => {
    const child = await newChild(server, { last_name: 'Quillfeather' })
    const { id: early, series_id: first } = await holdToday(server, { time: '06:00:00', end_time: '07:00' })
    const { id: late, series_id: second } = await holdToday(server, { time: '23:00:00' })
    await enrolAll(server, first, [child])
    await enrolAll(server, second, [child])
    const { families } = await server.ask('GET /door/families', { query: { search: 'quillf' } })
    expect(families.map(({ children }) => children.map(({ class_id }) => class_id))).toEqual([[late]])
    expect(early).not.toBe(late)
  })

  test('everything about a child tells who brought it and to whom it was given', async () => {
    const { stay, adult, child } = await arrivedFamily(server)
    await give({ stay_ids: [stay.id], adult_id: adult, code: stay.code })
    const address = `/api/attendees/profile/export?attendee_id=${child}&language=en`
    const headers = { authorization: `Bearer ${await server.signIn()}` }
    const { body } = await server.app.http.inject({ url: address, headers })
    expect(body).toContain('<h2>At the door</h2>')
    expect(body).toMatch(/<td>Ana López, \d\d:\d\d<\/td>/)
  })

  test('teachers and the office have nothing of the door until they are given it', async () => {
    for (const role of ['Teachers', 'Staff']) {
      const { token } = await addTeacher(server, role)
      expect((await server.tryCall('GET /door', { token })).status).toBe(403)
    }
    const { token } = await addDesk()
    expect((await server.tryCall('GET /door', { token })).status).toBe(200)
  })

  test('the board counts who is expected, has arrived, is here and has gone', async () => {
    const { id, series_id } = await holdToday(server)
    const children = await addChildren(server, 4)
    const family = await addFamily(server, { children })
    await enrolAll(server, series_id, children)
    const { stays } = await takeIn(server, id, children.slice(0, 3))
    await give({ stay_ids: [stays[0]?.id], adult_id: family.adult, code: stays[0]?.code })
    const { classes } = await board()
    expect(classes.find(({ class_id }) => class_id === id)).toMatchObject({
      expected: 4,
      arrived: 3,
      here: 2,
      gone: 1,
      adults_needed: 2,
    })
  })

  test('half an hour after its class a child is an alert, on the next day too, until it is given back', async () => {
    const { id: class_id } = await holdToday(server, { end_time: '11:00' })
    const [child = 0] = await addChildren(server, 1)
    const family = await addFamily(server, { children: [child] })
    const { stays } = await takeIn(server, class_id, [child])
    const own = async (token?: string) =>
      (await board(token)).alerts.filter(
        (alert) => alert.kind === 'not_collected' && alert.stay_id === stays[0]?.id,
      ).length
    expect(await own()).toBe(0)
    server.clock.advance(36 * 60 * MINUTE)
    const token = await server.signIn()
    expect(await own(token)).toBe(1)
    await give({ stay_ids: [stays[0]?.id], adult_id: family.adult, code: stays[0]?.code }, token)
    expect(await own(token)).toBe(0)
  })
})
