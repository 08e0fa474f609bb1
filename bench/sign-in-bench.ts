/**
 * What signing in costs: `node bench/sign-in-bench.ts [--postgres] [--items 1000,100000]`. A sign-in is compared with
 * the bare arithmetic that the protocol asks of a server, and the check of a token with the bare check of its
 * signature, both measured in the same run.
 */
import { fork } from 'node:child_process'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expectedSignature, N, numberOf, publicB, verifierOf } from '@vestry/cognito/testing/srp-numbers.ts'
import { type App, buildApp } from '@vestry/server/app.ts'
import { systemClock } from '@vestry/server/clock.ts'
import type { Config } from '@vestry/server/config.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { ADMIN, eachSize, readOptions } from './bench-server.ts'
import type { SignInTask, SignInTimes } from './sign-in-client.ts'

const SIGN_INS = 400
const PEOPLE = 40
const options = readOptions('1000,100000')
const rows: Record<string, Record<string, number>> = {}

await eachSize(options, { fill: fillPeople, measure: async () => undefined, measureServer })
console.table(rows)
const folder = join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(
  join(folder, `sign-in-${options.postgres ? 'postgres' : 'sqlite'}.json`),
  JSON.stringify(rows, null, 2),
)

/** People who never sign in: what is stored for them is as long as an encrypted verifier, but opens nothing. */
async function fillPeople({ sql }: Database, size: number): Promise<void> {
  const encrypted_verifier = randomBytes(600).toString('base64')
  const at = systemClock.now()
  for (let first = 0; first < size; first += 500) {
    const people = Array.from({ length: Math.min(500, size - first) }, (_none, index) => ({
      sub: crypto.randomUUID(),
      email: `person-${first + index}@bench.test`,
      status: 'CONFIRMED' as const,
      enabled: 1,
      encrypted_verifier,
      attributes: JSON.stringify({ name: `Person ${first + index}`, email_verified: 'true' }),
      group_names: '[]',
      name_key: `person ${first + index}`,
      created: at,
      updated: at,
    }))
    await sql.insertInto('identity_user').values(people).execute()
  }
}

async function measureServer(config: Config, size: number): Promise<void> {
  const app = await buildApp(config, { clock: systemClock, log: undefined })
  try {
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const emails = Array.from({ length: PEOPLE }, (_none, index) => `staff-${index}@bench.test`)
    for (const email of emails) {
      await app.identity.users.create({
        email,
        password: ADMIN.password,
        permanent: true,
        groups: ['Admins'],
      })
    }
    const bare = measureArithmetic(app)
    rows[`${size}: the bare arithmetic, alone`] = bare
    for (const atOnce of [1, 8]) {
      const { times, cpu } = await signInOften(app, emails, atOnce)
      const rate = (times.milliseconds.length / times.took) * 1000
      rows[`${size}: sign-ins, ${atOnce} at once`] = {
        'per second': Math.round(rate),
        'beside bare': round(rate / bare['per second']),
        'p50 ms': at(times.milliseconds, 0.5),
        'p99 ms': at(times.milliseconds, 0.99),
        'CPU ms each': round(cpu / times.milliseconds.length),
      }
      if (atOnce === 8) {
        await measureChecks(app, times.tokens, size)
      }
    }
  } finally {
    await app.close()
  }
}

/** Only the three powers that the server computes, without anything around them. */
function measureArithmetic({ identity }: App) {
  const poolName = identity.ids.userPoolId.split('_')[1] ?? ''
  const verifier = verifierOf(numberOf(randomBytes(16)), poolName, 'sub', ADMIN.password)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let turn = 0; turn < 300; turn += 1) {
    const [a, b] = [numberOf(randomBytes(384)) % N, numberOf(randomBytes(32))]
    const began = performance.now()
    const answered = publicB(verifier, b)
    expectedSignature(
      { verifier, a, b, publicB: answered },
      { poolName, sub: 'sub', secretBlock: '', timestamp: '' },
    )
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  const sum = times.reduce((total, time) => total + time, 0)
  return {
    'per second': Math.round((times.length / sum) * 1000),
    'p50 ms': at(times, 0.5),
    'p99 ms': at(times, 0.99),
    'CPU ms each': round((user + system) / 1000 / times.length),
  }
}

async function signInOften({ http, identity }: App, emails: string[], atOnce: number) {
  const task: SignInTask = {
    origin: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    clientId: identity.ids.userPoolClientId,
    poolName: identity.ids.userPoolId.split('_')[1] ?? '',
    emails,
    password: ADMIN.password,
    signIns: SIGN_INS,
    atOnce,
  }
  const client = fork(join(import.meta.dirname, 'sign-in-client.ts'))
  const before = process.cpuUsage()
  client.send(task)
  const ended = once(client, 'exit').then(([code]) => {
    throw new Error(`The client ended early, with ${code}.`)
  })
  const [times] = (await Promise.race([once(client, 'message'), ended])) as [SignInTimes]
  ended.catch(() => undefined)
  const { user, system } = process.cpuUsage(before)
  return { times, cpu: (user + system) / 1000 }
}

/** A check of a token seen for the first time, of one that is remembered, and of the signature alone. */
async function measureChecks({ http, identity }: App, tokens: string[], size: number): Promise<void> {
  const { keys } = (await http.inject(`/${identity.ids.userPoolId}/.well-known/jwks.json`)).json<{
    keys: { kid: string; kty: string; n: string; e: string }[]
  }>()
  const publicKeys = new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
  const bare = await perSecond(tokens, async (token) => {
    const [head = '', body = '', signature = ''] = token.split('.')
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    const key = publicKeys.get(kid)
    if (!key || !verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) {
      throw new Error('A signature is wrong.')
    }
  })
  const check = async (token: string) => {
    if (!(await identity.verifyIdToken(token))) {
      throw new Error('A token is refused.')
    }
  }
  const first = await perSecond(tokens, check)
  const again = await perSecond(Array.from({ length: 20 }, () => tokens).flat(), check)
  rows[`${size}: the bare signature of a token`] = { 'per second': bare }
  rows[`${size}: a token, first check`] = { 'per second': first, 'beside bare': round(first / bare) }
  rows[`${size}: a token, checked again`] = { 'per second': again, 'beside bare': round(again / bare) }
}

async function perSecond(tokens: string[], check: (token: string) => Promise<void>): Promise<number> {
  const began = performance.now()
  for (const token of tokens) {
    await check(token)
  }
  return Math.round((tokens.length / (performance.now() - began)) * 1000)
}

function round(value: number): number {
  return Number(value.toFixed(2))
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0)
}
