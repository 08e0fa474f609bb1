/**
 * What open rolls cost when they ask and when they are told: `node bench/news-bench.ts [--postgres] [--rolls 200]
 * [--seconds 50]`. Each roll is open at a teacher of its own; at the pace of a Sunday somebody else marks ten times an
 * hour in each class. Both ways run one after the other on the same server at their real pace, are brought to an hour,
 * and are counted without the saves themselves.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { buildApp } from '@vestry/server/app.ts'
import { systemClock } from '@vestry/server/clock.ts'
import { readConfig } from '@vestry/server/config.ts'
import { signInByPassword } from '@vestry/server/testing/password-sign-in.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { ADMIN } from './bench-server.ts'
import { processorTime } from './process-time.ts'

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    rolls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '50' },
  },
})
const ROLLS = Number(options.rolls)
const SECONDS = Number(options.seconds)
const A_CLASS = 20
const SAVES_AN_HOUR = 10
const ASKS_EVERY = 3000
const HOUR = 3600
const OPENING = 5000

/** A class, its child that is marked, and the token of its teacher. */
type OpenRoll = {
  class_id: number
  attendee_id: number
  token: string
  seen: number
  present: boolean
  revision: string
}
type Cost = { requests: number; bytes: number; processor: number; told: number }

const postgres = options.postgres ? await runPostgres({ durable: true }) : undefined
const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
const environment = {
  VESTRY_PUBLIC_URL: 'http://localhost:8135',
  VESTRY_ADMIN_EMAIL: ADMIN.email,
  VESTRY_ADMIN_PASSWORD: ADMIN.password,
  DATABASE_URL: postgres?.url ?? '',
}
const { rolls, admin } = await fill()
const program = await prepareProgram(environment, { dataFolder })
await program.start()
const pids = () => [program.pid(), ...(postgres?.pids() ?? [])]
const agent = new Agent({ keepAlive: true })
const sockets = new Set<Socket>()
let requests = 0
let told = 0
try {
  const idle = await measure(async () => undefined)
  const asked = less(await measure(ask), idle)
  const heard = less(await measure(hear), idle)
  const inAnHour = Object.entries({ asked, told: heard }).map(([way, cost]) => ({
    way,
    requests: Math.round((cost.requests * HOUR) / SECONDS),
    'MB on the line': Number(((cost.bytes * HOUR) / SECONDS / 1e6).toFixed(1)),
    'processor, s': Number(((cost.processor * HOUR) / SECONDS).toFixed(1)),
    events: Math.round((cost.told * HOUR) / SECONDS),
  }))
  console.log(`${ROLLS} open rolls for an hour, ${ROLLS * SAVES_AN_HOUR} saves among it`)
  console.table(inAnHour)
  const ratio = {
    requests: asked.requests / heard.requests,
    bytes: asked.bytes / heard.bytes,
    processor: asked.processor / heard.processor,
  }
  console.log('asked / told', ratio)
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
  const file = join(import.meta.dirname, 'results', `news-${postgres ? 'postgres' : 'sqlite'}.json`)
  await writeFile(file, JSON.stringify({ inAnHour, ratio }, null, 2))
  console.log(`Written to ${file}`)
} finally {
  agent.destroy()
  await program.destroy()
  await postgres?.stop()
  await rm(dataFolder, { recursive: true, force: true })
}

/** A class for each roll, with a teacher who is signed in. */
async function fill() {
  const config = readConfig({ ...environment, VESTRY_DATA: dataFolder, DATABASE_URL: postgres?.url })
  const app = await buildApp(config, { clock: systemClock, log: undefined })
  const { users, ids } = app.identity
  const call = async <Answer>(token: string, url: string, payload: object) =>
    (
      await app.http.inject({
        method: 'POST',
        url: `/api${url}`,
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    ).json<Answer>()
  const admin = await signInByPassword(app.http, ids.userPoolClientId, ADMIN)
  const rolls: OpenRoll[] = []
  for (let roll = 0; roll < ROLLS; roll += 1) {
    const email = `teacher-${roll}@vestry.test`
    const { sub } = await users.create({ email, password: ADMIN.password, permanent: true, groups: [] })
    const day = new Date(Date.UTC(2026, 4, 3 + roll)).toISOString().slice(0, 10)
    const { id: class_id, series_id } = await call<CallAnswer<'POST /classes'>>(admin, '/classes', {
      title: `Class ${roll}`,
      session_datetime: `${day}T10:30:00`,
      teachers: [sub],
    })
    const attendee_ids: number[] = []
    for (let child = 0; child < A_CLASS; child += 1) {
      const added = { first_name: `Child ${child}`, last_name: 'Ruiz' }
      attendee_ids.push((await call<CallAnswer<'POST /attendees'>>(admin, '/attendees', added)).id)
    }
    await call(admin, '/classes/roster', { series_id, attendee_ids })
    const token = await signInByPassword(app.http, ids.userPoolClientId, { email, password: ADMIN.password })
    rolls.push({ class_id, attendee_id: attendee_ids[0] ?? 0, token, seen: 0, present: false, revision: '' })
  }
  await app.close()
  return { rolls, admin }
}

/** What the server and the line bear while `keep` has the rolls open and somebody marks. */
async function measure(keep: (signal: AbortSignal) => Promise<unknown>): Promise<Cost> {
  const over = new AbortController()
  const kept = keep(over.signal)
  // The rolls are open before the time begins.
  await pause(OPENING)
  const before = bytesMoved()
  requests = 0
  told = 0
  const began = processorTime(pids())
  await Promise.all([mark(), pause(SECONDS * 1000)])
  const processor = processorTime(pids()) - began
  over.abort()
  await kept
  return { requests, bytes: bytesMoved() - before, processor, told }
}

function less(one: Cost, other: Cost): Cost {
  return {
    requests: one.requests - other.requests,
    bytes: one.bytes - other.bytes,
    processor: one.processor - other.processor,
    told: one.told,
  }
}

/** Somebody else marks now in this class, now in that one. */
async function mark() {
  const saves = Math.round((ROLLS * SAVES_AN_HOUR * SECONDS) / HOUR)
  for (let save = 0; save < saves; save += 1) {
    const roll = rolls[Math.floor((save * ROLLS) / saves)] as OpenRoll
    const { class_id, attendee_id, seen } = roll
    roll.present = !roll.present
    const marks = [{ attendee_id, state: roll.present ? 'present' : 'absent', seen }]
    const answer = await send<CallAnswer<'PUT /attendance/roll-call'>>(
      'PUT',
      '/attendance/roll-call',
      admin,
      {
        class_id,
        marks,
      },
    )
    roll.seen = answer.saved[0]?.mark.version ?? seen
    await pause((SECONDS * 1000) / saves / 2)
  }
}

async function readRoll(roll: OpenRoll) {
  const path = `/attendance/roll-call?class_id=${roll.class_id}&since=${roll.revision}`
  roll.revision = (await send<CallAnswer<'GET /attendance/roll-call'>>('GET', path, roll.token)).revision
}

/** Every roll asks every three seconds, each at its own moment. */
async function ask(signal: AbortSignal) {
  await Promise.all(
    rolls.map(async (roll, place) => {
      await pause((ASKS_EVERY * place) / ROLLS)
      while (!signal.aborted) {
        await readRoll(roll)
        await pause(ASKS_EVERY)
      }
    }),
  )
}

/** Every roll is told, and asks for what is new. */
async function hear(signal: AbortSignal) {
  await Promise.all(
    rolls.map(async (roll) => {
      await readRoll(roll)
      const asked = get(`${program.origin}/api/news?class_id=${roll.class_id}`, {
        agent: false,
        headers: { authorization: `Bearer ${roll.token}` },
        signal,
      })
      requests += 1
      asked.on('socket', (socket) => sockets.add(socket))
      await new Promise<void>((resolve) => {
        asked.on('error', () => resolve())
        asked.on('close', () => resolve())
        asked.on('response', (answer) => {
          answer.on('error', () => resolve())
          answer.on('data', (bytes: Buffer) => {
            const text = String(bytes)
            told += text.startsWith('data') ? 1 : 0
            const [, now] = new RegExp(`"class/${roll.class_id}":"([^"]+)"`).exec(text) ?? []
            if (now !== undefined && now !== roll.revision) {
              void readRoll(roll)
            }
          })
        })
      })
    }),
  )
}

function send<Answer>(method: string, path: string, token: string, content?: object): Promise<Answer> {
  requests += 1
  const payload = content && JSON.stringify(content)
  return new Promise((resolve, reject) => {
    const asked = request(`${program.origin}/api${path}`, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      },
    })
    asked.on('socket', (socket) => sockets.add(socket))
    asked.on('error', reject)
    asked.on('response', async (answer) => {
      const text = await answer.setEncoding('utf8').toArray()
      if (answer.statusCode === 200) {
        resolve(JSON.parse(text.join('')))
      } else {
        reject(new Error(`${method} ${path} answered ${answer.statusCode}`))
      }
    })
    asked.end(payload)
  })
}

/** The bytes that all connections have moved both ways, headers and all. */
function bytesMoved(): number {
  return [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0)
}
