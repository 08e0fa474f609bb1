/**
 * The roll call: `node bench/roll-call-bench.ts [--postgres] [--rounds 20] [--children 200]`. What a class of 200 costs
 * the network and the server, and how sixteen teachers who save at the same time compare with one of them alone. The
 * peer of each row is named in it, and was measured in the same run.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { NewMark } from '@vestry/contract/calls/attendance.ts'
import { MAX_AT_ONCE, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type App, buildApp } from '@vestry/server/app.ts'
import { systemClock } from '@vestry/server/clock.ts'
import { readConfig } from '@vestry/server/config.ts'
import { signInByPassword } from '@vestry/server/testing/password-sign-in.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { type Client, openClient } from './api-client.ts'
import { ADMIN } from './bench-server.ts'

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    children: { type: 'string', default: '200' },
  },
})
const ROUNDS = Number(options.rounds)
const CHILDREN = Number(options.children)
const TEACHERS = 16
const A_CLASS = 20
const SUNDAY = '2026-05-03T10:30:00'
const FIRST = 'Ana Ben Clara David Esther Fátima Gideon Hannah Íñigo Joy Kofi Lydia Miriam Noah Olga'.split(
  ' ',
)
const LAST = 'Álvarez Baker Cohen Díaz Evans Fernández Grant Hughes Ibáñez Jones Okafor Smith Wright'.split(
  ' ',
)

type Roll = CallAnswer<'GET /attendance/roll-call'>
type Saved = CallAnswer<'PUT /attendance/roll-call'>
type Answered = CallAnswer<'POST /attendance/operations'>

const postgres = options.postgres ? await runPostgres() : undefined
const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
const config = readConfig({
  VESTRY_DATA: dataFolder,
  VESTRY_PUBLIC_URL: 'http://localhost:8135',
  VESTRY_ADMIN_EMAIL: ADMIN.email,
  VESTRY_ADMIN_PASSWORD: ADMIN.password,
  DATABASE_URL: postgres?.url,
})
const app = await buildApp(config, { clock: systemClock, log: undefined })
try {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  const admin = openClient(origin, await signIn(app, ADMIN))
  const line = await measureLine(admin)
  const phone = await measurePhone(admin)
  const load = await measureTeachers(app, origin, admin)
  admin.close()
  console.table(line)
  console.table(phone)
  console.table(load)
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
  const file = join(import.meta.dirname, 'results', `roll-call-${postgres ? 'postgres' : 'sqlite'}.json`)
  await writeFile(file, JSON.stringify({ line, phone, load }, null, 2))
  console.log(`Written to ${file}`)
} finally {
  await app.close()
  await postgres?.stop()
  await rm(dataFolder, { recursive: true, force: true })
}

function signIn({ http, identity }: App, person: { email: string; password: string }): Promise<string> {
  return signInByPassword(http, identity.ids.userPoolClientId, person)
}

/** A class on Sunday with this many children on its roster. */
async function planClass(admin: Client, children: number, teachers: string[] = []): Promise<number> {
  const { body: planned } = await admin.call<CallAnswer<'POST /classes'>>('POST', '/classes', {
    title: `A class of ${children}`,
    session_datetime: SUNDAY,
    room: 'The hall',
    teachers,
  })
  const attendee_ids: number[] = []
  for (let child = 0; child < children; child += 1) {
    const { body } = await admin.call<CallAnswer<'POST /attendees'>>('POST', '/attendees', childOf(child))
    attendee_ids.push(body.id)
  }
  await admin.call('POST', '/classes/roster', { series_id: planned.series_id, attendee_ids })
  return planned.id
}

function childOf(child: number) {
  const parent = FIRST[randomInt(FIRST.length)]
  return {
    first_name: FIRST[randomInt(FIRST.length)],
    last_name: LAST[randomInt(LAST.length)],
    birthdate: `20${randomInt(14, 22)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`,
    parent_contact: `${parent}, 6${randomInt(10_000_000, 99_999_999)}`,
    notes: child % 10 === 0 ? 'Allergic to nuts, has an inhaler in the bag' : '',
    is_member: child % 3 === 0 ? 0 : 1,
  }
}

async function measureLine(admin: Client) {
  const small = await planClass(admin, A_CLASS)
  const large = await planClass(admin, CHILDREN)
  const open = (class_id: number, since = '') =>
    admin.call<Roll>('GET', `/attendance/roll-call?class_id=${class_id}&since=${since}`)
  const save = (marks: NewMark[]) =>
    admin.call<Saved>('PUT', '/attendance/roll-call', { class_id: large, marks })

  let last = await open(large)
  const opening = await rounds(() => open(large))
  const openingSmall = await rounds(() => open(small))
  const versions = new Map<number, number>()
  const children = last.body.roll?.children ?? []
  const turn = (state: RollState, of = children) =>
    of.map(({ attendee_id }) => ({ attendee_id, state, seen: versions.get(attendee_id) ?? 0 }))
  const mark = async (marks: NewMark[]) => {
    const answer = await save(marks)
    if (answer.body.saved.length !== marks.length) {
      throw new Error(`${answer.body.refused.length} marks were refused`)
    }
    for (const { attendee_id, mark } of answer.body.saved) {
      versions.set(attendee_id, mark.version)
    }
    return answer
  }
  let round = 0
  const marksOf = (of = children) => turn(round++ % 2 === 0 ? 'present' : 'absent', of)
  const one = await rounds(() => mark(marksOf(children.slice(0, 1))))
  const all = await rounds(() => mark(marksOf()))
  last = await open(large)
  const poll = await rounds(() => open(large, last.body.revision))
  return {
    [`open a roll of ${A_CLASS}`]: row(openingSmall, opening),
    [`open a roll of ${CHILDREN}`]: row(opening, opening),
    [`mark all ${CHILDREN}`]: row(all, opening),
    'mark one': row(one, opening),
    'ask for news when there is none': row(poll, opening),
  }
}

/** A phone that was long without a line sends all that one call may hold. */
async function measurePhone(admin: Client) {
  const class_id = await planClass(admin, MAX_AT_ONCE)
  const { body } = await admin.call<Roll>('GET', `/attendance/roll-call?class_id=${class_id}`)
  const children = body.roll?.children.map(({ attendee_id }) => attendee_id) ?? []
  const versions = new Map<number, number>()
  let state: RollState = 'present'
  const mark = (attendee_id: number) => ({ kind: 'mark', class_id, attendee_id, state })
  const comment = (attendee_id: number) => ({
    kind: 'comment',
    class_id,
    attendee_id,
    comment: `Was ${state}`,
  })
  const away = { from_day: '2026-06-01', until_day: '2026-06-07', reason: 'At the seaside' }
  const absence = (attendee_id: number) => ({ kind: 'absence', attendee_id, ...away })
  const guest = () => {
    const { first_name, last_name, parent_contact } = childOf(0)
    const fields = { first_name, last_name, parent_contact, allergies: 'Nuts' }
    return { kind: 'guest', class_id, request_id: randomUUID(), ...fields }
  }
  const send = async (kinds: ((attendee_id: number) => { kind: string })[]) => {
    state = state === 'present' ? 'absent' : 'present'
    const operations = children.map((id, at) => {
      const done = (kinds[at % kinds.length] ?? mark)(id)
      const seen = /mark|comment/.test(done.kind) && { seen: versions.get(id) ?? 0 }
      return { ...done, ...seen, number: at + 1, made_at: Date.now() }
    })
    const content = { device: randomUUID(), operations }
    const answer = await admin.call<Answered>('POST', '/attendance/operations', content)
    for (const { outcome, attendee_id = 0, mark } of answer.body.operations) {
      if (outcome !== 'applied') {
        throw new Error(`An operation is ${outcome}`)
      }
      versions.set(attendee_id, mark?.version ?? versions.get(attendee_id) ?? 0)
    }
    return answer
  }
  const marks = await rounds(() => send([mark]))
  const mixed = await rounds(() => send([mark, comment, absence, guest]))
  return {
    [`${MAX_AT_ONCE} marks in one call`]: row(marks, marks, 'beside marks'),
    'marks, comments, absences, guests': row(mixed, marks, 'beside marks'),
  }
}

type Measured = { median: number; sent: number; received: number }

async function rounds(run: () => Promise<{ sent: number; received: number }>): Promise<Measured> {
  await run()
  const times: number[] = []
  let weighed = { sent: 0, received: 0 }
  for (let round = 0; round < Math.max(ROUNDS, 5); round += 1) {
    const began = performance.now()
    weighed = await run()
    times.push(performance.now() - began)
  }
  return { median: at(times, 0.5), sent: weighed.sent, received: weighed.received }
}

function row({ median, sent, received }: Measured, peer: Measured, beside = `beside opening ${CHILDREN}`) {
  return {
    calls: 1,
    'bytes sent': sent,
    'bytes received': received,
    'median ms': Number(median.toFixed(2)),
    [beside]: (median / peer.median).toFixed(2),
  }
}

async function measureTeachers(app: App, origin: string, admin: Client) {
  const teachers: { client: Client; class_id: number; children: number[] }[] = []
  for (let index = 0; index < TEACHERS; index += 1) {
    const teacher = { email: `teacher-${index}@vestry.test`, password: ADMIN.password }
    const { sub } = await app.identity.users.create({ ...teacher, permanent: true })
    const class_id = await planClass(admin, A_CLASS, [sub])
    const client = openClient(origin, await signIn(app, teacher))
    const { body } = await client.call<Roll>('GET', `/attendance/roll-call?class_id=${class_id}`)
    teachers.push({
      client,
      class_id,
      children: body.roll?.children.map(({ attendee_id }) => attendee_id) ?? [],
    })
  }
  const versions = new Map<number, number>()

  /** A teacher who marks the whole class again and again. */
  async function teach({ client, class_id, children }: (typeof teachers)[number], first: RollState) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const state: RollState = (round % 2 === 0) === (first === 'present') ? 'present' : 'absent'
      const marks = children.map((attendee_id) => ({
        attendee_id,
        state,
        seen: versions.get(attendee_id) ?? 0,
      }))
      const began = performance.now()
      const { body } = await client.call<Saved>('PUT', '/attendance/roll-call', { class_id, marks })
      times.push(performance.now() - began)
      if (body.refused.length > 0) {
        throw new Error(`${body.refused.length} marks were refused`)
      }
      for (const { attendee_id, mark } of body.saved) {
        versions.set(attendee_id, mark.version)
      }
    }
    return times
  }

  const [alone] = teachers
  if (!alone) {
    throw new Error('There is no teacher')
  }
  await teach(alone, 'present')
  const oneBegan = performance.now()
  const one = await teach(alone, ROUNDS % 2 === 0 ? 'present' : 'absent')
  const oneTook = performance.now() - oneBegan
  const allBegan = performance.now()
  const all = (await Promise.all(teachers.map((teacher) => teach(teacher, 'present')))).flat()
  const allTook = performance.now() - allBegan
  for (const { client } of teachers) {
    client.close()
  }
  const [single, together] = [loadRow(one, oneTook), loadRow(all, allTook)]
  const ratio = {
    'p50 ms': Number((together['p50 ms'] / single['p50 ms']).toFixed(2)),
    'p99 ms': Number((together['p99 ms'] / single['p99 ms']).toFixed(2)),
    'saves/s': Number((together['saves/s'] / single['saves/s']).toFixed(2)),
  }
  return { 'one teacher': single, [`${TEACHERS} teachers at once`]: together, 'beside one': ratio }
}

function loadRow(times: number[], took: number) {
  return {
    'p50 ms': Number(at(times, 0.5).toFixed(2)),
    'p99 ms': Number(at(times, 0.99).toFixed(2)),
    'saves/s': Math.round((times.length / took) * 1000),
  }
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0
}
