import { CARD_DIGITS, formatCard, readCard } from '@vestry/contract/sunday-school/family-card.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily, COLLECTING } from '../../testing/family-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { expectToday, pairStation } from '../../testing/station-contract.ts'

test('a card is read as a scanner types it and as people do, and a telephone number is none', () => {
  const card = '01234567890123456789'
  expect(formatCard(card)).toBe('0123 4567 8901 2345 6789')
  expect([card, formatCard(card), ' 0123-4567-8901-2345-6789\n'].map(readCard)).toEqual([card, card, card])
  const others = [card.slice(1), `${card}0`, '0161 496 0000', '+44 161 496 0000', '', 'López', `x${card}`]
  expect(others.map(readCard)).toEqual(others.map(() => undefined))
})

eachDatabase((on) => {
  let server: TestServer
  let station: Awaited<ReturnType<typeof pairStation>>

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())
  beforeEach(async () => {
    station = await pairStation(server)
  })

  const make = async (family_id: number) =>
    (await server.ask('POST /families/card', { body: { family_id } })).card
  const find = async (number: string) =>
    (await server.ask('POST /station/children', { body: { number }, ...station.as })).children.map(
      ({ attendee_id }) => attendee_id,
    )
  const load = (family_id: number) => server.ask('GET /families/one', { query: { family_id } })
  const withSecondAdult = async () => {
    const { id, child } = await addFamily(server)
    const { version, name, adults } = await load(id)
    const two = [...adults, { ...COLLECTING, first_name: 'Pablo', phone: '' }]
    await server.ask('PUT /families', { body: { id, version, name, adults: two, children: [child] } })
    const family = await load(id)
    return { ...family, child, second: family.adults[1]?.id ?? 0 }
  }

  test('a card finds the children of its family at a station and at the desk, and takes them in', async () => {
    const children = await addChildren(server, 2)
    const { id } = await addFamily(server, { children, phone: '' })
    const { id: class_id } = await expectToday(server, children, {})
    const card = await make(id)
    expect(card).toMatch(new RegExp(`^\\d{${CARD_DIGITS}}$`))
    expect((await find(card)).sort()).toEqual(children.toSorted())
    const { families } = await server.ask('GET /door/families', { query: { search: formatCard(card) } })
    expect(families.map(({ family_id }) => family_id)).toEqual([id])

    const body = {
      ...{ request_id: crypto.randomUUID(), number: card },
      children: children.map((attendee_id) => ({ attendee_id, class_id })),
    }
    const { stays, desk } = await server.ask('POST /station/arrivals', { body, ...station.as })
    expect([stays.length, desk]).toEqual([2, []])
  })

  test('another card, a part of one, or one that was replaced finds nobody', async () => {
    const { id, child } = await addFamily(server)
    const first = await make(id)
    expect(await find(first)).toEqual([child])
    const second = await make(id)
    expect(second).not.toBe(first)
    for (const wrong of [
      first,
      second.slice(1),
      `${second.slice(0, -1)}${(Number(second.at(-1)) + 1) % 10}`,
    ]) {
      expect(await find(wrong)).toEqual([])
    }
    expect(await find(second)).toEqual([child])
  })

  test('a card does not find a child from whom an adult of its family is barred, and any of them may have it', async () => {
    const [child = 0, sibling = 0] = await addChildren(server, 2)
    const { id, adult } = await addFamily(server, { children: [child, sibling] })
    const card = await make(id)
    const bars = [{ adult_id: adult, reason: 'By order' }]
    const body = { attendee_id: child, version: 0, need_detail: '', bars }
    await server.ask('PUT /families/safeguarding', { body })
    expect(await find(card)).toEqual([sibling])
  })

  test('a card ends when an adult leaves the family, by a change or by a split', async () => {
    const left = await withSecondAdult()
    const [card, { version, name, adults }] = [await make(left.id), await load(left.id)]
    const body = { id: left.id, version, name, adults: adults.slice(0, 1), children: [left.child] }
    expect(await find(card)).toEqual([left.child])
    await server.ask('PUT /families', { body })
    expect(await find(card)).toEqual([])

    const split = await withSecondAdult()
    const other = await make(split.id)
    const change = { name: 'Ruiz', adults: [split.second], children: [split.child], both: [split.child] }
    const of = { id: split.id, version: (await load(split.id)).version }
    await server.ask('POST /families/split', { body: { ...of, ...change } })
    expect(await find(other)).toEqual([])
  })

  test('what is undone brings no card back that was replaced since', async () => {
    const [kept, merged] = [await addFamily(server), await addFamily(server)]
    const lost = await make(kept.id)
    const { version: kept_version } = await load(kept.id)
    const { change_id } = await server.ask('POST /families/merge', {
      body: { kept: kept.id, kept_version, merged: merged.id, merged_version: merged.version },
    })
    const card = await make(kept.id)
    const undone = await server.tryCall('POST /families/changes/undo', { body: { change_id } })
    expect(undone.body).toMatchObject({ error: 'changed_meanwhile' })
    expect(await find(lost)).toEqual([])
    expect((await find(card)).length).toBe(2)
  })

  test('a card goes with its family into the list of changes and comes back with it', async () => {
    const { id, child } = await addFamily(server)
    const card = await make(id)
    const { change_id } = await server.ask('DELETE /families', { query: { family_id: id } })
    expect(await find(card)).toEqual([])
    await server.ask('POST /families/changes/undo', { body: { change_id } })
    expect(await find(card)).toEqual([child])
  })
})
