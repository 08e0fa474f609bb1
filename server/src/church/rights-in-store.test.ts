import type { AddressInfo } from 'node:net'
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { publish } from '../testing/build-sermon.ts'
import { cognitoCall } from '../testing/cognito-call.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'

// SQLite alone: it is about the store.

let server: TestServer
let origin: string

beforeAll(async () => {
  // Clients sign with the machine's time.
  server = await startTestServer({ clock: createTestClock(systemClock.now()) })
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`
})
afterAll(() => server.destroy())

const Bucket = 'preaching'

/** A client with the temporary credentials that the identity pool gives for a token. */
async function clientFor(token: string) {
  const { ids } = server.app.identity
  const provider = `localhost:8080/${ids.userPoolId}`
  const Logins = { [provider]: token }
  const ask = async (action: string, input: object) => {
    const { headers, body, method } = cognitoCall(action, input)
    const answer = await fetch(`${origin}/cognito-identity/`, { method, headers, body })
    return (await answer.json()) as { IdentityId: string; Credentials?: Record<string, string> }
  }
  const { IdentityId } = await ask('GetId', { IdentityPoolId: ids.identityPoolId, Logins })
  const { Credentials } = await ask('GetCredentialsForIdentity', { IdentityId, Logins })
  const { AccessKeyId, SecretKey, SessionToken } = Credentials ?? {}
  return new S3Client({
    endpoint: `${origin}/s3`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: String(AccessKeyId),
      secretAccessKey: String(SecretKey),
      sessionToken: String(SessionToken),
    },
    maxAttempts: 1,
  })
}

test('who may not publish writes and replaces no recording, not even with credentials from before', async () => {
  const client = await clientFor(
    await server.signIn(await server.addPerson('ruth@vestry.test', ['Teachers'])),
  )
  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: 'sound' }))
  await put('preaching/2026/first.mp3')
  await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
  for (const key of ['preaching/2026/first.mp3', 'preaching/2026/second.mp3']) {
    await expect(put(key)).rejects.toMatchObject({ name: 'AccessDenied' })
  }
  await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: 'AccessDenied',
  })
  const played = await client.send(new GetObjectCommand({ Bucket, Key: 'preaching/2026/first.mp3' }))
  expect(await played.Body?.transformToString()).toBe('sound')
  await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['sermons'] } })
  await put('preaching/2026/second.mp3')
})

test('the store keeps the recording of a sermon, also in the trash, and the trail names who tried', async () => {
  const naomi = await clientFor(
    await server.signIn(await server.addPerson('naomi@vestry.test', ['Teachers'])),
  )
  const Key = 'preaching/2026/kept.mp3'
  const put = (Body: string) => naomi.send(new PutObjectCommand({ Bucket, Key, Body }))
  const remove = () => naomi.send(new DeleteObjectCommand({ Bucket, Key }))
  const trail = async (kind: 'object_refused' | 'object_removed') => {
    const { results } = await server.ask('GET /audit', { query: { kind, person: 'naomi@vestry.test' } })
    return results.map(({ actor, detail }) => [actor, detail])
  }
  await put('a sermon')
  const sermon = await publish(server, { path: Key })
  await expect(put('forged')).rejects.toMatchObject({ name: 'AccessDenied' })
  await expect(remove()).rejects.toMatchObject({ name: 'AccessDenied' })
  await server.ask('DELETE /preachingManagement', { query: { uuid: sermon.uuid } })
  await expect(remove()).rejects.toMatchObject({ name: 'AccessDenied' })
  expect(await trail('object_refused')).toEqual([['naomi@vestry.test', Key]])
})

test('what a sermon has let go of may be removed by whoever may publish', async () => {
  const [admin, teacher] = [
    await clientFor(await server.signIn()),
    await clientFor(await server.signIn(await server.addPerson('lois@vestry.test', ['Teachers']))),
  ]
  const Key = 'preaching/2026/old.mp3'
  const remove = () => teacher.send(new DeleteObjectCommand({ Bucket, Key }))
  await admin.send(new PutObjectCommand({ Bucket, Key, Body: 'old' }))
  await expect(remove()).rejects.toMatchObject({ name: 'AccessDenied' })
  const sermon = await publish(server, { path: Key })
  const changed = { ...sermon, path: 'preaching/2026/new.mp3' }
  expect((await server.ask('PUT /preachingManagement', { body: changed })).released).toEqual([Key])
  await remove()
  expect(await server.app.store.has(Key)).toBe(false)
  const { results } = await server.ask('GET /audit', { query: { kind: 'object_removed' } })
  expect(results.map(({ actor, detail }) => [actor, detail])).toEqual([['lois@vestry.test', Key]])
})

test('somebody may leave 200 uploads unfinished, however many credentials they ask for', async () => {
  const token = await server.signIn(await server.addPerson('miriam@vestry.test', ['Teachers']))
  const clients = [await clientFor(token), await clientFor(token)] as const
  const begin = (client: S3Client) =>
    client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'preaching/2026/third.mp3' }))
  for (let begun = 0; begun < 200; begun += 2) {
    await Promise.all(clients.map(begin))
  }
  for (const client of clients) {
    await expect(begin(client)).rejects.toMatchObject({ name: 'QuotaExceeded' })
  }
  await begin(await clientFor(await server.signIn()))
})
