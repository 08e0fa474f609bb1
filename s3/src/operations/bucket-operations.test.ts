import {
  GetBucketLocationCommand,
  GetObjectAclCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, openTestStore, readCode, type TestStore } from '../testing/test-store.ts'

let server: TestStore
const KEYS = [
  'images/a.png',
  'images/b/1.png',
  'images/b/2.png',
  'images/b0.png',
  'images/ü/1.png',
  'images/\u{ffe5}.png',
  'images/\u{1f600}.png',
  'preaching/2025/x.mp3',
  'preaching/2026/y.mp3',
]
beforeAll(async () => {
  server = await openTestStore()
  for (const key of [...KEYS].reverse()) {
    await server.store.put(key, Buffer.from(key), { 'content-type': 'text/plain' })
  }
})
afterAll(() => server.close())

const list = (wish: Partial<ListObjectsV2CommandInput>) =>
  server.client().send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'images/', ...wish }))

/** Everything that a list returns, page by page, in its order. */
async function listAll(wish: Partial<ListObjectsV2CommandInput>): Promise<string[]> {
  const told: string[] = []
  let token: string | undefined
  do {
    const page = await list({ ...wish, ...(token && { ContinuationToken: token }) })
    const names = [
      ...(page.Contents ?? []).map(({ Key }) => Key),
      ...(page.CommonPrefixes ?? []).map((c) => c.Prefix),
    ]
    expect(page.KeyCount).toBe(names.length)
    expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined)
    told.push(...names.map(String).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    token = page.NextContinuationToken
  } while (token)
  return told
}

describe('A list', () => {
  test('lists the keys of a prefix in the order of their bytes', async () => {
    expect(await listAll({})).toEqual(KEYS.slice(0, 7))
    const { Contents } = await list({ Prefix: 'images/a' })
    expect(Contents).toMatchObject([{ Key: 'images/a.png', Size: 12, StorageClass: 'STANDARD' }])
    expect(await listAll({ Prefix: 'images/none' })).toEqual([])
  })

  test('lists folders once', async () => {
    const folders = [
      'images/a.png',
      'images/b/',
      'images/b0.png',
      'images/ü/',
      'images/\u{ffe5}.png',
      'images/\u{1f600}.png',
    ]
    expect(await listAll({ Delimiter: '/' })).toEqual(folders)
    expect(await listAll({ Delimiter: '/', MaxKeys: 1 })).toEqual(folders)
    expect(await listAll({ Prefix: 'preaching/', Delimiter: '/' })).toEqual([
      'preaching/2025/',
      'preaching/2026/',
    ])
  })

  test('is the same in pages of any size', async () => {
    for (const MaxKeys of [1, 2, 3, 7, 8]) {
      expect(await listAll({ MaxKeys })).toEqual(KEYS.slice(0, 7))
    }
    const none = await list({ MaxKeys: 0 })
    expect([none.KeyCount, none.IsTruncated]).toEqual([0, false])
  })

  test('begins after a given key, and can be written in encoded form', async () => {
    expect(await listAll({ StartAfter: 'images/b0.png' })).toEqual(KEYS.slice(4, 7))
    expect(await listAll({ StartAfter: 'images/b/1.png', Delimiter: '/', MaxKeys: 1 })).toEqual([
      'images/b/',
      'images/b0.png',
      'images/ü/',
      'images/\u{ffe5}.png',
      'images/\u{1f600}.png',
    ])
    const encoded = await list({ EncodingType: 'url', Prefix: 'images/ü' })
    expect(encoded.Contents?.map(({ Key }) => Key)).toEqual(['images/%C3%BC/1.png'])
  })

  test('refuses a token or a number that it never gave', async () => {
    const ask = async (query: string) =>
      readCode(await server.signer().fetch(server.url(`?list-type=2&prefix=images/&${query}`)))
    expect(await ask('continuation-token=%20')).toBe('InvalidArgument')
    expect(await ask('max-keys=-1')).toBe('InvalidArgument')
    expect(await ask('max-keys=many')).toBe('InvalidArgument')
    expect(await ask('encoding-type=base64')).toBe('InvalidArgument')
    expect(await ask('max-keys=5000')).toBe('200')
  })
})

describe('The bucket', () => {
  test('says that it is there and where', async () => {
    const head = await server.client().send(new HeadBucketCommand({ Bucket: BUCKET }))
    expect(head.BucketRegion).toBe('us-east-1')
    const where = await server.client().send(new GetBucketLocationCommand({ Bucket: BUCKET }))
    expect(where.LocationConstraint).toBeUndefined()
    const other = server.client().send(new HeadBucketCommand({ Bucket: 'another' }))
    await expect(other).rejects.toMatchObject({ name: 'NotFound' })
  })

  test('says of what it does not have that it is not there', async () => {
    const client = server.client()
    const at = { Bucket: BUCKET, Key: 'images/a.png' }
    await expect(client.send(new GetObjectAclCommand(at))).rejects.toMatchObject({ name: 'AccessDenied' })
    const ask = async (method: string, query: string) =>
      readCode(await server.signer().fetch(server.url(query), { method }))
    expect(await ask('DELETE', '')).toBe('AccessDenied')
    expect(await ask('PUT', '?cors=')).toBe('NotImplemented')
    expect(await ask('GET', 'images/a.png?versionId=x')).toBe('NotImplemented')
    expect(await ask('PATCH', 'images/a.png')).toBe('MethodNotAllowed')
  })

  test('refuses XML that is broken, of another kind, or with entities of its own', async () => {
    const ask = async (body: string) =>
      readCode(await server.signer().fetch(server.url('?delete='), { method: 'POST', body }))
    expect(await ask('<Delete><Object>')).toBe('MalformedXML')
    expect(await ask('not xml')).toBe('MalformedXML')
    expect(await ask('<Other/>')).toBe('MalformedXML')
    expect(await ask('<Delete/>')).toBe('MalformedXML')
    expect(await ask('<Delete><Object><Key></Key></Object></Delete>')).toBe('MalformedXML')
    expect(
      await ask('<!DOCTYPE x [<!ENTITY k "images/a.png">]><Delete><Object><Key>&k;</Key></Object></Delete>'),
    ).toBe('MalformedXML')
    expect(await server.store.has('images/a.png')).toBe(true)
  })
})
