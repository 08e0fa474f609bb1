import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { arrivedFamily, holdToday, takeIn } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { enrolAll } from '../../testing/hold-classes.ts'
import { keepDoor } from '../../testing/keep-door.ts'
import { addRoom } from '../../testing/room-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const HOUR = 60 * 60_000

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())

  const stayOf = async (child: number) => {
    const { stays } = await server.ask('GET /door')
    return stays.findLast(({ attendee_id }) => attendee_id === child)
  }
  const alertsOf = async (child: number) => {
    const { alerts } = await server.ask('GET /door')
    return alerts.filter((alert) => 'attendee_id' in alert && alert.attendee_id === child)
  }
  const collect = async (code: string) => {
    const { status, body } = await server.tryCall('GET /door/collect', { query: { code } })
    return 'stays' in body ? body.stays : status
  }

  test('a device keeps who is expected with brothers and sisters, and four digits of a number', async () => {
    const { id: class_id, series_id } = await holdToday(server)
    const [expected = 0, sibling = 0, stranger = 0] = await addChildren(server, 3)
    await enrolAll(server, series_id, [expected])
    const { id: family_id } = await addFamily(server, {
      children: [expected, sibling],
      phone: '0161 496 0123',
    })
    await addFamily(server, { children: [stranger], phone: '0161 496 7777' })
    const { book } = await keepDoor(server)
    const family = book.families.find((one) => one.family_id === family_id)
    expect(family?.children.map((child) => [child.attendee_id, child.class_id])).toEqual([
      [expected, class_id],
      [sibling, null],
    ])
    expect(family?.adults.map(({ phone }) => phone)).toEqual(['…0123'])
    expect(JSON.stringify(book)).not.toContain('496')
    const kept = book.families.flatMap(({ children }) => children.map(({ attendee_id }) => attendee_id))
    expect(kept).not.toContain(stranger)
    expect(new Set(book.codes).size).toBe(30)
  })

  test('who arrived without a line has the code of the tag that was given out, once', async () => {
    const { id: class_id } = await holdToday(server)
    const [first = 0, second = 0] = await addChildren(server, 2)
    const { id: family_id, adult } = await addFamily(server, { children: [first, second] })
    const { arrival, givingBack, send } = await keepDoor(server)
    const both = [first, second].map((attendee_id) => ({ attendee_id, class_id }))
    const arrived = arrival({ family_id, brought_by: adult, children: both })
    expect(await collect(arrived.code)).toBe(404)
    const [one, other] = await Promise.all([send(arrived), send(arrived)])
    expect([one, other]).toEqual([
      { operations: [{ number: 1, refused: [] }] },
      { operations: [{ number: 1, refused: [] }] },
    ])
    expect([(await stayOf(first))?.code, (await stayOf(second))?.code]).toEqual([arrived.code, arrived.code])
    expect((await stayOf(first))?.brought_by).toBe('Ana López')
    await send(givingBack({ adult_id: adult, code: arrived.code, children: [first, second] }))
    expect((await stayOf(second))?.gone).toMatchObject({ to: 'Ana López', way: 'code' })
    expect(await alertsOf(first)).toEqual([])
  })

  test('where another desk has given out a tag meanwhile, both count, and both are lost together', async () => {
    const { id: class_id } = await holdToday(server)
    const [first = 0, second = 0] = await addChildren(server, 2)
    const { id: family_id } = await addFamily(server, { children: [first, second] })
    const { arrival, send } = await keepDoor(server)
    const kept = arrival({ family_id, children: [{ attendee_id: second, class_id }] })
    const { stays } = await takeIn(server, class_id, [first])
    const [code = '', stay_id] = [stays[0]?.code, stays[0]?.id]
    await send(kept)
    expect((await stayOf(second))?.code).toBe(code)
    for (const shown of [code, kept.code]) {
      expect(await collect(shown)).toMatchObject([{ attendee_id: first }, { attendee_id: second }])
    }
    await server.ask('POST /door/codes', { body: { stay_id, lost: code } })
    expect([await collect(code), await collect(kept.code)]).toEqual([404, 404])
  })

  test('a code that another device has for itself is nobody’s', async () => {
    const { id: class_id } = await holdToday(server)
    const [child = 0] = await addChildren(server, 1)
    const [own, other] = [await keepDoor(server), await keepDoor(server)]
    expect(own.book.codes.filter((code) => other.book.codes.includes(code))).toEqual([])
    const [taken = ''] = other.book.codes
    await own.send(own.arrival({ code: taken, children: [{ attendee_id: child, class_id }] }))
    expect((await stayOf(child))?.code).not.toBe(taken)
    expect(await collect(taken)).toBe(404)
  })

  test('who stands in a room is recorded though it is full, and who is in another class is an alert', async () => {
    const { name } = await addRoom(server, { capacity: 1 })
    const { id: class_id } = await holdToday(server, { room: name, title: 'Lambs' })
    const { id: other } = await holdToday(server)
    const [first = 0, second = 0] = await addChildren(server, 2)
    const { arrival, send } = await keepDoor(server)
    await takeIn(server, class_id, [first])
    const into = (attendee_id: number, id: number) => arrival({ children: [{ attendee_id, class_id: id }] })
    const answer = await send(into(second, class_id), into(first, other))
    expect(answer.operations.map(({ refused }) => refused)).toEqual([
      [{ attendee_id: second, why: 'room_full' }],
      [{ attendee_id: first, why: 'here_already' }],
    ])
    expect(await stayOf(second)).toMatchObject({ class_id, gone: null })
    expect(await alertsOf(second)).toMatchObject([
      { kind: 'arrival_unsettled', why: 'room_full', class_title: 'Lambs' },
    ])
    expect(await alertsOf(first)).toMatchObject([{ kind: 'arrival_unsettled', why: 'here_already' }])
    expect((await stayOf(first))?.class_id).toBe(class_id)
  })

  test('the first giving-back stands, and the second is an alert with both, once', async () => {
    const { child, adult, stay, stay_ids } = await arrivedFamily(server)
    const { givingBack, send } = await keepDoor(server)
    const kept = givingBack({ adult_id: adult, code: stay.code, children: [child] })
    await server.ask('POST /door/handovers', {
      body: { stay_ids, name: 'Grandmother', reason: 'Known to us' },
    })
    await send(kept)
    await send(kept)
    expect((await stayOf(child))?.gone?.to).toBe('Grandmother')
    expect(await alertsOf(child)).toMatchObject([
      { kind: 'given_twice', adult: 'Ana López', first: { to: 'Grandmother' } },
    ])
  })

  test('what was repeated after somebody took it back does not come again', async () => {
    const { child, adult, stay } = await arrivedFamily(server)
    const { givingBack, send } = await keepDoor(server)
    const kept = givingBack({ adult_id: adult, code: stay.code, children: [child] })
    await send(kept)
    await server.ask('DELETE /door/handovers', { query: { stay_id: stay.id } })
    await send(kept)
    expect((await stayOf(child))?.gone).toBeNull()
  })

  test('who was barred meanwhile is an alert, and the child is not gone', async () => {
    const { child, adult, stay } = await arrivedFamily(server)
    const { givingBack, send } = await keepDoor(server)
    const kept = givingBack({ adult_id: adult, code: stay.code, children: [child] })
    const { version } = await server.ask('GET /families/child', { query: { attendee_id: child } })
    await server.ask('PUT /families/safeguarding', {
      body: { attendee_id: child, version, need_detail: '', bars: [{ adult_id: adult, reason: '' }] },
    })
    await send(kept)
    expect((await stayOf(child))?.gone).toBeNull()
    const kinds = (await alertsOf(child)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['barred', 'giving_back_unsettled'])
  })

  test('what a phone sends the next day is of the day on which it was', async () => {
    const { id: class_id } = await holdToday(server)
    const [child = 0] = await addChildren(server, 1)
    const { id: family_id, adult } = await addFamily(server, { children: [child] })
    const { arrival, givingBack, device, book } = await keepDoor(server)
    const kept = arrival({ family_id, children: [{ attendee_id: child, class_id }] })
    const given = givingBack({ adult_id: adult, code: kept.code, children: [child] })
    server.clock.advance(24 * HOUR)
    const token = await server.signIn()
    const { operations } = await server.ask('POST /door/operations', {
      body: { device, operations: [given, kept] },
      token,
    })
    expect(operations.map(({ number, refused }) => [number, refused])).toEqual([
      [2, []],
      [1, []],
    ])
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id }, token })
    expect(roll?.children.find(({ attendee_id }) => attendee_id === child)?.mark.state).toBe('present')
    const { now, stays, alerts } = await server.ask('GET /door', { token })
    expect(now.slice(0, 10)).not.toBe(book.day)
    expect(stays.filter(({ attendee_id }) => attendee_id === child)).toEqual([])
    expect(alerts.filter((alert) => 'attendee_id' in alert && alert.attendee_id === child)).toEqual([])
  })
})
