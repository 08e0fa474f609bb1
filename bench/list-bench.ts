/**
 * The cost of the console's lists: `node bench/list-bench.ts [--postgres] [--items 100000] [--seconds 5]`. Each sort
 * order with each filter and each search is asked for as calls over HTTP, with nothing cached: its first ten pages, and
 * those at a quarter, the middle, three quarters and the end. The report gives the processor time of client, server and
 * database, which is how long one waits if nothing else runs. Then each list's first page is asked for under load,
 * beside a bare Fastify route that answers the same bytes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type App, buildApp } from '@vestry/server/app.ts'
import { systemClock } from '@vestry/server/clock.ts'
import type { Config } from '@vestry/server/config.ts'
import { type Database, openDatabase } from '@vestry/server/database/open-database.ts'
import { signInByPassword } from '@vestry/server/testing/password-sign-in.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Client, openClient } from './api-client.ts'
import { ADMIN, eachSize, readOptions } from './bench-server.ts'
import { BUSY_TEACHER, fillClasses } from './fill-classes.ts'
import { fillFamilies } from './fill-families.ts'
import { fillItems } from './fill-items.ts'
import { fireRequests } from './fire-requests.ts'
import { LISTS, type List } from './list-cases.ts'

const TEACHER = { email: 'teacher@vestry.test', password: ADMIN.password }
const FIRST_PAGES = 10
/** In milliseconds. */
const BAR = { first: 50, further: 200 }
/**
 * A page that takes more than this share of its bar is asked for again, up to this many times, and the least counts.
 */
const DOUBTED = 0.5
const TRIES = 3

type Page = { totalCount: number; totalExceeded?: true }
type Times = { name: string; first: number; further: number; total: string }

const options = readOptions('100000')
const [wanted] = options.named
const lists = LISTS.filter(({ name }) => wanted === undefined || name.includes(wanted))
const found: Record<string, Times[]> = {}
const load: Record<string, unknown>[] = []
await eachSize(options, {
  async fill(database, items) {
    await fillItems(database, items)
    await fillClasses(database, items)
    await fillFamilies(database)
  },
  measure: async () => undefined,
  measureServer,
})
const folder = join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(
  join(folder, `lists-${options.postgres ? 'postgres' : 'sqlite'}.json`),
  JSON.stringify({ found, load }, null, 2),
)

async function measureServer(config: Config, items: number) {
  const app = await buildApp(config, { clock: systemClock, log: undefined })
  // A change by another process makes this one forget.
  const beside = await openDatabase(config)
  try {
    const origin = await listen(app.http)
    const tokens = await signInBoth(app, origin)
    await assignTo(beside, tokens.sub)
    for (const list of lists) {
      const client = openClient(origin, tokens[list.who])
      const times = await measureList(list, client, beside)
      client.close()
      found[`${list.name}, ${items}`] = times
      print(`${list.name}, ${items}`, times)
    }
    for (const list of lists.filter(({ who }) => who === 'office')) {
      load.push(await measureLoad(list, app, origin, tokens.office))
    }
    console.table(load)
  } finally {
    await beside.close()
    await app.close()
  }
}

async function measureList(list: List, client: Client, beside: Database): Promise<Times[]> {
  const all: Times[] = []
  let backends: number[] = []
  for (const [filter, filtered] of Object.entries(list.filters)) {
    for (const [search, searched] of Object.entries(list.searches)) {
      for (const [sort, sorted] of Object.entries(list.sorts)) {
        const query = { ...filtered, ...searched, ...sorted }
        const ask = async (offset: number) => {
          const asked = new URLSearchParams(
            Object.entries({ ...query, limit: list.pageSize, offset }).map(([key, value]) => [
              key,
              String(value),
            ]),
          )
          const began = readWork(backends)
          const { body } = await client.call<Page>('GET', `${list.path}?${asked}`)
          return { took: workSince(began), ...body }
        }
        const forget = async () => {
          await sql`update lock_scope set changes = changes + 1 where name = ${list.changed}`.execute(
            beside.sql,
          )
          backends = await findBackends(beside)
        }
        const times = await measureQuestion(list.pageSize, ask, forget)
        all.push({ name: `${filter}; ${search}; ${sort}`, ...times })
      }
    }
  }
  return all
}

/** The database's processes that serve a connection. */
async function findBackends({ dialect, sql: db }: Database): Promise<number[]> {
  if (dialect === 'sqlite') {
    return []
  }
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  return rows.map(({ pid }) => pid)
}

type Work = { ours: number; theirs: Map<number, number> }

/**
 * How many milliseconds of processor time this process and these have had; a process that has ended since did nothing
 * for us.
 */
function readWork(backends: readonly number[]): Work {
  const { user, system } = process.cpuUsage()
  const running = backends
    .map((pid) => [pid, `/proc/${pid}/schedstat`] as const)
    .filter(([, file]) => existsSync(file))
  const theirs = running.map(
    ([pid, file]) => [pid, Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6] as const,
  )
  return { ours: (user + system) / 1000, theirs: new Map(theirs) }
}

function workSince(began: Work): number {
  const now = readWork([...began.theirs.keys()])
  const theirs = [...now.theirs].map(([pid, worked]) => worked - (began.theirs.get(pid) ?? worked))
  return now.ours - began.ours + theirs.reduce((total, one) => total + one, 0)
}

/** The slowest of the first ten pages and of some further ones. */
async function measureQuestion(
  pageSize: number,
  ask: (offset: number) => Promise<Page & { took: number }>,
  forget: () => Promise<void>,
) {
  await forget()
  const { totalCount, totalExceeded } = await ask(0)
  const last = Math.max(Math.ceil(totalCount / pageSize) - 1, 0)
  const pages = [...Array(last + 1).keys()].slice(0, FIRST_PAGES)
  const far = [0.25, 0.5, 0.75, 1]
    .map((part) => Math.round(last * part))
    .filter((page) => page >= FIRST_PAGES)
  const slowest = async (of: readonly number[], bar: number) => {
    let best = of.map(() => Number.POSITIVE_INFINITY)
    for (let round = 0; round < TRIES && best.some((took) => took > bar * DOUBTED); round += 1) {
      await forget()
      const took: number[] = []
      for (const page of of) {
        took.push((await ask(page * pageSize)).took)
      }
      best = best.map((known, at) => Math.min(known, took[at] ?? known))
    }
    return Math.max(0, ...best)
  }
  return {
    first: await slowest(pages, BAR.first),
    further: await slowest(far, BAR.further),
    total: `${totalCount}${totalExceeded ? '+' : ''}`,
  }
}

function print(name: string, times: readonly Times[]) {
  const at = (part: number, kind: 'first' | 'further') =>
    round(times.map((one) => one[kind]).sort((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0)
  const over = times.filter(({ first, further }) => first > BAR.first || further > BAR.further)
  console.log(
    `${name}: ${times.length} questions, ${over.length} over the bar; first pages ${at(0.5, 'first')} (median), ${at(0.95, 'first')}, ${at(1, 'first')} ms; further ${at(0.5, 'further')}, ${at(0.95, 'further')}, ${at(1, 'further')}`,
  )
  const worst = times.toSorted((a, b) => weight(b) - weight(a)).slice(0, 12)
  console.table(
    worst.map(({ first, further, ...rest }) => ({ ...rest, first: round(first), further: round(further) })),
  )
}

/** What share of its bar a question takes. */
function weight({ first, further }: Times): number {
  return Math.max(first / BAR.first, further / BAR.further)
}

async function measureLoad({ name, path, pageSize, filters }: List, app: App, origin: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const query = Object.entries({ ...Object.values(filters)[0], limit: pageSize, offset: 0 })
  const address = `/api${path}?${query.map((pair) => pair.join('=')).join('&')}`
  const bytes = (await app.http.inject({ url: address, headers })).body
  const bare = Fastify()
  bare.get(`/api${path}`, (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(bytes)
  })
  const theirs = await listen(bare)
  const rounds: { ours: Fired; bare: Fired }[] = []
  const fire = (from: string) => measureRate(`${from}${address}`, headers)
  for (let round = 0; round < 5; round += 1) {
    rounds.push({ bare: await fire(theirs), ours: await fire(origin) })
  }
  await bare.close()
  rounds.sort((a, b) => a.ours.rate / a.bare.rate - b.ours.rate / b.bare.rate)
  const { ours, bare: peer } = rounds[2] ?? { ours: NOTHING, bare: NOTHING }
  return {
    ...{ list: name, bytes: bytes.length, ours: ours.rate, bare: peer.rate },
    'ours of bare': round(ours.rate / peer.rate),
    'CPU us, ours and bare': `${ours.cpu} and ${peer.cpu}`,
    'p50 / p99 ms': `${ours.p50} / ${ours.p99} and ${peer.p50} / ${peer.p99}`,
  }
}

/** `cpu` is what the server spent on one request, in microseconds; it stays the same on a busy machine. */
type Fired = { rate: number; cpu: number; p50: number; p99: number }
const NOTHING: Fired = { rate: 0, cpu: 0, p50: 0, p99: 0 }

async function measureRate(address: string, headers: Record<string, string>): Promise<Fired> {
  const before = process.cpuUsage()
  const { rate, p50, p99 } = await fireRequests(address, {
    seconds: options.seconds,
    connections: 10,
    headers,
  })
  const { user, system } = process.cpuUsage(before)
  return { rate: Math.round(rate), cpu: Math.round((user + system) / (rate * options.seconds)), p50, p99 }
}

async function signInBoth(app: App, origin: string) {
  const clientId = app.identity.ids.userPoolClientId
  const { sub } = await app.identity.users.create({ ...TEACHER, permanent: true, groups: ['Teachers'] })
  const office = await signInByPassword(app.http, clientId, ADMIN)
  const admin = openClient(origin, office)
  await admin.call('PUT', '/settings/rights', { group: 'Teachers', rights: ['children'] })
  admin.close()
  return { sub, office, teacher: await signInByPassword(app.http, clientId, TEACHER) }
}

async function assignTo({ sql: db }: Database, sub: string) {
  await db.updateTable('class_teacher').set({ sub }).where('sub', '=', BUSY_TEACHER).execute()
}

async function listen(http: FastifyInstance): Promise<string> {
  await http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1))
}
