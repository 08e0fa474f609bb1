import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { expect } from 'vitest'
import type { OperatorKey } from './ask-command-line.ts'
import type { Person, RetryingClient, Tokens } from './retrying-client.ts'

/** Something that somebody does again and again, and a check of what must be there in the end. */
export type Load = { name: string; act(): Promise<void>; check(): Promise<void> }

const CHILDREN = 6
const MIB = 1024 * 1024

const nothing = async () => undefined

/** A teacher in a class: in the end the last mark counts, with the version that was answered. */
export async function callRoll(client: RetryingClient, { IdToken }: Tokens, day: string): Promise<Load> {
  const body = { title: `Roll of ${day}`, session_datetime: `${day}T10:30:00` }
  const { id: class_id, series_id } = await client.api('POST /classes', IdToken, { body })
  const ids: number[] = []
  for (let child = 1; child <= CHILDREN; child += 1) {
    const someone = { request_id: randomUUID(), first_name: `Child ${child}`, last_name: 'Of the roll' }
    ids.push((await client.api('POST /attendees', IdToken, { body: someone })).id)
  }
  await client.api('POST /classes/roster', IdToken, { body: { series_id, attendee_ids: ids } })
  const seen = new Map<number, number>()
  let round = 0
  const stateOf = (place: number) => ((place + round) % 2 === 0 ? ('present' as const) : ('absent' as const))
  return {
    name: `the roll of ${day}`,
    async act() {
      round += 1
      const marks = ids.map((attendee_id, place) => ({
        attendee_id,
        state: stateOf(place),
        seen: seen.get(attendee_id) ?? 0,
      }))
      const answer = await client.api('PUT /attendance/roll-call', IdToken, { body: { class_id, marks } })
      expect(answer.refused).toEqual([])
      for (const { attendee_id, mark } of answer.saved) {
        seen.set(attendee_id, mark.version)
      }
    },
    async check() {
      const query = { class_id: String(class_id) }
      const { roll } = await client.api('GET /attendance/roll-call', IdToken, { query })
      const found = new Map(roll?.children.map(({ attendee_id, mark }) => [attendee_id, mark]))
      expect(ids.map((id) => found.get(id))).toMatchObject(
        ids.map((id, place) => ({ state: stateOf(place), version: seen.get(id) })),
      )
    },
  }
}

/** A secretary: each child is there once, however often it had to be sent. */
export function addChildren(client: RetryingClient, { IdToken }: Tokens): Load {
  let added = 0
  return {
    name: 'adding children',
    async act() {
      const body = { request_id: randomUUID(), first_name: `Child ${added + 1}`, last_name: 'Ruiz' }
      await client.api('POST /attendees', IdToken, { body })
      added += 1
    },
    async check() {
      const query = { search: 'Ruiz', limit: 1 }
      expect(await client.api('GET /attendees', IdToken, { query })).toMatchObject({ totalCount: added })
    },
  }
}

export function signInAgain(client: RetryingClient, person: Person): Load {
  const act = async () => {
    await client.signIn(person)
  }
  return { name: 'signing in', act, check: nothing }
}

/** A browser that renews its tokens again and again within one sign-in. */
export function renewTokens(client: RetryingClient, tokens: Tokens): Load {
  let RefreshToken = tokens.RefreshToken
  const act = async () => {
    const { AuthenticationResult: next, ...flaw } = await client.identity('GetTokensFromRefreshToken', {
      RefreshToken,
    })
    expect(flaw).toEqual({})
    RefreshToken = next?.RefreshToken ?? RefreshToken
    await client.api('GET /staff/groups', next?.IdToken ?? '')
  }
  return { name: 'renewing tokens', act, check: act }
}

/** People who are invited and sign in for the first time, in three steps, each handled by whichever process is next. */
export async function comeIn(client: RetryingClient, origin: string, key: OperatorKey): Promise<Load> {
  const { userPoolId, region } = await client.readConfig()
  const office = new CognitoIdentityProvider({
    region,
    endpoint: `${origin}/cognito-idp/`,
    credentials: key,
    maxAttempts: 20,
  })
  const own = 'Gleaner-in-Moab-7'
  const people: string[] = []
  return {
    name: 'coming in',
    async act() {
      const email = `person-${people.length + 1}@vestry.test`
      const password = 'Temporary-for-a-week-1'
      await office
        .adminCreateUser({
          UserPoolId: userPoolId,
          Username: email,
          TemporaryPassword: password,
          MessageAction: 'SUPPRESS',
        })
        .catch((error: Error) => {
          // The response to the first try was lost.
          expect(error.name).toBe('UsernameExistsException')
        })
      await client.signIn({ email, password }, own)
      people.push(email)
    },
    async check() {
      for (const email of people.slice(-3)) {
        await client.signIn({ email, password: own })
      }
      office.destroy()
    },
  }
}

/** Recordings in two parts, with the identity pool's credentials: each must be complete. */
export async function sendRecordings(client: RetryingClient, origin: string, tokens: Tokens): Promise<Load> {
  const { bucket: Bucket, region } = await client.readConfig()
  const store = new S3Client({
    region,
    endpoint: `${origin}/s3`,
    forcePathStyle: true,
    credentials: await client.storeCredentials(tokens),
    maxAttempts: 20,
  })
  const sent = new Map<string, string>()
  const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return {
    name: 'sending recordings',
    async act() {
      const Key = `preaching/${randomUUID()}.mp3`
      const Body = randomBytes(5 * MIB + 1000)
      const upload = new Upload({ client: store, params: { Bucket, Key, Body }, partSize: 5 * MIB })
      await upload.done().catch(async () => {
        // The response to the last request may have been lost; if so, the object is there.
        await store.send(new HeadObjectCommand({ Bucket, Key }))
      })
      sent.set(Key, digestOf(Body))
    },
    async check() {
      for (const [Key, digest] of sent) {
        const { Body } = await store.send(new GetObjectCommand({ Bucket, Key }))
        expect(digestOf((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(digest)
      }
      store.destroy()
    },
  }
}
