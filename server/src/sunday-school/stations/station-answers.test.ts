import { api } from '@vestry/contract/calls/api.ts'
import type { Route } from '@vestry/contract/calls/route.ts'
import { isForStations } from '@vestry/contract/rules/rights.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPrinter, blackEdge } from '../../testing/door-printer-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addRoom } from '../../testing/room-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { addStation, asStation, expectToday, pairStation } from '../../testing/station-contract.ts'

// Whatever a station asks, in any order, by whatever numbers and of whatever children: no answer, and no refusal, says more
// of a child than its first name, or anything of an adult.

/** What must be in no answer, each by a text that stands nowhere else. Numbers are looked for as digits. */
const SECRETS = {
  last_name: 'Traceoflastname',
  notes: 'traceofnotes',
  needs: 'traceofneed',
  allergies: 'traceofallergy',
  parent_contact: 'traceofcontact',
  need_detail: 'traceofdetail',
  bar_reason: 'traceofreason',
  adult: 'Traceofadult',
  adults_name: 'Traceofsurname',
  email: 'traceofemail@example.org',
  language: 'Traceoflanguage',
  family: 'Traceoffamily',
  birthdate: '2019-04-05',
}
const PHONES = { own: '0161 496 7001', barred: '0161 496 7002', other: '0161 496 7003' }
/** In place of the number of the family's card, which is drawn when it is made. */
const CARD = 'card'
const DIGITS = ['4967001', '4967002', '4967003']

const calls = Object.values(api)
  .flatMap((feature) => Object.values(feature) as Route[])
  .filter(({ who }) => isForStations(who))
  .map(({ method, path }) => `${method} ${path}`)

const nextTo = (church: Church, at: number) => church.children[at % church.children.length] ?? 0
type Church = Awaited<ReturnType<typeof fillChurch>>

/** Children with secrets, of a family with a barred adult; rooms that are closed or full; a child who is here. */
async function fillChurch(server: TestServer) {
  const children: number[] = []
  for (const first_name of ['Leo', 'Mia', 'Noa', 'Tom', 'Eva']) {
    const { last_name, notes, needs, allergies, parent_contact, birthdate } = SECRETS
    const body = { first_name, last_name, notes, needs, allergies, parent_contact, birthdate }
    children.push((await server.ask('POST /attendees', { body })).id)
  }
  const adult = (phone: string) => ({
    ...{ first_name: SECRETS.adult, last_name: SECRETS.adults_name, phone },
    ...{ email: SECRETS.email, language: SECRETS.language, collects: 'yes' as const },
  })
  const { family: name } = SECRETS
  const first = { name, adults: [adult(PHONES.own), adult(PHONES.barred)], children: children.slice(0, 3) }
  const { id: family_id } = await server.ask('POST /families', { body: first })
  const second = { name, adults: [adult(PHONES.other)], children: children.slice(3) }
  await server.ask('POST /families', { body: second })
  const { adults } = await server.ask('GET /families/one', { query: { family_id } })
  const { card } = await server.ask('POST /families/card', { body: { family_id } })
  const bars = [{ adult_id: adults[1]?.id ?? 0, reason: SECRETS.bar_reason }]
  const { need_detail } = SECRETS
  const body = { attendee_id: children[0] ?? 0, version: 0, need_detail, bars }
  await server.ask('PUT /families/safeguarding', { body })

  const closed = await addRoom(server, { open: false })
  const full = await addRoom(server, { capacity: 1 })
  const classes: number[] = []
  for (const [room, time] of [
    ['Blue room', '10:30:00'],
    ['Red room', '10:30:00'],
    [closed.name, '11:00:00'],
    [full.name, '11:30:00'],
    ['Hall', '12:00:00'],
  ] as const) {
    classes.push((await expectToday(server, children, { room, time })).id)
  }
  await server.ask('PUT /classes/cancelled', { body: { class_id: classes[4] ?? 0, cancelled: true } })
  const printer = await addPrinter(server, { host: 'no-printer.invalid' })
  return { card, children: [...children, 4711], classes: [...classes, 4711], printer_id: printer.id }
}

const Step = fc.record({
  call: fc.constantFrom(...calls),
  number: fc.oneof(
    fc.constantFrom(CARD, ...Object.values(PHONES)),
    fc.constantFrom('0161 496 9999', '4967001', SECRETS.last_name, 'Leo', '%', '', '+44 161 496 7001'),
  ),
  children: fc.array(fc.record({ child: fc.nat(9), of: fc.nat(9) }), { minLength: 1, maxLength: 4 }),
  request: fc.constantFrom(crypto.randomUUID(), crypto.randomUUID()),
  key: fc.constantFrom('good', 'good', 'good', 'good', 'link', 'wrong', 'screen', 'bridge', 'none'),
  spoilt: fc.constantFrom(undefined, undefined, undefined, 'body', 'query', 'field', 'type'),
})
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never

/** Every call by everybody, with each number; the link is used last. */
const EVERY: Step[] = calls
  .toSorted((a, b) => Number(a.endsWith('/key')) - Number(b.endsWith('/key')))
  .flatMap((call) =>
    (['good', 'link', 'wrong', 'screen', 'bridge', 'none'] as const).flatMap((key) =>
      [CARD, ...Object.values(PHONES)].map((number) => ({
        ...{ call, key, number, spoilt: undefined, request: crypto.randomUUID() },
        children: [0, 1, 2, 3, 4].map((child) => ({ child, of: child % 2 })),
      })),
    ),
  )

eachDatabase((on) => {
  let server: TestServer
  let church: Church
  let networks = 0
  /** Of whom a station was told the code. */
  const arrived: { stay_id: number; code: string }[] = []

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
    church = await fillChurch(server)
  })
  afterAll(() => server.destroy())

  const bodyOf = ({ call, number: typed, children, request }: Step): object => {
    const number = typed === CARD ? church.card : typed
    const wanted = children.map(({ child, of }) => ({
      attendee_id: nextTo(church, child),
      class_id: church.classes[of % church.classes.length] ?? 0,
    }))
    switch (call) {
      case 'POST /station/children':
        return { number }
      case 'POST /station/arrivals':
        return { request_id: request, number, children: wanted }
      case 'POST /station/print': {
        const guessed = wanted.map(({ attendee_id: stay_id }) => ({ stay_id, code: 'CDFG' }))
        const stays = arrived.length > 0 && wanted.length > 1 ? arrived.slice(-1) : guessed
        return { request_id: request, stays, pictures: [blackEdge('brother_29x90')] }
      }
      case 'POST /station/jobs':
        return { wait: 0 }
      case 'PUT /station/jobs':
        return { request_id: request, outcome: 'printed', sent: true }
      default:
        return {}
    }
  }

  /** Everything that comes back: the status, all headers and the body, as they are. */
  async function take(step: Step, keys: Record<Step['key'], string | undefined>, address: string) {
    const [method, path] = step.call.split(' ') as ['GET' | 'POST' | 'PUT', string]
    const hasBody = method !== 'GET'
    const key = keys[step.key]
    const body = {
      ...bodyOf(step),
      ...(step.spoilt === 'field' && { number: 7, children: 'all' }),
    }
    const response = await server.app.http.inject({
      method,
      url: `/api${path}${step.spoilt === 'query' ? `?attendee_id=${church.children[0]}` : ''}`,
      remoteAddress: address,
      headers: {
        ...(key !== undefined && { authorization: `Station ${key}` }),
        ...(hasBody && {
          'content-type': step.spoilt === 'type' ? 'text/plain' : 'application/json',
        }),
      },
      ...(hasBody && { payload: step.spoilt === 'body' ? '{"number":' : JSON.stringify(body) }),
    })
    return { status: response.statusCode, raw: JSON.stringify(response.headers) + response.payload }
  }

  function expectNothingTold(raw: string, step: unknown): void {
    const told = Object.entries(SECRETS).filter(([, secret]) =>
      raw.toLowerCase().includes(secret.toLowerCase()),
    )
    const digits = raw.replace(/[\s().+-]/g, '')
    expect([told, DIGITS.filter((number) => digits.includes(number)), step]).toEqual([[], [], step])
  }

  test('no answer of a station says more of a child than its first name, or anything of an adult', async () => {
    const statuses = new Map<string, Set<number>>()
    const firstNames = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const { key } = await pairStation(server, { printer_id: church.printer_id })
        const screen = await pairStation(server, { kind: 'screen' })
        const bridge = await pairStation(server, { kind: 'bridge' })
        const { secret } = await addStation(server)
        const [wrong, none] = [`${key}x`, undefined]
        const keys = { good: key, link: secret, screen: screen.key, bridge: bridge.key, wrong, none }
        networks += 1
        for (const step of steps) {
          const { status, raw } = await take(step, keys, `10.9.${networks % 250}.1`)
          statuses.set(step.call, (statuses.get(step.call) ?? new Set()).add(status))
          expectNothingTold(raw, step)
          for (const [, stay_id, code = ''] of raw.matchAll(/"stay_id":(\d+).+?"code":"(.+?)"/g)) {
            arrived.push({ stay_id: Number(stay_id), code })
          }
          for (const [, name = ''] of raw.matchAll(/"first_name":"(.+?)"/g)) {
            firstNames.add(name)
          }
        }
      }),
      { numRuns: 30, examples: [[EVERY]] },
    )
    // The law is about something: every call was answered and refused, and children were found.
    for (const call of calls) {
      expect([call, ...(statuses.get(call) ?? [])]).toEqual(expect.arrayContaining([call, 200, 401, 403]))
    }
    expect([...firstNames].sort()).toEqual(['Eva', 'Leo', 'Mia', 'Noa', 'Tom'])
  })

  test('each of these secrets is there, and is told to the desk', async () => {
    const all = JSON.stringify([
      await server.ask('GET /door/families', { query: { search: SECRETS.last_name } }),
      await server.ask('GET /attendees/profile', { query: { attendee_id: church.children[0] ?? 0 } }),
      await server.ask('GET /families', { query: { search: SECRETS.family } }),
      await server.ask('GET /families/safeguarding', { query: { attendee_id: church.children[0] ?? 0 } }),
    ])
    for (const secret of [...Object.values(SECRETS), ...Object.values(PHONES)]) {
      expect(all).toContain(secret)
    }
    expect(() => expectNothingTold(all, 'the desk')).toThrow()
  })

  test('a station that asks too much, out of hours, or with a key that ended is told as little', async () => {
    const { id, as } = await pairStation(server)
    const find = async (given: object = as) => {
      const answer = await server.tryCall('POST /station/children', {
        body: { number: PHONES.own },
        address: '10.8.0.1',
        ...given,
      })
      expectNothingTold(JSON.stringify(answer), answer.status)
      return answer.status
    }
    const met = new Set<number>()
    for (let asked = 0; asked < 61; asked += 1) {
      met.add(await find())
    }
    const fresh = await pairStation(server)
    await server.ask('PUT /settings', { body: { door: false } })
    met.add(await find(fresh.as))
    await server.ask('PUT /settings', { body: { door: true } })
    await server.ask('DELETE /door/stations', { query: { id } })
    met.add(await find(asStation(fresh.key.slice(1))))
    met.add(await find())
    expect([...met].sort()).toEqual([200, 401, 409, 429])
  })
})
