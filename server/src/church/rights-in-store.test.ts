import type { AddressInfo } from 'node:net'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { cognitoCall } from '../testing/cognito-call.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'

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

test('somebody may leave 200 uploads unfinished, however many credentials they ask for', async () => {
  const token = await server.signIn(await server.addPerson('naomi@vestry.test', ['Teachers']))
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
