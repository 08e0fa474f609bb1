import { PAIRING_MS } from '@vestry/contract/sunday-school/station-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren } from '../../testing/build-class.ts'
import { takeIn } from '../../testing/door-contract.ts'
import { addPrinter, blackEdge } from '../../testing/door-printer-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily, COLLECTING } from '../../testing/family-contract.ts'
import { newChild } from '../../testing/hold-classes.ts'
import { addRoom } from '../../testing/room-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { addStation, asStation, expectToday, pairStation } from '../../testing/station-contract.ts'
import { createTestClock } from '../../testing/test-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MORNING = '2026-05-03T08:00:00Z'

eachDatabase((on) => {
  let server: TestServer
  let database: Database
  let station: Awaited<ReturnType<typeof pairStation>>
  let numbers = 0

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })
  // Nobody can ask as much in a minute as a test does.
  beforeEach(async () => {
    station = await pairStation(server)
  })

  /** A telephone number that no other family has. */
  const newPhone = () => {
    numbers += 1
    return `0161 496 ${String(numbers).padStart(4, '0')}`
  }
  const find = async (phone: string, as = station.as) =>
    (await server.ask('POST /station/children', { body: { number: phone }, ...as })).children
  const arrive = (
    phone: string,
    children: { attendee_id: number; class_id: number }[],
    given: { request_id?: string; as?: typeof station.as } = {},
  ) => {
    const { request_id = crypto.randomUUID(), as = station.as } = given
    return server.ask('POST /station/arrivals', { body: { request_id, number: phone, children }, ...as })
  }
  const state = (as = station.as) => server.ask('GET /station', as)
  /** A family of so many children, all on the roster of a class of today. */
  async function comingFamily(count = 1) {
    const phone = newPhone()
    const children = await addChildren(server, count)
    const family = await addFamily(server, { children, phone })
    const { id: class_id } = await expectToday(server, children, { title: 'Lambs', room: 'Blue room' })
    return { ...family, phone, class_id, pairs: children.map((attendee_id) => ({ attendee_id, class_id })) }
  }
  const bar = async (attendee_id: number, adult_id: number) => {
    const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
    const bars = [{ adult_id, reason: 'By order' }]
    await server.ask('PUT /families/safeguarding', {
      body: { attendee_id, version, need_detail: '', bars },
    })
  }

  test('a link makes one device a station, within fifteen minutes, and its key ends with it', async () => {
    const { id, secret } = await addStation(server, { name: 'Porch' })
    expect((await server.tryCall('GET /station', asStation(secret))).status).toBe(403)
    const { key } = await server.ask('POST /station/key', asStation(secret))
    const again = await server.tryCall('POST /station/key', asStation(secret))
    expect([again.status, again.body.message]).toEqual([
      401,
      'This link was used already, or is older than 15 minutes. Ask an administrator for another one.',
    ])
    expect((await server.tryCall('POST /station/key', asStation(key))).status).toBe(403)
    expect(await state(asStation(key))).toMatchObject({ name: 'Porch', kind: 'self' })

    const { results } = await server.ask('GET /audit', { query: { kind: 'station_paired', limit: 1 } })
    expect(results[0]).toMatchObject({ record: `station/${id}`, actor: 'Porch' })

    await server.ask('DELETE /door/stations', { query: { id } })
    const gone = await server.tryCall('GET /station', asStation(key))
    expect([gone.status, gone.body.message]).toEqual([
      401,
      'This device is no station any more. Ask an administrator for a link that makes it one.',
    ])
  })

  test('a link that is too old makes no station', async () => {
    const own = await startTestServer({ clock: createTestClock() })
    const [early, late] = [await addStation(own), await addStation(own)]
    own.clock.advance(PAIRING_MS - 1)
    expect((await own.tryCall('POST /station/key', asStation(early.secret))).status).toBe(200)
    own.clock.advance(1)
    expect((await own.tryCall('POST /station/key', asStation(late.secret))).status).toBe(401)
    await own.destroy()
  })

  test('of many devices that open a link at once one becomes the station', async () => {
    const { secret } = await addStation(server)
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => server.tryCall('POST /station/key', asStation(secret))),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 401]))
  })

  test('neither a key nor the secret of a link is kept', async () => {
    const { secret } = await addStation(server)
    const rows = JSON.stringify(await database.sql.selectFrom('door_station').selectAll().execute())
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(station.key)
  })

  test('administrators see when a station was paired and seen, rename it, and choose where it prints', async () => {
    const { id: printer_id } = await addPrinter(server)
    const { id } = await addStation(server, { name: 'Hall', printer_id })
    const find = async () => (await server.ask('GET /door/stations')).find((one) => one.id === id)
    expect(await find()).toEqual({
      ...{ id, name: 'Hall', kind: 'self', printer_id, paper: null, paired: null, seen: null },
      ...{ made: server.clock.now(), made_by: 'ada@vestry.test' },
    })
    await server.ask('PUT /door/stations', { body: { id, name: 'Porch', paper: 'a4_of_8' } })
    expect(await find()).toMatchObject({ name: 'Porch', printer_id: null, paper: 'a4_of_8' })
    const seen = (await server.ask('GET /door/stations')).find((one) => one.id === station.id)
    expect(seen).toMatchObject({ paired: server.clock.now(), seen: server.clock.now() })
  })

  test('a family takes itself in with the whole number in two requests, and all have one code', async () => {
    const { phone, pairs, class_id } = await comingFamily(2)
    const found = await find(phone.replaceAll(' ', ''))
    expect(found.map(({ attendee_id }) => attendee_id).sort()).toEqual(
      pairs.map(({ attendee_id }) => attendee_id).sort(),
    )
    expect(found[0]).toMatchObject({
      classes: [{ class_id, title: 'Lambs', room: 'Blue room', time: '10:30' }],
      here: false,
    })
    const { stays, desk } = await arrive(phone, pairs)
    expect([stays.length, desk]).toEqual([2, []])
    expect(new Set(stays.map(({ code }) => code)).size).toBe(1)
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    expect(roll?.children.map(({ mark }) => mark.state)).toEqual(['present', 'present'])
    const board = await server.ask('GET /door')
    const own = board.stays.filter((stay) => stay.class_id === class_id)
    expect(own.map(({ arrived_by, brought_by, code }) => [arrived_by, brought_by, code])).toEqual(
      stays.map(({ code }) => ['Hall', '', code]),
    )
    const { results } = await server.ask('GET /audit', { query: { kind: 'arrived', limit: 1 } })
    expect(results[0]).toMatchObject({ record: `class/${class_id}`, actor: 'Hall' })
  })

  test('the same request again changes nothing and tells the code; another one goes to the desk', async () => {
    const { phone, pairs } = await comingFamily()
    const request_id = crypto.randomUUID()
    const first = await arrive(phone, pairs, { request_id })
    expect(await arrive(phone, pairs, { request_id })).toEqual(first)
    expect(await find(phone)).toMatchObject([{ here: true }])
    expect(await arrive(phone, pairs)).toEqual({ stays: [], desk: pairs.map((one) => one.attendee_id) })
  })

  test('nobody is taken in whom the number does not find, or into a class that is not theirs', async () => {
    const [family, other] = [await comingFamily(), await comingFamily()]
    const strangers = [
      ...other.pairs,
      { attendee_id: family.child, class_id: other.class_id },
      { attendee_id: 4711, class_id: family.class_id },
    ]
    const answer = await arrive(family.phone, strangers)
    expect(answer).toEqual({ stays: [], desk: strangers.map(({ attendee_id }) => attendee_id) })
    const part = await arrive(family.phone.slice(0, -1), family.pairs)
    expect(part.stays).toEqual([])
    expect((await arrive(family.phone, family.pairs)).stays).toHaveLength(1)
  })

  test('what the desk would refuse is sent to the desk, and keeps no brother or sister out', async () => {
    const room = `Room ${crypto.randomUUID()}`
    await addRoom(server, { name: room, capacity: 1 })
    const phone = newPhone()
    const children = await addChildren(server, 2)
    await addFamily(server, { children, phone })
    const { id: class_id } = await expectToday(server, children, { room })
    const pairs = children.map((attendee_id) => ({ attendee_id, class_id }))
    const { stays, desk } = await arrive(phone, pairs)
    expect([stays.length, desk.length]).toEqual([1, 1])
  })

  test('a number that is unknown, written in part, a name, or that of many families finds nobody', async () => {
    const shared = newPhone()
    for (let families = 0; families < 5; families += 1) {
      await addFamily(server, { phone: shared })
    }
    const { phone } = await comingFamily()
    for (const asked of [
      shared,
      '0161 555 9999',
      phone.slice(0, -1),
      phone.slice(1),
      'López',
      '%%%%%%%',
      '',
    ]) {
      const expected = asked === phone.slice(1) ? 1 : 0
      expect([asked, (await find(asked)).length]).toEqual([asked, expected])
    }
  })

  test('the number of an adult who is barred from a child does not find it, whoever else has that number', async () => {
    const { phone, pairs, adult, child } = await comingFamily(2)
    await bar(child, adult)
    const sibling = pairs.find(({ attendee_id }) => attendee_id !== child)?.attendee_id
    expect((await find(phone)).map(({ attendee_id }) => attendee_id)).toEqual([sibling])
    expect(await arrive(phone, pairs)).toMatchObject({
      stays: [{ attendee_id: sibling }],
      desk: [child],
    })

    // Mother and father have one telephone; the father lives apart, and later the child is of his family no more.
    const shared = newPhone()
    const mothers = [newPhone(), shared].map((phone) => ({ ...COLLECTING, phone }))
    const children = await addChildren(server, 1)
    await server.ask('POST /families', { body: { name: 'Ruiz', adults: mothers, children } })
    const father = await addFamily(server, { children, phone: shared })
    expect(await find(shared)).toHaveLength(1)
    await bar(father.child, father.adult)
    expect(await find(shared)).toEqual([])
    const query = { family_id: father.id }
    const { id, name, version, adults } = await server.ask('GET /families/one', { query })
    await server.ask('PUT /families', { body: { id, name, version, adults, children: [] } })
    expect(await find(shared)).toEqual([])
    expect(await find(mothers[0]?.phone ?? '')).toHaveLength(1)
  })

  test('a child without a class of today, or whose class is over or cancelled, has none to choose', async () => {
    const phone = newPhone()
    const child = await newChild(server)
    await addFamily(server, { children: [child], phone })
    await expectToday(server, [])
    expect(await find(phone)).toMatchObject([{ classes: [] }])
    await expectToday(server, [child], { time: '08:00:00', end_time: '09:00' })
    const { id: cancelled } = await expectToday(server, [child], { time: '10:45:00' })
    await server.ask('PUT /classes/cancelled', { body: { class_id: cancelled, cancelled: true } })
    expect(await find(phone)).toMatchObject([{ classes: [] }])
    const later = await expectToday(server, [child], { time: '11:30:00' })
    const next = await expectToday(server, [child], { time: '10:30:00' })
    expect(await find(phone)).toMatchObject([
      { classes: [{ class_id: next.id, time: '10:30' }, { class_id: later.id }] },
    ])
  })

  test('a station is open from an hour before the first class until the last one is over, while there is a door', async () => {
    const clock = createTestClock(Date.parse(MORNING) - 4 * HOUR)
    const own = await startTestServer({ database: on, clock, timeZone: 'Europe/Madrid' })
    const { as } = await pairStation(own)
    const hours = async () => {
      const { now, open, opens } = await own.ask('GET /station', as)
      const asked = await own.tryCall('POST /station/children', { body: { number: '0161 496 0000' }, ...as })
      expect(asked.status).toBe(open ? 200 : 409)
      return [now.slice(11, 16), open, opens]
    }
    await expectToday(own, [], { time: '09:00:00', end_time: '10:00' })
    await expectToday(own, [], { time: '11:00:00', end_time: '12:15' })
    const early = await expectToday(own, [], { time: '07:00:00', end_time: '07:30' })
    await own.ask('PUT /classes/cancelled', { body: { class_id: early.id, cancelled: true } })
    expect(await hours()).toEqual(['06:00', false, '08:00'])
    clock.advance(2 * HOUR)
    expect(await hours()).toEqual(['08:00', true, null])
    const token = await own.signIn()
    await own.ask('PUT /settings', { body: { door: false }, token })
    expect(await hours()).toEqual(['08:00', false, null])
    await own.ask('PUT /settings', { body: { door: true }, token })
    clock.advance(4 * HOUR + 14 * MINUTE)
    expect(await hours()).toEqual(['12:14', true, null])
    clock.advance(MINUTE)
    expect(await hours()).toEqual(['12:15', false, null])
    clock.advance(18 * HOUR)
    expect(await hours()).toEqual(['06:15', false, null])
    await own.destroy()
  })

  test('a station that asks as no family could is refused for a while, and others go on', async () => {
    const { phone } = await comingFamily()
    const ask = (as: typeof station.as, address: string) =>
      server.tryCall('POST /station/children', { body: { number: '0161 555 9999' }, address, ...as })
    for (let asked = 0; asked < 60; asked += 1) {
      expect((await ask(station.as, `10.1.${asked}.1`)).status).toBe(200)
    }
    const refused = await ask(station.as, '10.1.99.1')
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests'])
    expect(await find(phone, (await pairStation(server)).as)).toHaveLength(1)

    let last = 200
    for (let of = 0; of < 5 && last === 200; of += 1) {
      const { as } = await pairStation(server)
      for (let asked = 0; asked < 60 && last === 200; asked += 1) {
        last = (await ask(as, '10.2.0.1')).status
      }
    }
    expect(last).toBe(429)
  })

  test('labels print at the station’s own printer alone, with codes that count', async () => {
    const { phone, pairs } = await comingFamily()
    const printer = await addPrinter(server, { host: 'no-printer.invalid' })
    const { as } = await pairStation(server, { printer_id: printer.id })
    expect(await state(as)).toMatchObject({
      printer: { name: 'Desk', size: 'brother_29x90', kinds: ['child', 'guardian'] },
    })
    const { stays } = await arrive(phone, pairs, { as })
    const print = (body: object, of = as) =>
      server.tryCall('POST /station/print', {
        body: { request_id: crypto.randomUUID(), pictures: [blackEdge('brother_29x90')], ...body },
        ...of,
      })
    const codes = stays.map(({ stay_id, code }) => ({ stay_id, code }))
    expect((await print({ stays: codes })).body).toEqual({ outcome: 'silent', sent: false })
    expect((await print({ stays: codes, printer_id: printer.id })).status).toBe(400)
    expect((await print({ stays: codes }, station.as)).status).toBe(404)
    await server.ask('DELETE /door/printers', { query: { id: printer.id } })
    expect(await state(as)).toMatchObject({ printer: null })
    expect((await print({ stays: codes }, as)).status).toBe(404)
  })

  test('a child who came at the desk is here at the station too', async () => {
    const { phone, class_id, child } = await comingFamily()
    await takeIn(server, class_id, [child])
    expect(await find(phone)).toMatchObject([{ attendee_id: child, here: true }])
  })
})
