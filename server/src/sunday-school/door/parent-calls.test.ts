import type { CallInput } from '@vestry/contract/calls/api.ts'
import { MAX_MESSAGES, MESSAGE_LOST_AFTER } from '@vestry/contract/sunday-school/call-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { arrivedFamily, giveBackWithCode, holdToday, takeIn } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { COLLECTING } from '../../testing/family-contract.ts'
import { newChild, pastHandlers } from '../../testing/hold-classes.ts'
import { startMessageServices } from '../../testing/message-services.ts'
import { calling } from '../../testing/parent-call-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { pairStation } from '../../testing/station-contract.ts'
import { languageCalled } from './parent-message.ts'
import { internationalNumber } from './read-phone.ts'

test('a number is sent messages with its country, or with the one that is set up', () => {
  expect(internationalNumber('+34 612 345 678', undefined)).toBe('+34612345678')
  expect(internationalNumber('0034 612-345-678', undefined)).toBe('+34612345678')
  expect(internationalNumber('+44 (0)161 496 0000', undefined)).toBe('+441614960000')
  expect(internationalNumber('0161 496 0000', '44')).toBe('+441614960000')
  expect(internationalNumber('06 1234 5678 (work)', '39')).toBe('+390612345678')
  expect(internationalNumber('612 345 678 / 612 000 000', '34')).toBe('+34612345678')
  for (const none of ['612 345 678', 'ask Ana', '', '+0 12', '12']) {
    expect(internationalNumber(none, undefined)).toBeUndefined()
  }
})

test('a language is known by its name in any of ours', () => {
  const names = ['Spanish', 'español', 'ESPANOL', 'es', 'English', 'inglés', 'Klingon', '']
  expect(names.map(languageCalled)).toEqual(['es', 'es', 'es', 'es', 'en', 'en', undefined, undefined])
})

eachDatabase((on) => {
  let server: TestServer
  let services: Awaited<ReturnType<typeof startMessageServices>>
  let screen: Awaited<ReturnType<typeof pairStation>>

  beforeAll(async () => {
    services = await startMessageServices()
    const settings = { ...services.settings, VESTRY_CHURCH_NAME: 'St Brigid' }
    server = await startTestServer({ database: on, settings })
    await server.ask('PUT /settings', { body: { families: true, door: true } })
    screen = await pairStation(server, { kind: 'screen' })
  })
  beforeEach(() => {
    services.sent.length = 0
    services.refused.clear()
  })
  afterAll(async () => {
    await server.destroy()
    await services.close()
  })

  type Calling = Partial<NonNullable<CallInput<'POST /door/calls'>['body']>>
  const call = async (stay_id: number, given: Calling = {}) =>
    (await server.ask('POST /door/calls', { body: calling(stay_id, given) })).call
  const choicesOf = (stay_id: number) => server.ask('GET /door/calls', { query: { stay_id } })
  const calledFor = async (stay_id: number) =>
    (await server.ask('GET /door')).called.find((one) => one.stay_id === stay_id)
  const shown = async () => (await server.ask('GET /station/called', screen.as)).numbers
  let numbers = 0

  type Adult = Partial<Omit<typeof COLLECTING, 'id'>>
  /** A child who arrived, with the adults of its family; each has a number and an address, if nothing else is said. */
  async function arrivedWith(
    given: Adult[],
    { broughtBy, room = '', named = {} }: { broughtBy?: number; room?: string; named?: object } = {},
  ) {
    const child = await newChild(server, named)
    const adults = given.map((adult, at) => {
      numbers += 1
      const phone = `0161 496 ${1000 + numbers}`
      return {
        ...COLLECTING,
        phone,
        email: `adult${numbers}@example.org`,
        first_name: `Adult${at}`,
        ...adult,
      }
    })
    const { id } = await server.ask('POST /families', { body: { name: 'López', adults, children: [child] } })
    const family = await server.ask('GET /families/one', { query: { family_id: id } })
    const ids = family.adults.map((adult) => adult.id)
    const { id: class_id } = await holdToday(server, { title: 'Lambs', room })
    const brought_by = broughtBy === undefined ? undefined : ids[broughtBy]
    const { stays } = await takeIn(server, class_id, [child], brought_by === undefined ? {} : { brought_by })
    return { child, ids, stay_id: stays[0]?.id ?? 0, adults: family.adults, class_id }
  }

  const bar = async (attendee_id: number, adult_id: number | undefined) => {
    const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
    const bars = [{ adult_id, reason: '' }]
    await server.ask('PUT /families/safeguarding', { body: { attendee_id, version, need_detail: '', bars } })
  }

  test('fifty families who arrive at once have fifty numbers', async () => {
    const { id: class_id } = await holdToday(server)
    const children = await addChildren(server, 50)
    const answers = await Promise.all(children.map((child) => takeIn(server, class_id, [child])))
    const given = answers.flatMap(({ stays }) => stays.map(({ number }) => number))
    expect(new Set(given).size).toBe(50)
    expect(Math.min(...given)).toBeGreaterThan(0)
    expect(Math.max(...given)).toBeLessThan(1000)
  })

  test('a number is the family’s all day: for a late sibling, after a move, a lost tag, and another arrival', async () => {
    const { stays, adult, stay } = await arrivedFamily(server, { children: 2 })
    expect(stays.map(({ number }) => number)).toEqual([stay.number, stay.number])
    const renewed = await server.ask('POST /door/codes', { body: { stay_id: stay.id, lost: stay.code } })
    expect(renewed.stay.code).not.toBe(stay.code)
    expect(renewed.stay.number).toBe(stay.number)
    const { id: class_id } = await holdToday(server)
    const moved = await server.ask('PUT /door/stays', { body: { stay_id: stay.id, class_id, reason: '' } })
    expect(moved.stay?.number).toBe(stay.number)
    await server.ask('DELETE /door/stays', { query: { stay_id: stay.id } })
    const again = await takeIn(server, class_id, [stay.attendee_id])
    expect(again.stays.map(({ number, code }) => [number, code])).toEqual([[stay.number, renewed.stay.code]])
    const { stays: others } = await takeIn(server, class_id, await addChildren(server, 1), {
      brought_by: adult,
    })
    expect(others[0]?.number).not.toBe(stay.number)
  })

  test('a message is in the adult’s language, with the child’s first name and where it is, and nothing else', async () => {
    const { stay_id, ids } = await arrivedWith([{ language: 'Español' }], {
      room: 'Blue room',
      named: { first_name: 'Saúl', last_name: 'Zelophehad', allergies: 'Nuts', needs: 'Wheelchair' },
    })
    const made = await call(stay_id, { way: 'text', adult_id: ids[0], reason: 'hurt' })
    expect([made.state, made.failure, made.adult]).toEqual(['sent', null, 'Adult0 López'])
    expect(services.sent).toEqual([
      {
        to: expect.stringMatching(/^\+44161496\d{4}$/),
        text: 'Saúl te necesita en Lambs, Blue room. Ven en cuanto puedas. St Brigid',
      },
    ])
    await call(stay_id, { way: 'email', adult_id: ids[0], reason: 'hurt' })
    const { to, text = '' } = services.sent[1] ?? {}
    expect(to).toMatch(/^adult\d+@example\.org$/)
    expect(text).toContain('Lambs, Blue room')
    for (const secret of ['Zelophehad', 'Nuts', 'Wheelchair', 'hurt', 'daño']) {
      expect(text).not.toContain(secret)
    }
  })

  test('whoever brought the child is called first, then whoever may collect it, and nobody else', async () => {
    const { stay_id, ids } = await arrivedWith(
      [
        {},
        { collects: 'no' },
        { collects: 'no' },
        { phone: '', email: 'two@example.org' },
        { phone: 'none', email: 'none' },
      ],
      { broughtBy: 2 },
    )
    const { ways, adults } = await choicesOf(stay_id)
    expect(ways).toEqual(['screen', 'text', 'email'])
    expect(adults.map(({ adult_id, brought, ways: own }) => [adult_id, brought, own])).toEqual([
      [ids[2], true, ['text', 'email']],
      [ids[0], false, ['text', 'email']],
      [ids[3], false, ['email']],
    ])
  })

  test('whoever is barred is never called, nor anybody at a number or an address that they have', async () => {
    const shared = { phone: '0161 496 0999' }
    const { stay_id, ids, child } = await arrivedWith([{}, shared, { ...shared, phone: '+44 161 4960999' }], {
      broughtBy: 1,
    })
    await bar(child, ids[1])
    const { adults } = await choicesOf(stay_id)
    expect(adults.map(({ adult_id, ways }) => [adult_id, ways])).toEqual([
      [ids[0], ['text', 'email']],
      [ids[2], ['email']],
    ])
    const stranger = await arrivedWith([{}])
    for (const [way, adult_id] of [
      ['text', ids[1]],
      ['email', ids[1]],
      ['text', ids[2]],
      ['text', stranger.ids[0]],
      ['email', 4711],
      ['text', undefined],
    ] as const) {
      const body = calling(stay_id, { way, ...(adult_id && { adult_id }) })
      const { status, body: refusal } = await server.tryCall('POST /door/calls', { body })
      expect([status, refusal.field]).toEqual([403, 'adult_id'])
    }
    expect(services.sent).toEqual([])
    expect(await calledFor(stay_id)).toBeUndefined()
  })

  test('a message that fails is shown with its reason, and the next adult is offered', async () => {
    const { stay_id, ids, adults } = await arrivedWith([{}, {}])
    const [first, second] = ids
    services.refused.add(`+44161496${adults[0]?.phone.slice(-4)}`)
    services.refused.add(adults[0]?.email ?? '')
    const made = await call(stay_id, { way: 'text', adult_id: first })
    expect([made.state, made.failure]).toEqual(['failed', 'refused'])
    const called = await calledFor(stay_id)
    expect(called?.calls.map(({ state, failure }) => [state, failure])).toEqual([['failed', 'refused']])
    expect(called?.next).toEqual({ adult_id: second, name: 'Adult1 López', way: 'text' })
    expect((await call(stay_id, { way: 'text', adult_id: second })).state).toBe('sent')
    expect((await calledFor(stay_id))?.next).toBeNull()
    expect((await call(stay_id, { way: 'email', adult_id: first })).failure).toBe('refused')
    expect((await calledFor(stay_id))?.next).toEqual({ adult_id: second, name: 'Adult1 López', way: 'email' })
    await bar(
      (await server.ask('GET /door')).stays.find(({ id }) => id === stay_id)?.attendee_id ?? 0,
      second,
    )
    expect((await calledFor(stay_id))?.next).toBeNull()
  })

  test('a mail server and a gateway that are not there are told too, and what is not set up is not offered', async () => {
    const away = { SMTP_URL: 'smtp://127.0.0.1:1', SMS_URL: 'http://127.0.0.1:1/', SMS_COUNTRY: '44' }
    for (const [settings, ways] of [
      [away, ['text', 'email']],
      [{}, []],
    ] as const) {
      const other = await startTestServer({ database: on, settings: { ...settings } })
      try {
        const { stay, adult } = await arrivedFamily(other)
        const choices = await other.ask('GET /door/calls', { query: { stay_id: stay.id } })
        expect(choices.ways).toEqual(ways)
        const body = calling(stay.id, { way: 'text', adult_id: adult })
        if (ways.length > 0) {
          const { call: made } = await other.ask('POST /door/calls', { body })
          expect([made.state, made.failure]).toEqual(['failed', 'no_service'])
        } else {
          expect((await other.tryCall('POST /door/calls', { body })).status).toBe(403)
        }
      } finally {
        await other.destroy()
      }
    }
  })

  test('the same tap twenty times at once sends one message', async () => {
    const { stay_id, ids } = await arrivedWith([{}])
    const body = calling(stay_id, { way: 'text', adult_id: ids[0] })
    await Promise.all(Array.from({ length: 20 }, () => server.ask('POST /door/calls', { body })))
    const { call: made } = await server.ask('POST /door/calls', { body })
    expect(made.state).toBe('sent')
    expect(services.sent).toHaveLength(1)
    expect((await calledFor(stay_id))?.calls).toHaveLength(1)
  })

  test('no telephone is flooded: after some messages an adult gets no more for ten minutes', async () => {
    const { stay_id, ids } = await arrivedWith([{}, {}])
    const tries = await Promise.all(
      Array.from({ length: MAX_MESSAGES + 4 }, () =>
        server.tryCall('POST /door/calls', { body: calling(stay_id, { way: 'text', adult_id: ids[0] }) }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([
      ...Array(MAX_MESSAGES).fill(200),
      ...Array(4).fill(429),
    ])
    expect(services.sent).toHaveLength(MAX_MESSAGES)
    expect((await call(stay_id, { way: 'text', adult_id: ids[1] })).state).toBe('sent')
    server.clock.advance(10 * 60_000)
    expect((await call(stay_id, { way: 'text', adult_id: ids[0] })).state).toBe('sent')
  })

  test('of a message whose process ended nobody knows whether it arrived, and it is not sent again', async () => {
    const { stay_id, ids, child } = await arrivedWith([{}])
    const body = calling(stay_id, { way: 'text', adult_id: ids[0] })
    await pastHandlers(server, (db) =>
      db
        .insertInto('door_call')
        .values({
          ...{ ...body, attendee_id: child, at: server.clock.now(), called_by: 'Ada', adult: 'Ana' },
          ...{ adult_id: ids[0] ?? 0, state: 'waiting', failure: '' },
        })
        .execute(),
    )
    expect((await calledFor(stay_id))?.calls[0]?.state).toBe('waiting')
    server.clock.advance(MESSAGE_LOST_AFTER)
    const { call: told } = await server.ask('POST /door/calls', { body })
    expect([told.state, told.failure]).toEqual(['failed', 'unknown'])
    expect(services.sent).toEqual([])
  })

  test('a number leaves the screen when somebody has come, or the child is given back', async () => {
    const family = await arrivedFamily(server, { children: 2 })
    const { stays, stay } = family
    const { number } = stay
    const isShown = async () => (await shown()).includes(number)
    const both = async () => {
      for (const { id } of stays) {
        await call(id)
      }
    }
    expect(await isShown()).toBe(false)
    await both()
    await both()
    expect((await shown()).filter((one) => one === number)).toHaveLength(1)
    await server.ask('PUT /door/calls', { body: { stay_id: stay.id } })
    expect(await isShown()).toBe(true)
    await server.ask('PUT /door/calls', { body: { stay_id: stays[1]?.id } })
    expect(await isShown()).toBe(false)
    await call(stay.id)
    expect((await shown())[0]).toBe(number)
    await giveBackWithCode(server, family)
    expect(await isShown()).toBe(false)
    expect(await calledFor(stay.id)).toBeUndefined()
  })

  test('a screen is told numbers alone, the latest call first, whoever is called and however', async () => {
    const first = await arrivedWith([{}], { room: 'Blue room' })
    const second = await arrivedWith([{}])
    await call(first.stay_id, { reason: 'hurt' })
    await call(second.stay_id, { way: 'text', adult_id: second.ids[0] })
    await call(second.stay_id)
    const { headers, body } = await server.tryCall('GET /station/called', screen.as)
    expect(Object.keys(body)).toEqual(['numbers'])
    const { numbers: told } = await server.ask('GET /station/called', screen.as)
    const { stays } = await server.ask('GET /door')
    const numberOf = (id: number) => stays.find((stay) => stay.id === id)?.number
    expect(told.slice(0, 2)).toEqual([numberOf(second.stay_id), numberOf(first.stay_id)])
    expect(JSON.stringify(body)).toMatch(/^\{"numbers":\[\d+(,\d+)*\]\}$/)
    expect(JSON.stringify(headers)).not.toMatch(/Lambs|Blue|López/)
    const self = await pairStation(server, { kind: 'self' })
    expect((await server.tryCall('GET /station/called', self.as)).status).toBe(403)
    await server.ask('PUT /settings', { body: { door: false } })
    expect((await server.ask('GET /station/called', screen.as)).numbers).toEqual([])
    await server.ask('PUT /settings', { body: { door: true } })
  })

  test('whoever works at the door calls, and nobody else; everything about a child tells of it', async () => {
    const { stay, child } = await arrivedFamily(server)
    const { token } = await addTeacher(server, 'Staff')
    const refused = await server.tryCall('POST /door/calls', { body: calling(stay.id), token })
    expect(refused.status).toBe(403)
    await call(stay.id)
    const address = `/api/attendees/profile/export?attendee_id=${child}&language=en`
    const headers = { authorization: `Bearer ${await server.signIn()}` }
    const { body } = await server.app.http.inject({ url: address, headers })
    expect(body).toMatch(/<h2>Calls from the door<\/h2>.*Number on the screen/s)
  })
})
