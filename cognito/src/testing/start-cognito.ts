import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../core/audit-events.ts'
import type { Message } from '../core/factors/delivery.ts'
import type { Clock, SignInRules } from '../core/requests/host.ts'
import { createCognito, USUAL_RULES } from '../service.ts'
import type { CustomChallenge } from '../sign-in/custom-challenge.ts'
import {
  type OpenTestDatabase,
  openTestDatabase,
  type TestDatabase,
  type TestTables,
} from './test-database.ts'

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** Ruth is an administrator with a password of her own. */
export const RUTH = { email: 'ruth@example.org', password: 'Gleaner-in-Moab-7' }

/** The name and the text of an error response. */
export const errorOf = ({ __type, message }: Answer) => `${__type}: ${message}`

/** A message as it was delivered: what it is about, and everything that it says as one text. */
export type Delivered = Message & { topic: string; text: string }

function delivered(message: Message): Delivered {
  const topic =
    message.kind === 'code' ? message.purpose : message.kind === 'notice' ? message.notice : message.kind
  const { to: _, ...said } = message
  return { ...message, topic, text: JSON.stringify(said) }
}

export type TestCognito = Awaited<ReturnType<typeof startCognito>>

/** The service on real HTTP, with a real database in a folder of its own and a clock that tests move. */
export async function startCognito(
  on?: TestDatabase,
  rules: Partial<SignInRules> = {},
  customChallenge?: CustomChallenge,
  open: OpenTestDatabase = openTestDatabase,
) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cognito-'))
  const place = await on?.create()
  const database = await open({ dataFolder, databaseUrl: place?.databaseUrl })
  const clock = makeClock(Date.now())
  const emails: Delivered[] = []
  const texts: Delivered[] = []
  const unreachable = new Set<string>()
  let refusal: string | undefined
  const checkReachable = (to: string) => {
    if (unreachable.has(to)) {
      throw new Error(`Nothing reaches ${to}.`)
    }
  }
  const settings = {
    database,
    dataFolder,
    publicUrl: 'http://localhost:8080',
    region: 'us-east-1',
    deliver: async (message: Message) => {
      checkReachable(message.to)
      const isText = message.kind === 'code' && message.medium === 'sms'
      ;(isText ? texts : emails).push(delivered(message))
    },
    auditLog: auditLogIn(database.sql, clock),
    adminGroup: 'Admins',
    rules: { ...USUAL_RULES, ...rules },
    clock,
    storagePrefixes: ['images/', 'preaching/'],
    customChallenge,
    guardOwnDeletion: async (_sub: string, remove: () => Promise<void>) => {
      if (refusal === undefined) {
        await remove()
      }
      return refusal
    },
  }
  const identity = await createCognito(settings)
  let from: string | undefined
  const http = Fastify({ trustProxy: '127.0.0.1' })
  await http.register(identity.plugin)
  await http.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`

  return {
    ...identity,
    settings,
    dataFolder,
    databaseUrl: place?.databaseUrl,
    database,
    origin,
    clock,
    wait: clock.advance,

    /** Has every deletion of one's own account refused for this reason, or none. */
    refuseDeletion(reason: string | undefined) {
      refusal = reason
    },

    /** Has something happen between the next call's reading and the transaction in which it writes. */
    beforeNextWrite(happens: () => Promise<unknown>): void {
      const { sql } = database
      const begin = sql.transaction.bind(sql)
      sql.transaction = () => {
        sql.transaction = begin
        const builder = begin()
        const execute = builder.execute.bind(builder)
        builder.execute = async (work) => {
          await happens()
          return execute(work)
        }
        return builder
      }
    },

    async addRuth() {
      await identity.users.create({ ...RUTH, permanent: true, groups: ['Admins'] })
    },

    /** Begins again a day later, with Ruth as the only user. */
    async reset() {
      clock.advance(DAY)
      emails.length = 0
      texts.length = 0
      for (const { email } of await identity.users.list()) {
        await identity.users.remove(email)
      }
      await identity.sweep()
      await this.addRuth()
    },

    /** Sends the following calls from this address; without one, from the loopback address. */
    callFrom(address: string | undefined) {
      from = address
    },

    /** One call of the protocol as it is on the wire. */
    async send(action: string, body: string | object, contentType = 'application/x-amz-json-1.1') {
      const isIdentityPool = action === 'GetId' || action === 'GetCredentialsForIdentity'
      const target = isIdentityPool ? 'AWSCognitoIdentityService' : 'AWSCognitoIdentityProviderService'
      const response = await fetch(`${origin}/${isIdentityPool ? 'cognito-identity' : 'cognito-idp'}/`, {
        method: 'POST',
        headers: {
          'content-type': contentType,
          'x-amz-target': `${target}.${action}`,
          ...(from !== undefined && { 'x-forwarded-for': from }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Answer, headers: response.headers }
    },

    async signIn(username = RUTH.email, password = RUTH.password) {
      const { body } = await this.send('InitiateAuth', {
        ClientId: identity.ids.userPoolClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      })
      return body
    },

    async signedIn() {
      const { AuthenticationResult: tokens } = await this.signIn()
      if (!tokens) {
        throw new Error('Ruth could not sign in.')
      }
      return tokens
    },

    /** The latest email to somebody, once it is there; no answer waits for emails. */
    async emailTo(address: string): Promise<Delivered> {
      for (let attempts = 0; attempts < 6000; attempts += 1) {
        const found = emails.findLast(({ to }) => to === address)
        if (found) {
          return found
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`No email came to ${address}.`)
    },

    async codeFor(email: string): Promise<string> {
      return /\b\d{6,8}\b/.exec((await this.emailTo(email)).text)?.[0] ?? ''
    },

    emails,
    texts,
    /** Addresses and numbers that nothing can be delivered to. */
    unreachable,

    async close() {
      await http.close()
      await database.close()
      await place?.drop()
      await rm(dataFolder, { recursive: true })
    },
  }
}

/** The parts of answers at which tests look. */
export type Answer = {
  __type?: string
  message?: string
  ChallengeName?: string
  Session?: string
  ChallengeParameters?: Record<string, string>
  AuthenticationResult?: {
    AccessToken: string
    IdToken: string
    RefreshToken: string
    ExpiresIn: number
    NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string }
  }
  SecretCode?: string
  Status?: string
  AvailableChallenges?: string[]
  CodeDeliveryDetails?: { Destination: string }
  IdentityId?: string
  Credentials?: { AccessKeyId: string; SecretKey: string; SessionToken: string; Expiration: number }
}

/** A clock that tests move. */
function makeClock(start: number) {
  let now = start
  return {
    now: () => now,
    advance(milliseconds: number) {
      now += milliseconds
    },
  }
}

/** An audit log in a table beside the service's own. */
function auditLogIn(sql: Kysely<TestTables>, clock: Clock): AuditLog {
  return {
    async record({ kind, actor, subject, address = null, parts }, transaction) {
      const into = (transaction ?? sql) as Kysely<TestTables>
      const row = {
        at: clock.now(),
        kind,
        actor: actor?.sub ?? null,
        actor_name: actor?.name ?? null,
        subject: subject?.sub ?? null,
        subject_name: subject?.name ?? null,
        address,
        parts: parts === undefined ? null : JSON.stringify(parts),
      }
      await into.insertInto('audit_event').values(row).execute()
    },
    list: (subject, { kinds, before = Number.MAX_SAFE_INTEGER, limit }) =>
      sql
        .selectFrom('audit_event')
        .select(['id', 'at', 'kind', 'address'])
        .where('subject', '=', subject)
        .where('kind', 'in', kinds)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
