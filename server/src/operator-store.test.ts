import type { AddressInfo } from 'node:net'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { runVestry } from './testing/run-vestry.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import { createTestClock } from './testing/test-clock.ts'

// SQLite alone: this is about the store.

let server: TestServer
let endpoint: string

beforeAll(async () => {
  // Clients sign with the machine's time.
  server = await startTestServer({ clock: createTestClock(systemClock.now()) })
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  endpoint = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}/s3`
})
afterAll(() => server.destroy())

const Bucket = 'preaching'
const clientWith = (credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
  new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 })

async function makeKey(name: string) {
  const key = await server.app.identity.operatorKeys.make(name)
  if (!key) {
    throw new Error(`There is a key ${name} already.`)
  }
  return key
}

const lastUsed = async (name: string) =>
  (await server.app.identity.operatorKeys.list()).find((key) => key.name === name)?.lastUsed

test("an operator's access key opens the whole store until it is revoked", async () => {
  const key = await makeKey('office')
  const client = clientWith(key)
  expect(await lastUsed('office')).toBeUndefined()
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }))
  expect(Contents?.map(({ Key }) => Key)).toEqual(['images/default-banner.jpg'])
  expect(await lastUsed('office')).toBe(server.clock.now())
  await client.send(new CreateBucketCommand({ Bucket: 'tapes' }))
  const env = { VESTRY_DATA: server.dataFolder, VESTRY_PUBLIC_URL: server.config.publicUrl }
  expect((await runVestry('check', env)).output).toContain('the bucket tapes; no backup holds it.')
  await server.app.identity.operatorKeys.revoke(key.accessKeyId)
  await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: 'InvalidAccessKeyId',
  })
})

test('check reports what is left unfinished in the store', async () => {
  const client = clientWith(await makeKey('breaking off'))
  const at = { Bucket, Key: 'preaching/half.mp3' }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
  await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.from('half') }))
  const env = { VESTRY_DATA: server.dataFolder, VESTRY_PUBLIC_URL: server.config.publicUrl }
  expect((await runVestry('check', env)).output).toContain('1 upload of 4 bytes is unfinished')
  await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }))
  expect((await runVestry('check', env)).output).not.toContain('unfinished')
})

test('a wrong secret or a session token beside the key opens nothing, and is no use of it', async () => {
  const key = await makeKey('attacker')
  const at = { Bucket, Key: 'images/default-banner.jpg' }
  await expect(
    clientWith({ ...key, secretAccessKey: 'another' }).send(new GetObjectCommand(at)),
  ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  await expect(
    clientWith({ ...key, sessionToken: 'made-up' }).send(new GetObjectCommand(at)),
  ).rejects.toMatchObject({ name: 'InvalidToken' })
  expect(await lastUsed('attacker')).toBeUndefined()
  await clientWith(key).send(new HeadObjectCommand(at))
  expect(await lastUsed('attacker')).toBe(server.clock.now())
})

test("the server's own key and those that never were open nothing", async () => {
  const ask = (accessKeyId: string) => server.app.identity.findCredential(accessKeyId)
  expect(await ask(server.app.identity.serverKey.accessKeyId)).toBeUndefined()
  expect(await ask('AKIANEVERNEVERNEVERN')).toBeUndefined()
})
