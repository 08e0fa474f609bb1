/**
 * How the lists behave as the server grows: `node bench/list-bench.ts [--postgres] [--items 1000,100000,1000000]`.
 * What is measured is told in list-report.ts.
 */
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PreachingFilter } from '@vestry/contract/preaching.ts'
import { buildApp } from '@vestry/server/app.ts'
import { systemClock } from '@vestry/server/clock.ts'
import type { Config } from '@vestry/server/config.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { createPreachingList } from '@vestry/server/preaching/preaching-list-sql.ts'
import { signInByPassword } from '@vestry/server/testing/password-sign-in.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { ADMIN, eachSize, readOptions } from './bench-server.ts'
import { FEW, fillItems, MANY, NONE } from './fill-items.ts'
import { createListReport } from './list-report.ts'

const options = readOptions('1000,100000,1000000')
const report = createListReport('lists', options)
const load: Record<string, unknown>[] = []
await eachSize(options, { fill: fillItems, measure: measureLatencies, measureServer: measureLoad })
report.print()
console.table(load)
await report.write({ load })

async function measureLatencies(database: Database, items: number) {
  const last = Math.ceil(items / 10) * 10 - 10
  const cases: Record<string, object> = {
    'page 1': {},
    'last page': { offset: last },
    'middle page': { offset: Math.floor(last / 20) * 10 },
    'by title, page 1': { orderBy: 'title', direction: 'ASC' },
    'by title, last page': { orderBy: 'title', direction: 'ASC', offset: last },
    'by title, middle page': { orderBy: 'title', direction: 'ASC', offset: Math.floor(last / 20) * 10 },
    'by presenter, page 1': { orderBy: 'presenter', direction: 'ASC' },
    'by presenter, last page': { orderBy: 'presenter', direction: 'ASC', offset: last },
    'by category, page 1': { orderBy: 'category' },
    'one presenter': { presenters: '7' },
    'one presenter, by title': { presenters: '7', orderBy: 'title' },
    'three presenters, one category, two years': { presenters: '7,8,9', categories: '3', years: '2004,2019' },
    'search, many hits': { search: MANY },
    'search, many hits, by presenter': { search: MANY, orderBy: 'presenter' },
    'search, many hits, of one presenter': { search: MANY, presenters: '7' },
    'search, few hits': { search: FEW },
    'search, no hits': { search: NONE },
    'search, two letters, many hits': { search: 'ar' },
    'search, two letters, no hits': { search: 'qq' },
    'search, a chapter': { search: 'Romans 8' },
    'search, a book': { search: 'Romans' },
    'search, a chapter, of what is published': { search: 'Romans 8', states: 'published' },
  }
  for (const [name, query] of Object.entries(cases)) {
    const filter = PreachingFilter.parse(query)
    const create = () => {
      const list = createPreachingList(database, { clock: systemClock, timeZone: () => 'UTC' })
      return (page: object) => list({ ...filter, ...page })
    }
    await report.measure(name, items, create, filter)
  }
}

async function measureLoad(config: Config, items: number) {
  const app = await buildApp(config, { clock: systemClock, log: process.stderr })
  const token = await signInByPassword(app.http, app.identity.ids.userPoolClientId, ADMIN)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const path = '/api/preachingManagement?limit=10&offset=0'
  const bytes = (await app.http.inject({ url: path, headers })).body
  const bare = Fastify()
  bare.get('/api/preachingManagement', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(bytes)
  })
  const ours = `${await listen(app.http)}${path}`
  const theirs = `${await listen(bare)}${path}`
  await fire(ours, headers, 1)
  await fire(theirs, headers, 1)
  const rounds: { ours: Fired; bare: Fired }[] = []
  for (let round = 0; round < 5; round += 1) {
    rounds.push({
      bare: await fire(theirs, headers, options.seconds),
      ours: await fire(ours, headers, options.seconds),
    })
  }
  rounds.sort((a, b) => a.ours.rate / a.bare.rate - b.ours.rate / b.bare.rate)
  const { ours: our, bare: its } = rounds[2] ?? { ours: NOTHING, bare: NOTHING }
  load.push({
    items,
    'answer, bytes': bytes.length,
    'ours, requests/s': our.rate,
    'bare route, requests/s': its.rate,
    'ours, % of bare': Math.round((our.rate / its.rate) * 100),
    'ours/bare CPU us a request': `${our.cpu}/${its.cpu}`,
    'ours p50/p99 ms': `${our.p50}/${our.p99}`,
    'bare p50/p99 ms': `${its.p50}/${its.p99}`,
  })
  await bare.close()
  await app.close()
}

/** `cpu` is what the server spent on one request, in microseconds; it holds still on a busy machine. */
type Fired = { rate: number; cpu: number; p50: number; p99: number }
const NOTHING: Fired = { rate: 0, cpu: 0, p50: 0, p99: 0 }

async function listen(http: FastifyInstance): Promise<string> {
  await http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

/** Ten connections from a process of its own. */
async function fire(url: string, headers: Record<string, string>, seconds: number): Promise<Fired> {
  const program = join(import.meta.dirname, '..', 'node_modules', 'autocannon', 'autocannon.js')
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const child = spawn(process.execPath, [program, '-j', '-c', '10', '-d', String(seconds), ...given, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output: Buffer[] = []
  const before = process.cpuUsage()
  for await (const chunk of child.stdout) {
    output.push(chunk)
  }
  const spent = process.cpuUsage(before)
  const { requests, latency, non2xx, errors } = JSON.parse(Buffer.concat(output).toString())
  if (non2xx + errors > 0) {
    throw new Error(`${url} refused ${non2xx + errors} requests`)
  }
  const cpu = Math.round((spent.user + spent.system) / requests.total)
  return { rate: Math.round(requests.average), cpu, p50: latency.p50, p99: latency.p99 }
}
