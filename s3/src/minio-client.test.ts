import { buffer } from 'node:stream/consumers'
import { Client } from 'minio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBytes, openTestStore, type TestStore } from './testing/test-store.ts'

const MIB = 1024 * 1024

let server: TestStore
let client: Client
beforeAll(async () => {
  // It knows no addresses with a path.
  server = await openTestStore({ prefix: '' })
  client = new Client({
    endPoint: '127.0.0.1',
    port: server.port,
    useSSL: false,
    accessKey: 'AKIAOWNER',
    secretKey: 'owner-secret',
    region: 'us-east-1',
    partSize: 5 * MIB,
  })
})
afterAll(() => server.close())

test('minio-js sends a recording in parts, reads it, lists it and removes it', async () => {
  const bytes = makeBytes(11 * MIB)
  await client.makeBucket('minio-old')
  const { etag } = await client.putObject('minio-old', "Mother's Day & <more>.mp3", bytes, bytes.length, {
    title: 'Psalm 23',
    title2: 'The Lord is my shepherd',
  })
  expect(etag).toMatch(/-\d+$/)
  const read = await buffer(await client.getObject('minio-old', "Mother's Day & <more>.mp3"))
  expect(read.equals(bytes)).toBe(true)
  const stat = await client.statObject('minio-old', "Mother's Day & <more>.mp3")
  expect(stat.metaData).toMatchObject({ title: 'Psalm 23', title2: 'The Lord is my shepherd' })
  const listed = await client.listObjectsV2('minio-old', '', true).toArray()
  expect(listed.map(({ name }) => name)).toEqual(["Mother's Day & <more>.mp3"])
  await client.removeObjects('minio-old', ["Mother's Day & <more>.mp3"])
  await client.removeBucket('minio-old')
  expect(await client.bucketExists('minio-old')).toBe(false)
})
