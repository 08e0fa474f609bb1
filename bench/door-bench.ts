/**
 * The peak at a door: `node bench/door-bench.ts [--only sqlite|postgres] [--rounds 4] [--seconds 15]`. In each round 120
 * children come to two desks, 15 minutes of a Sunday in so many seconds, while a board is told of them. In between as many
 * arrivals are saved bare: the same rows, in one transaction, in the same database, without the program.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { type Database, openDatabase } from '@vestry/server/database/open-database.ts'
import { followNews } from '@vestry/server/testing/follow-news.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { sql } from 'kysely'
import { type Client, openClient } from './api-client.ts'
import { ADMIN } from './bench-server.ts'
import { fillAttendees } from './fill-attendees.ts'
import { fillFamilies } from './fill-families.ts'
import { signIn } from './scale-server.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
  },
})
const ROUNDS = Number(options.rounds)
const SECONDS = Number(options.seconds)
/** Families of two children. */
const FAMILIES = 60
const DESKS = 2
const CLASSES = 8
const IN_THE_BUILDING = 500
const LISTS = 20
/** A board reads what is told together once, as the console's does, in ms. */
const TOGETHER = 200

type Planned = { class_id: number; session_datetime: string }
type Family = { search: string; children: number[]; adult: number }
type Arrived = CallAnswer<'POST /door/arrivals'>
type Board = CallAnswer<'GET /door'>

const rows = []
for (const name of ['sqlite', 'postgres'].filter((one) => !options.only || one === options.only)) {
  rows.push({ database: name, ...(await measure(name === 'postgres')) })
}
console.table(rows)
await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
const file = join(import.meta.dirname, 'results', 'door.json')
await writeFile(file, JSON.stringify(rows, null, 2))
console.log(`Written to ${file}`)

async function measure(onPostgres: boolean) {
  const postgres = onPostgres ? await runPostgres({ durable: true }) : undefined
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
  const database = await openDatabase({ dataFolder, databaseUrl: postgres?.url })
  const needed = 2 * FAMILIES * 2 * ROUNDS
  await fillAttendees(database, Math.max(1000, 2 * needed, 2 * IN_THE_BUILDING))
  await fillFamilies(database)
  await sql.raw(postgres ? 'vacuum analyze' : 'pragma optimize').execute(database.sql)
  const program = await prepareProgram(
    {
      VESTRY_PUBLIC_URL: 'http://localhost:8135',
      VESTRY_ADMIN_EMAIL: ADMIN.email,
      VESTRY_ADMIN_PASSWORD: ADMIN.password,
      DATABASE_URL: postgres?.url ?? '',
    },
    { dataFolder },
  )
  await program.start()
  try {
    const { origin } = program
    const config = (await (await fetch(`${origin}/config.json`)).json()) as Record<string, string>
    const token = await signIn(origin, config.userPoolClientId ?? '')
    const desks = Array.from({ length: DESKS }, () => openClient(origin, token))
    const [desk] = desks
    if (desk === undefined) {
      throw new Error('There is no desk.')
    }
    await desk.call('PUT', '/settings', { families: true, door: true })
    const planned = await planClasses(desk)
    const families = await pairFamilies(database, needed)
    const board = await watchBoard(origin, token)
    const [arrivals, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const [own, alike] = [families.splice(0, FAMILIES), families.splice(0, FAMILIES)]
      const [taken, saved] = await Promise.all([
        takeIn(desks, own, planned, board.awaits),
        saveAllBare(database, alike, planned),
      ])
      arrivals.push(...taken)
      bare.push(...saved)
    }
    const told = await board.delays()
    await board.close()
    const list = await measureList(desk, database, planned)
    for (const client of desks) {
      client.close()
    }
    return {
      'arrival, p95 ms': round(at(arrivals, 0.95)),
      median: round(at(arrivals, 0.5)),
      'bare save, p95 ms': round(at(bare, 0.95)),
      'bare median': round(at(bare, 0.5)),
      'p95, ratio': round(at(arrivals, 0.95) / at(bare, 0.95)),
      'median, ratio': round(at(arrivals, 0.5) / at(bare, 0.5)),
      'board, p95 ms': round(at(told, 0.95)),
      'board, most': round(at(told, 1)),
      [`list of ${IN_THE_BUILDING}, p95 ms`]: round(list),
      arrivals: arrivals.length,
    }
  } finally {
    await program.destroy()
    await database.close()
    await postgres?.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function planClasses(desk: Client): Promise<Planned[]> {
  const { body } = await desk.call<Board>('GET', '/door')
  const session_datetime = `${body.now.slice(0, 10)}T23:00:00`
  const planned: Planned[] = []
  for (let place = 0; place < CLASSES; place += 1) {
    const { body: made } = await desk.call<CallAnswer<'POST /classes'>>('POST', '/classes', {
      ...{ title: `Class ${place}`, session_datetime, room: `Room ${place}` },
    })
    await desk.call('POST', '/rooms', {
      ...{ name: `Room ${place}`, capacity: 1000, children_per_adult: 0, open: true },
    })
    planned.push({ class_id: made.id, session_datetime })
  }
  return planned
}

/** Families with two children each, and the last digits of their telephone numbers. */
async function pairFamilies({ sql: db }: Database, count: number): Promise<Family[]> {
  const adults = await db
    .selectFrom('adult')
    .select(['id', 'family_id', 'phone'])
    .orderBy('id')
    .limit(count)
    .execute()
  const second = adults.map(({ family_id }) => ({ family_id, attendee_id: family_id + 1 }))
  await db.insertInto('family_child').values(second).execute()
  return adults.map(({ id, family_id, phone }) => ({
    search: phone.replace(/\D/g, ''),
    children: [family_id, family_id + 1],
    adult: id,
  }))
}

/** Families come to the desks in turn, at their pace; returns what each arrival took, in ms. */
async function takeIn(
  desks: readonly Client[],
  families: readonly Family[],
  planned: readonly Planned[],
  awaits: (stays: readonly number[]) => void,
): Promise<number[]> {
  const began = performance.now()
  const times: number[] = []
  await Promise.all(
    desks.map(async (desk, own) => {
      for (let place = own; place < families.length; place += desks.length) {
        await untilTurn(began, place)
        const family = families[place] as Family
        const { class_id } = planned[place % planned.length] as Planned
        const { body: found } = await desk.call<CallAnswer<'GET /door/families'>>(
          'GET',
          `/door/families?search=${family.search}`,
        )
        if (found.families.length !== 1) {
          throw new Error(`${found.families.length} families were found by ${family.search}.`)
        }
        const sent = performance.now()
        const { body } = await desk.call<Arrived>('POST', '/door/arrivals', {
          ...{ request_id: randomUUID(), brought_by: family.adult, reason: '' },
          children: family.children.map((attendee_id) => ({ attendee_id, class_id })),
        })
        times.push(performance.now() - sent)
        if (body.stays.length !== family.children.length) {
          throw new Error(`Only ${body.stays.length} of a family could come in.`)
        }
        awaits(body.stays.map(({ id }) => id))
      }
    }),
  )
  return times
}

/** Saves as many arrivals bare, each in the middle between two others; returns what each took, in ms. */
async function saveAllBare(
  database: Database,
  families: readonly Family[],
  planned: readonly Planned[],
): Promise<number[]> {
  const began = performance.now()
  const times: number[] = []
  for (const [place, family] of families.entries()) {
    await untilTurn(began, place + 0.5)
    times.push(await saveBare(database, family, planned[place % planned.length] as Planned, place))
  }
  return times
}

/** Waits until the family at this place comes. */
async function untilTurn(began: number, place: number): Promise<void> {
  await pause(Math.max(0, began + (place * SECONDS * 1000) / FAMILIES - performance.now()))
}

/** Saves what an arrival saves, as one transaction and nothing else; returns what that took, in ms. */
async function saveBare(
  { sql: db }: Database,
  { children, adult }: Family,
  { class_id, session_datetime }: Planned,
  place: number,
): Promise<number> {
  const day = session_datetime.slice(0, 10)
  const now = Date.now()
  const code_of = `bare/${adult}`
  const began = performance.now()
  await db.transaction().execute(async (transaction) => {
    await sql`update lock_scope set changes = changes + 1 where name = 'sunday_school'`.execute(transaction)
    await transaction
      .insertInto('door_code')
      .values({ day, code: `${place}-${adult}`, code_of })
      .execute()
    await sql`update class_session set roll_version = roll_version + 1 where id = ${class_id}`.execute(
      transaction,
    )
    await transaction
      .insertInto('attendance')
      .values(
        children.map((attendee_id) => ({
          ...{ class_id, session_datetime, attendee_id, attended: 1, marked: 1, comment: '', version: 1 },
          ...{ changed: now, changed_by: 'bare' },
        })),
      )
      .execute()
    await transaction
      .insertInto('stay')
      .values(
        children.map((attendee_id) => ({
          ...{ request_id: code_of, attendee_id, day, in_class: class_id, code_of, arrived_at: now },
          ...{ arrived_by: 'bare', brought_by: 'Ana', reason: '', mark_version: 1, record_made: 1 },
        })),
      )
      .execute()
    await transaction
      .insertInto('audit_event')
      .values({
        at: now,
        kind: 'arrived',
        subject: `class/${class_id}`,
        parts: JSON.stringify(children),
      } as never)
      .execute()
  })
  return performance.now() - began
}

/** A board, which is told of each arrival and reads itself again; how long after the answer it shows it, in ms. */
async function watchBoard(origin: string, token: string) {
  const client = openClient(origin, token)
  const news = await followNews(origin, token)
  const waits = new Map<number, number>()
  const delays: number[] = []
  const shown = new Set<number>()
  let known: unknown
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { door } = news.now()
      if (door === known) {
        await pause(2)
        continue
      }
      known = door
      await pause(TOGETHER)
      // What changes from here on is told once more.
      known = news.now().door
      const { body } = await client.call<Board>('GET', '/door')
      const now = performance.now()
      for (const { id } of body.stays) {
        shown.add(id)
        const since = waits.get(id)
        if (since !== undefined) {
          waits.delete(id)
          delays.push(now - since)
        }
      }
    }
  })()
  return {
    awaits(stays: readonly number[]) {
      for (const id of stays) {
        if (shown.has(id)) {
          delays.push(0)
        } else {
          waits.set(id, performance.now())
        }
      }
    },
    /** Once the board shows all that it was to show. */
    async delays() {
      while (waits.size > 0) {
        await pause(10)
      }
      return delays
    },
    async close() {
      isOver = true
      await watching
      news.close()
      client.close()
    },
  }
}

/** What it takes to read who is in the building, in ms. */
async function measureList(desk: Client, database: Database, [planned]: readonly Planned[]) {
  const { class_id = 0, session_datetime = '' } = planned ?? {}
  const day = session_datetime.slice(0, 10)
  await sql.raw('update stay set gone_at = 1').execute(database.sql)
  await sql`delete from stay`.execute(database.sql)
  const children = await database.sql.selectFrom('attendee').select('id').limit(IN_THE_BUILDING).execute()
  await database.sql
    .insertInto('door_code')
    .values(children.map(({ id }) => ({ day, code: `list-${id}`, code_of: `list/${id}` })))
    .execute()
  await database.sql
    .insertInto('door_number')
    .values(children.map(({ id }, place) => ({ day, number: 10_000 + place, code_of: `list/${id}` })))
    .execute()
  await database.sql
    .insertInto('stay')
    .values(
      children.map(({ id }) => ({
        ...{ request_id: 'list', attendee_id: id, day, in_class: class_id, code_of: `list/${id}` },
        ...{ arrived_at: 1, arrived_by: 'list', brought_by: 'Ana', reason: '' },
        ...{ mark_version: 1, record_made: 1 },
      })),
    )
    .execute()
  const times: number[] = []
  for (let list = 0; list < LISTS; list += 1) {
    const began = performance.now()
    const { body } = await desk.call<Board>('GET', '/door')
    times.push(performance.now() - began)
    if (body.stays.length !== IN_THE_BUILDING) {
      throw new Error(`The list has ${body.stays.length} children.`)
    }
  }
  return at(times, 0.95)
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function round(figure: number): number {
  return Number(figure.toFixed(1))
}
