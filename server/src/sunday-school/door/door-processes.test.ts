import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Arrivals } from '@vestry/contract/calls/door.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POSTGRES } from '../../testing/each-database.ts'
import { openRetryingClient } from '../../testing/retrying-client.ts'
import { prepareProgram, type RunningProgram } from '../../testing/run-program.ts'
import { ADA } from '../../testing/start-test-server.ts'

// Two desks, each at a process of its own, on one PostgreSQL.

let programs: RunningProgram[]
let release: () => Promise<unknown>
let token: string
let day: string

const desks = () => programs.map(({ origin }) => openRetryingClient(origin))
/** Makes a call at one desk after the other, all at once. */
const atOnce = <Result>(
  count: number,
  ask: (desk: ReturnType<typeof openRetryingClient>, place: number) => Promise<Result>,
) => {
  const both = desks()
  return Promise.all(
    Array.from({ length: count }, (_, place) =>
      ask(both[place % both.length] as (typeof both)[number], place),
    ),
  )
}

beforeAll(async () => {
  const database = await POSTGRES.create()
  const folder = await mkdtemp(join(tmpdir(), 'vestry-desks-'))
  const shared = {
    DATABASE_URL: database.databaseUrl ?? '',
    VESTRY_KEY_FILE: join(folder, 'identity.key'),
    VESTRY_PUBLIC_URL: 'http://localhost:8080',
    VESTRY_ADMIN_EMAIL: ADA.email,
    VESTRY_ADMIN_PASSWORD: ADA.password,
  }
  programs = [await prepareProgram(shared), await prepareProgram(shared)]
  release = async () => {
    await Promise.all(programs.map((program) => program.destroy()))
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const program of programs) {
    await program.start()
  }
  const [desk] = desks()
  token = (await desk?.signIn(ADA))?.IdToken ?? ''
  day = (await desk?.api('GET /door', token))?.now.slice(0, 10) ?? ''
}, 120_000)
afterAll(() => release?.())

const api = () => {
  const [desk] = desks()
  if (desk === undefined) {
    throw new Error('There is no desk.')
  }
  return desk.api
}

let made = 0

async function plan(room = '') {
  made += 1
  const body = { title: `Class ${made}`, session_datetime: `${day}T10:30:00`, room }
  return (await api()('POST /classes', token, { body })).id
}

/** Families with two children each and two adults who collect. */
async function addFamilies(count: number) {
  const families: { children: number[]; adults: number[] }[] = []
  for (let family = 0; family < count; family += 1) {
    const children: number[] = []
    for (const first_name of ['Leo', 'Mia']) {
      made += 1
      const body = { first_name, last_name: `Ruiz ${made}` }
      children.push((await api()('POST /attendees', token, { body })).id)
    }
    const adults = ['Ana', 'Ben'].map((first_name) => ({
      ...{ id: null, first_name, last_name: 'Ruiz', phone: '', email: '' },
      ...{ language: '', collects: 'yes' as const },
    }))
    const { id } = await api()('POST /families', token, { body: { name: 'Ruiz', adults, children } })
    const saved = await api()('GET /families/one', token, { query: { family_id: String(id) } })
    families.push({ children, adults: saved.adults.map((adult) => adult.id) })
  }
  return families
}

const arriving = (class_id: number, attendee_ids: readonly number[]) => ({
  request_id: crypto.randomUUID(),
  children: attendee_ids.map((attendee_id) => ({ attendee_id, class_id })),
  reason: '',
})
const codesOf = (answers: readonly Arrivals[]) =>
  new Set(answers.flatMap(({ stays }) => stays.map(({ code }) => code)))

test('fifty who come at both desks for the last place are one', async () => {
  const room = { name: 'Blue room', capacity: 1, children_per_adult: 0, open: true }
  await api()('POST /rooms', token, { body: room })
  const class_id = await plan('Blue room')
  const children = (await addFamilies(25)).flatMap((family) => family.children)
  const answers = await atOnce(50, (desk, place) =>
    desk.api('POST /door/arrivals', token, { body: arriving(class_id, [children[place] ?? 0]) }),
  )
  expect(answers.flatMap(({ stays }) => stays)).toHaveLength(1)
  expect(answers.flatMap(({ refused }) => refused.map(({ why }) => why))).toEqual(Array(49).fill('room_full'))
  const { classes } = await api()('GET /door', token)
  expect(classes.find((one) => one.class_id === class_id)?.here).toBe(1)
})

test('the same arrival twenty times, and brothers who come to two desks, have one visit and one code', async () => {
  const class_id = await plan()
  const families = await addFamilies(11)
  const [{ children = [] } = {}, ...others] = families
  const body = arriving(class_id, children)
  const same = await atOnce(20, (desk) => desk.api('POST /door/arrivals', token, { body }))
  const said = same.map(({ stays, refused }) =>
    JSON.stringify([stays.map(({ id, code }) => [id, code]), refused]),
  )
  expect(new Set(said).size).toBe(1)

  const apart = await atOnce(20, (desk, place) => {
    const child = others[Math.floor(place / 2)]?.children[place % 2] ?? 0
    return desk.api('POST /door/arrivals', token, { body: arriving(class_id, [child]) })
  })
  expect(apart.flatMap(({ stays }) => stays)).toHaveLength(20)
  expect(others.map((_, family) => codesOf(apart.slice(2 * family, 2 * family + 2)).size)).toEqual(
    Array(10).fill(1),
  )
  expect(codesOf([...same, ...apart]).size).toBe(11)
})

test('two desks that give children back to two adults while others arrive: each child is given once', async () => {
  const class_id = await plan()
  const families = await addFamilies(10)
  const coming = await addFamilies(10)
  const arrived = await atOnce(10, (desk, place) =>
    desk.api('POST /door/arrivals', token, { body: arriving(class_id, families[place]?.children ?? []) }),
  )
  const giving = atOnce(20, (desk, place) => {
    const stays = arrived[Math.floor(place / 2)]?.stays ?? []
    return desk.api('POST /door/handovers', token, {
      body: {
        stay_ids: stays.map(({ id }) => id),
        adult_id: families[Math.floor(place / 2)]?.adults[place % 2],
        ...{ name: '', code: stays[0]?.code ?? '', reason: '' },
      },
    })
  })
  const arrivals = atOnce(10, (desk, place) =>
    desk.api('POST /door/arrivals', token, { body: arriving(class_id, coming[place]?.children ?? []) }),
  )
  const answers = await giving
  expect((await arrivals).flatMap(({ stays }) => stays)).toHaveLength(20)
  const gone = answers.flatMap(({ given }) => given)
  expect(gone.map(({ id }) => id).toSorted()).toEqual(
    arrived.flatMap(({ stays }) => stays.map(({ id }) => id)).toSorted(),
  )
  const told = new Map(gone.map((stay) => [stay.id, stay.gone]))
  for (const { stay_id, why, stay } of answers.flatMap(({ refused }) => refused)) {
    expect([why, stay?.gone]).toEqual(['gone', told.get(stay_id)])
  }
  const { classes, stays } = await api()('GET /door', token)
  expect(classes.find((one) => one.class_id === class_id)).toMatchObject({ arrived: 40, here: 20, gone: 20 })
  expect(stays.filter((stay) => stay.class_id === class_id && stay.gone !== null)).toHaveLength(20)
})
