import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, CallAnswer } from '@vestry/contract/calls/api.ts'
import { type App, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { HttpOptions } from '../http/create-http.ts'
import { checkAnswer } from './check-answer.ts'
import { SQLITE, type TestDatabase } from './each-database.ts'
import { signInByPassword } from './password-sign-in.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export const ADA = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }

export type Answer<Body> = { status: number; body: Body; headers: Record<string, unknown> }
export type Refusal = { error: string; message: string; field?: string }

export type TestServer = {
  app: App
  clock: TestClock
  dataFolder: string
  /** With this, a test opens the server's database directly, or starts the same server a second time. */
  config: Config
  /** The identity token of somebody who signs in with a password: Ada the administrator, unless somebody is named. */
  signIn(person?: { email: string; password: string }): Promise<string>
  /** Adds a person with a permanent password, in these groups. */
  addPerson(email: string, groups: readonly string[]): Promise<{ email: string; password: string }>
  /** Makes a call as Ada, and expects the response that the contract declares. */
  ask<C extends Call>(call: C, given?: Given): Promise<CallAnswer<C>>
  /** Makes a call as Ada, or with another token or none, and returns any response. */
  tryCall(call: string, given?: Given): Promise<Answer<Refusal>>
  /** The emails in the outbox, oldest first. */
  emails(): Promise<string[]>
  destroy(): Promise<void>
}

type Given = {
  query?: Record<string, unknown>
  body?: unknown
  /** `null` means no token at all. */
  token?: string | null
  headers?: Record<string, string>
  /** The IP address that the call comes from. */
  address?: string
}

/** The real app in a folder of its own, with a held clock, an outbox, and Ada, its administrator. */
export async function startTestServer(
  given: {
    database?: TestDatabase
    log?: HttpOptions['log']
    clock?: TestClock
    timeZone?: string
    settings?: Record<string, string>
  } = {},
): Promise<TestServer> {
  const { database = SQLITE, clock = createTestClock() } = given
  const original = await findOriginal(database, clock.now())
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-test-'))
  await cp(original.dataFolder, dataFolder, { recursive: true })
  const made = await database.create(original.databaseUrl)
  const config = readConfig({
    ...settingsOf(dataFolder, made.databaseUrl),
    ...(given.timeZone !== undefined && { VESTRY_TIMEZONE: given.timeZone }),
    ...given.settings,
  })
  const app = await buildApp(config, { clock, log: given.log })
  const { http, identity } = app

  const signIn = (person = ADA) => signInByPassword(http, identity.ids.userPoolClientId, person)

  let adasToken: Promise<string> | undefined
  async function send(call: string, { query, body, token, headers, address }: Given = {}) {
    const [method, path] = call.split(' ') as ['GET', string]
    adasToken ??= signIn()
    const bearer = token === undefined ? await adasToken : token
    return await http.inject({
      method,
      url: `/api${path}`,
      ...(address && { remoteAddress: address }),
      headers: { ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...headers },
      ...(query && { query: stringsOf(query) }),
      ...(body !== undefined && { payload: body as object }),
    })
  }

  return {
    app,
    clock,
    dataFolder,
    config,
    signIn,
    async addPerson(email, groups) {
      await identity.users.create({ email, groups, password: ADA.password, permanent: true })
      return { email, password: ADA.password }
    },
    async ask(call, asked) {
      const response = await send(call, asked)
      if (response.statusCode !== 200) {
        throw new Error(`${call} answered ${response.statusCode}: ${response.body}`)
      }
      const answer = response.json()
      checkAnswer(call, answer)
      return answer
    },
    async tryCall(call, asked) {
      const response = await send(call, asked)
      const body = response.json()
      if (response.statusCode === 200) {
        checkAnswer(call, body)
      }
      return { status: response.statusCode, body, headers: response.headers }
    },
    async emails() {
      const outbox = join(dataFolder, 'outbox')
      // An email that is still being written has a name that begins with a dot.
      const names = (await readdir(outbox)).filter((name) => !name.startsWith('.')).sort()
      return await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    },
    async destroy() {
      await app.close()
      await made.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const settingsOf = (dataFolder: string, databaseUrl: string | undefined) => ({
  VESTRY_DATA: dataFolder,
  VESTRY_PUBLIC_URL: 'http://localhost:8080',
  VESTRY_TIMEZONE: 'Europe/Madrid',
  VESTRY_ADMIN_EMAIL: ADA.email,
  VESTRY_ADMIN_PASSWORD: ADA.password,
  DATABASE_URL: databaseUrl,
})

type Original = { dataFolder: string; databaseUrl: string | undefined }
const originals = new Map<string, Promise<Original>>()

/**
 * A server that was started once at that time and stopped: copies of it start in half the time, with the same schema,
 * keys and Ada.
 */
function findOriginal(database: TestDatabase, time: number): Promise<Original> {
  const kind = `${database.name} ${time}`
  const found = originals.get(kind) ?? makeOriginal(database, time)
  originals.set(kind, found)
  return found
}

async function makeOriginal(database: TestDatabase, time: number): Promise<Original> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-original-'))
  const { databaseUrl } = await database.create()
  const config = readConfig(settingsOf(dataFolder, databaseUrl))
  const app = await buildApp(config, { clock: createTestClock(time), log: undefined })
  await app.close()
  return { dataFolder, databaseUrl }
}

function stringsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}
