import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BUCKET, GUEST_KEY, OWNER_KEY, openTestStore, type TestStore } from '@vestry/s3/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { openStoreAlone, openStoreToRead } from './open-store.ts'
import { startTestServer } from './testing/start-test-server.ts'

// SQLite alone: this is about the store, and about the lock of a data folder.

let remote: TestStore
let dataFolder: string
beforeAll(async () => {
  remote = await openTestStore()
  dataFolder = await mkdtemp(join(tmpdir(), 'vestry-open-store-'))
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await remote.close()
  await rm(dataFolder, { recursive: true })
})

const embedded = () => ({
  dataFolder,
  region: 'us-east-1',
  consoleOrigins: [],
  cognito: undefined,
  s3: undefined,
})

async function messageOf(opening: Promise<{ close(): Promise<void> }>): Promise<string> {
  try {
    await (await opening).close()
    return 'It opened.'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

type Change = { bucket?: string; endpoint?: string; region?: string; key?: typeof OWNER_KEY }

async function openRemote({ bucket = BUCKET, endpoint = remote.endpoint, region, key = OWNER_KEY }: Change) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', key.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', key.secretAccessKey)
  const s3 = { bucket, endpoint, roleArn: undefined, stsEndpoint: undefined }
  return await messageOf(openStoreAlone({ ...embedded(), s3, region: region ?? 'us-east-1' }, systemClock))
}

test('the setting that is to be changed is named when a bucket can not be used', async () => {
  const { endpoint } = remote
  expect(await openRemote({})).toBe('It opened.')
  expect(await openRemote({ bucket: 'sermons' })).toBe(
    `StartupError: S3_BUCKET names the bucket sermons, which does not exist at ${endpoint}/sermons.`,
  )
  expect(await openRemote({ key: { ...OWNER_KEY, accessKeyId: 'AKIANOBODY' } })).toBe(
    `StartupError: The store at ${endpoint}/preaching does not know the key that AWS_ACCESS_KEY_ID names.`,
  )
  expect(await openRemote({ key: { ...OWNER_KEY, secretAccessKey: 'guessed' } })).toBe(
    `StartupError: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, says the store at ${endpoint}/preaching.`,
  )
  expect(await openRemote({ key: GUEST_KEY })).toBe(
    `StartupError: The key of AWS_ACCESS_KEY_ID may not list the bucket preaching of S3_BUCKET at ${endpoint}/preaching (AccessDenied).`,
  )
  expect(await openRemote({ region: 'eu-west-1' })).toBe(
    'StartupError: AWS_REGION is eu-west-1, but the bucket preaching of S3_BUCKET lies elsewhere.',
  )
  expect(await openRemote({ endpoint: 'http://127.0.0.1:9' })).toBe(
    "StartupError: The store at http://127.0.0.1:9/preaching can't be reached: check S3_ENDPOINT and the network (ECONNREFUSED).",
  )
})

test('a data folder that is in use, or of another version, is refused with what to do', async () => {
  const folder = join(dataFolder, 'objects')
  const open = () => messageOf(openStoreAlone(embedded(), systemClock))
  await mkdir(folder)
  new DatabaseSync(join(folder, 'catalogue.sqlite')).exec('create table old (id)')
  expect(await messageOf(openStoreToRead(embedded(), systemClock))).toBe(
    `StartupError: ${join(folder, 'catalogue.sqlite')} was written by another version of Vestry; start this one on it first.`,
  )
  const first = await openStoreAlone(embedded(), systemClock)
  expect(await open()).toBe(
    `StartupError: VESTRY_DATA is in use by another Vestry that is running; stop that one, or choose another folder. (${folder} is locked.)`,
  )
  await first.close()
  new DatabaseSync(join(folder, 'catalogue.sqlite')).exec('pragma user_version = 99')
  expect(await open()).toBe(
    'StartupError: The object store was last opened by a newer Vestry. Install that version again, or a later one.',
  )
})

test('an invalid address is refused by the name of its setting', async () => {
  const server = await startTestServer()
  try {
    const answer = await server.app.http.inject('/s3/preaching/%zz')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/xml'])
    expect(answer.body).toContain('<Code>InvalidURI</Code>')
    expect((await server.app.http.inject('/api/%zz')).json()).toMatchObject({ error: 'invalid_request' })
  } finally {
    await server.destroy()
  }
})

test('a second server on one SQLite database is refused, also where the recordings are in a bucket', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', OWNER_KEY.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OWNER_KEY.secretAccessKey)
  const { clock, config, app, destroy } = await startTestServer({
    settings: { S3_BUCKET: BUCKET, S3_ENDPOINT: remote.endpoint },
  })
  const start = () => messageOf(buildApp(config, { clock, log: undefined }))
  expect(await start()).toBe(
    `StartupError: VESTRY_DATA is in use by another Vestry that is running; stop that one, or choose another folder. (${config.dataFolder} is locked.)`,
  )
  await app.close()
  expect(await start()).toBe('It opened.')
  await destroy()
})
