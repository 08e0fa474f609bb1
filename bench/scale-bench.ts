/**
 * What one machine can bear: `node bench/scale-bench.ts [--seconds 4]`. Lists, saves, roll calls and sign-ins on
 * SQLite, on PostgreSQL with one process, and with two. Each is reported with how busy each processor was: the one that
 * is near a whole core, or near all cores there are, is the limit.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ADMIN } from './bench-server.ts'
import { fireRequests } from './fire-requests.ts'
import { childrenTime, processorTime } from './process-time.ts'
import type { ScaleTask, ScaleTimes } from './scale-client.ts'
import { openScaleServer, type Scale, type ScaleServer } from './scale-server.ts'
import type { SignInTask, SignInTimes } from './sign-in-client.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '4' } } })
const SECONDS = Number(options.seconds)
const CONNECTIONS = 10
const SIGN_INS = 40 * SECONDS

const SCALES: Scale[] = [
  { name: 'SQLite', postgres: false, processes: 1 },
  { name: 'PostgreSQL', postgres: true, processes: 1 },
  { name: 'PostgreSQL, two processes', postgres: true, processes: 2 },
]

/** Requests a second, and the median and the 99th percentile in milliseconds; over how many seconds. */
type Load = { seen: [rate: number, p50: number, p99: number]; seconds: number }
type Row = {
  rate: number
  p50: number
  p99: number
  /** The share of the rate of the same work on SQLite. */
  beside: number
  /** How many cores the servers, the database and all clients kept busy. */
  servers: number
  database: number
  clients: number
  'server ms each': number
  'database ms each': number
}

const WORKS: Record<string, (server: ScaleServer) => Promise<Load>> = {
  'bare route': (server) => fire(server, '/healthz'),
  list: (server) => fire(server, '/api/preachingManagement?limit=10&offset=0'),
  save: (server) => work(server, 'save'),
  'roll call of 20': (server) => work(server, 'roll call'),
  'sign-in': signIn,
}

const rows: Record<string, Row> = {}
const flushes = measureFlushes()
for (const scale of SCALES) {
  const server = await openScaleServer(scale)
  try {
    for (const [name, load] of Object.entries(WORKS)) {
      rows[`${name}: ${scale.name}`] = await measure(name, server, load)
    }
  } finally {
    await server.destroy()
  }
}
console.log(`${cpus().length} cores; ${flushes} flushes of 4 kB a second, one after the other`)
console.table(rows)
const folder = join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'scale.json'), JSON.stringify({ flushes, rows }, null, 2))

async function measure(
  name: string,
  server: ScaleServer,
  load: (server: ScaleServer) => Promise<Load>,
): Promise<Row> {
  const serversBefore = processorTime(server.serverPids())
  const databaseBefore = processorTime(server.databasePids())
  const clientsBefore = childrenTime()
  const { seen, seconds } = await load(server)
  const servers = processorTime(server.serverPids()) - serversBefore
  const database = processorTime(server.databasePids()) - databaseBefore
  const [rate, p50, p99] = seen
  return {
    rate: Math.round(rate),
    p50: round(p50),
    p99: round(p99),
    beside: round(rate / (rows[`${name}: SQLite`]?.rate ?? rate)),
    servers: round(servers / seconds),
    database: round(database / seconds),
    clients: round((childrenTime() - clientsBefore) / seconds),
    'server ms each': round((servers / seconds / rate) * 1000),
    'database ms each': round((database / seconds / rate) * 1000),
  }
}

/** This many connections from separate processes, one for each process of the server. */
async function fire({ origins, token }: ScaleServer, path: string): Promise<Load> {
  const told = await Promise.all(
    origins.map((origin) =>
      fireRequests(`${origin}${path}`, {
        seconds: SECONDS,
        connections: CONNECTIONS / origins.length,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      }),
    ),
  )
  return {
    seen: [
      told.reduce((total, { rate }) => total + rate, 0),
      Math.max(...told.map(({ p50 }) => p50)),
      Math.max(...told.map(({ p99 }) => p99)),
    ],
    seconds: SECONDS,
  }
}

async function work({ origins, token, classes }: ScaleServer, what: ScaleTask['work']): Promise<Load> {
  const task: ScaleTask = { work: what, origins, token, classes, seconds: SECONDS }
  const { milliseconds, took } = await ask<ScaleTimes>('scale-client.ts', task)
  return loadOf(milliseconds, took)
}

/** The clients of each server process run in a process of their own. */
async function signIn({ origins, ids, staff }: ScaleServer): Promise<Load> {
  const times = await Promise.all(
    origins.map((origin) =>
      ask<SignInTimes>('sign-in-client.ts', {
        origin,
        ...ids,
        emails: staff,
        password: ADMIN.password,
        signIns: SIGN_INS / origins.length,
        atOnce: 8 / origins.length,
      } satisfies SignInTask),
    ),
  )
  return loadOf(
    times.flatMap(({ milliseconds }) => milliseconds),
    Math.max(...times.map(({ took }) => took)),
  )
}

async function ask<Answer>(program: string, task: object): Promise<Answer> {
  const client = fork(join(import.meta.dirname, program))
  const ended = once(client, 'exit')
  client.send(task)
  const early = ended.then(([code]) => {
    throw new Error(`${program} ended early, with ${code}.`)
  })
  const [answer] = (await Promise.race([once(client, 'message'), early])) as [Answer]
  early.catch(() => undefined)
  await ended
  return answer
}

function loadOf(times: readonly number[], took: number): Load {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0
  return { seen: [(times.length / took) * 1000, at(0.5), at(0.99)], seconds: took / 1000 }
}

/** The most that a disk can bear that is written to and flushed again and again: the peer of every save. */
function measureFlushes(): number {
  const name = join(tmpdir(), `vestry-flushes-${process.pid}`)
  const file = openSync(name, 'w')
  const block = Buffer.alloc(4096, 1)
  const end = performance.now() + 1000
  let flushes = 0
  for (; performance.now() < end; flushes += 1) {
    writeSync(file, block)
    fsyncSync(file)
  }
  closeSync(file)
  rmSync(name)
  return flushes
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
