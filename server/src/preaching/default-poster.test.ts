import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { BUCKET, openTestStore, type TestStore } from '@vestry/s3/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { keepDefaultPoster } from './keep-default-poster.ts'

// SQLite alone: this is about the store.

const poster = { Bucket: BUCKET, Key: DEFAULT_POSTER_PATH }
const other = { Bucket: BUCKET, Key: 'images/other.jpg' }

let server: TestStore
beforeAll(async () => {
  server = await openTestStore({ isProtected: (key) => key === DEFAULT_POSTER_PATH })
  await server.store.put(poster.Key, Buffer.from('poster'), { 'content-type': 'image/jpeg' })
  await server.store.put(other.Key, Buffer.from('other'), { 'content-type': 'image/jpeg' })
})
afterAll(() => server.close())

const seen = async () => (await server.client().send(new GetObjectCommand(poster))).Body?.transformToString()

test('the poster of the server is seen by everybody, and nobody of the console replaces or deletes it', async () => {
  const denied = { name: 'AccessDenied' }
  const client = server.client()
  const copied = new CopyObjectCommand({ ...poster, CopySource: `${BUCKET}/${other.Key}` })
  const completed = new CompleteMultipartUploadCommand({ ...poster, UploadId: 'x' })
  await expect(client.send(new PutObjectCommand({ ...poster, Body: 'mine' }))).rejects.toMatchObject(denied)
  await expect(client.send(new DeleteObjectCommand(poster))).rejects.toMatchObject(denied)
  await expect(client.send(copied)).rejects.toMatchObject(denied)
  await expect(client.send(new CreateMultipartUploadCommand(poster))).rejects.toMatchObject(denied)
  await expect(client.send(completed)).rejects.toMatchObject(denied)
  const { Deleted, Errors } = await client.send(
    new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [poster, other] } }),
  )
  expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
    [other.Key],
    [[poster.Key, 'AccessDenied']],
  ])
  expect(await seen()).toBe('poster')
})

test('an operator replaces it', async () => {
  const credentials = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' }
  await server.client({ credentials }).send(new PutObjectCommand({ ...poster, Body: 'of the church' }))
  expect(await seen()).toBe('of the church')
})

test('a server whose poster is gone is ready, and puts it there again', async () => {
  const church = await startTestServer({})
  try {
    const { store, http } = church.app
    const before = await store.find(DEFAULT_POSTER_PATH)
    await store.remove(DEFAULT_POSTER_PATH)
    const { statusCode, body } = await http.inject('/readyz')
    expect([statusCode, JSON.parse(body).status]).toEqual([200, 'ready'])
    await keepDefaultPoster(store)
    expect((await store.find(DEFAULT_POSTER_PATH))?.etag).toBe(before?.etag)
  } finally {
    await church.destroy()
  }
})
