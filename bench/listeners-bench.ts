/**
 * What listeners cost one process: `node bench/listeners-bench.ts [--seconds 4] [--listeners 1000] [--postgres]`. A
 * feed of a thousand sermons, public pages and ranges of a recording are measured beside a bare route; then many people
 * listen at the same time.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '@vestry/server/clock.ts'
import { readConfig } from '@vestry/server/config.ts'
import { openDatabase } from '@vestry/server/database/open-database.ts'
import { openStoreAlone } from '@vestry/server/open-store.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { openClient } from './api-client.ts'
import { ADMIN } from './bench-server.ts'
import { peakResident } from './browser-memory.ts'
import { fillItems } from './fill-items.ts'
import { fireRequests } from './fire-requests.ts'
import type { Listened, ListeningTask } from './listening-client.ts'
import { processorTime } from './process-time.ts'
import { signIn } from './scale-server.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    listeners: { type: 'string', default: '1000' },
    postgres: { type: 'boolean', default: false },
  },
})
const SECONDS = Number(options.seconds)
const LISTENERS = Number(options.listeners)
const ROUNDS = 3
const CONNECTIONS = 10
const SERMONS = 1000
/** Half an hour at 128 kbit/s, in bytes, and a range of the usual size for players. */
const RECORDING = (30 * 60 * 128_000) / 8
const STRETCH = 256 * 1024
const PLAYS = (STRETCH * 8) / 128_000

const postgres = options.postgres ? await runPostgres({ durable: true }) : undefined
const dataFolder = mkdtempSync(join(tmpdir(), 'vestry-bench-'))
const environment = {
  VESTRY_PUBLIC_URL: 'http://localhost:8135',
  // Clients say for which address they stand, since one address may not hold so many connections.
  VESTRY_TRUST_PROXY: '127.0.0.1,::1',
  VESTRY_ADMIN_EMAIL: ADMIN.email,
  VESTRY_ADMIN_PASSWORD: ADMIN.password,
  DATABASE_URL: postgres?.url ?? '',
}
await fill()
const program = await prepareProgram(environment, { dataFolder })
try {
  await program.start()
  const { uuid, recording } = await openPages()
  const { headers } = await fetch(`${program.origin}/podcast.xml`)
  const etag = headers.get('etag') ?? ''
  const zipped = { 'accept-encoding': 'gzip' }
  const works: Record<string, { path: string; headers?: Record<string, string>; status?: number }> = {
    'bare route': { path: '/healthz' },
    'feed, unchanged': { path: '/podcast.xml', headers: { 'if-none-match': etag }, status: 304 },
    'feed, whole, gz': { path: '/podcast.xml', headers: zipped },
    'newest sermons': { path: '/sermons', headers: zipped },
    'one sermon': { path: `/sermons/${uuid}`, headers: zipped },
    '256 kB of a recording': {
      path: recording,
      headers: { range: `bytes=1000000-${999_999 + STRETCH}` },
      status: 206,
    },
  }
  const seen = new Map<string, { rate: number; bytes: number; each: number }[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { path, ...asked }] of Object.entries(works)) {
      const before = processorTime([program.pid()])
      const fired = await fireRequests(program.origin + path, {
        seconds: SECONDS,
        connections: CONNECTIONS,
        ...asked,
      })
      const each = ((processorTime([program.pid()]) - before) / SECONDS / fired.rate) * 1000
      seen.set(name, [...(seen.get(name) ?? []), { rate: fired.rate, bytes: fired.bytes, each }])
    }
  }
  const median = (name: string, what: 'rate' | 'bytes' | 'each') =>
    (seen.get(name) ?? []).map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  console.table(
    Object.fromEntries(
      Object.keys(works).map((name) => [
        name,
        {
          'requests/s': Math.round(median(name, 'rate')),
          'beside the bare route': round(median(name, 'rate') / median('bare route', 'rate')),
          'MB/s': round(median(name, 'bytes') / 1e6),
          'server ms each': round(median(name, 'each')),
        },
      ]),
    ),
  )
  await listenTogether(recording)
} finally {
  await program.destroy()
  await postgres?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}

async function fill() {
  const config = readConfig({ ...environment, DATABASE_URL: postgres?.url, VESTRY_DATA: dataFolder })
  const database = await openDatabase(config)
  await fillItems(database, SERMONS)
  await database.sql
    .updateTable('preaching_item')
    .set({ media_size: RECORDING, duration: 30 * 60 })
    .execute()
  const { path } = await database.sql
    .selectFrom('preaching_item')
    .select('path')
    .orderBy('event_datetime', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await database.close()
  const store = await openStoreAlone(config, systemClock)
  await store.put(path, Buffer.alloc(RECORDING, 7), { 'content-type': 'audio/mpeg' })
  await store.close()
}

/** Turns the public pages on; returns the newest sermon, which has a recording. */
async function openPages() {
  const { origin } = program
  const config = (await (await fetch(`${origin}/config.json`)).json()) as { userPoolClientId: string }
  const admin = openClient(origin, await signIn(origin, config.userPoolClientId))
  await admin.call('PUT', '/settings', { publicPages: true })
  admin.close()
  const { sermons } = (await (await fetch(`${origin}/sermons.json?limit=1`)).json()) as {
    sermons: { id: string; url: string; media: { url: string } }[]
  }
  const [newest] = sermons
  const { pathname } = new URL(newest?.url ?? '')
  return { uuid: pathname.slice('/sermons/'.length), recording: new URL(newest?.media.url ?? '').pathname }
}

async function listenTogether(recording: string) {
  const client = fork(join(import.meta.dirname, 'listening-client.ts'))
  const seconds = 3 * PLAYS
  const before = processorTime([program.pid()])
  client.send({
    ...{ address: program.origin + recording, listeners: LISTENERS, seconds },
    ...{ stretch: STRETCH, plays: PLAYS, size: RECORDING },
  } satisfies ListeningTask)
  const ended = once(client, 'exit')
  const [heard] = (await once(client, 'message')) as [Listened]
  const used = processorTime([program.pid()]) - before
  await ended
  const waits = heard.milliseconds.toSorted((a, b) => a - b)
  console.table({
    [`${LISTENERS} at 128 kbit/s, ${Math.round(seconds)} s`]: {
      'requests/s': round(heard.requests / seconds),
      'MB/s': round(heard.bytes / seconds / 1e6),
      failed: heard.failed,
      'p50 ms': round(waits[Math.floor(waits.length * 0.5)] ?? 0),
      'p99 ms': round(waits[Math.floor(waits.length * 0.99)] ?? 0),
      'cores used': round(used / seconds),
      'server MB at most': Math.round(peakResident(program.pid()) / 1e6),
    },
  })
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
