import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CopyObjectCommandInput,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readObjectStore } from '../disk/disk-store.ts'
import {
  BUCKET,
  makeBytes,
  OWNER_KEY,
  openTestStore,
  readCode,
  type TestStore,
  WRITER_KEY,
} from '../testing/test-store.ts'

const OTHER = 'old-recordings'

let server: TestStore
let client: ReturnType<TestStore['client']>
beforeAll(async () => {
  server = await openTestStore()
  client = server.client({ credentials: OWNER_KEY })
  await client.send(new CreateBucketCommand({ Bucket: OTHER }))
})
afterAll(() => server.close())

const read = async (Key: string, Bucket = BUCKET) => {
  const got = await client.send(new GetObjectCommand({ Bucket, Key }))
  return {
    text: await got.Body?.transformToString(),
    etag: got.ETag,
    meta: got.Metadata,
    type: got.ContentType,
  }
}
const copy = (from: string, Key: string, more: Partial<CopyObjectCommandInput> = {}) =>
  client.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: encodeURI(from), ...more }))

describe('A copy', () => {
  test('has the bytes and metadata of its source, and outlives it', async () => {
    const put = { Bucket: OTHER, Key: 'a b/ñ+%.mp3', Body: 'sermon', ContentType: 'audio/mpeg' }
    await client.send(new PutObjectCommand({ ...put, Metadata: { mtime: '1304244000' } }))
    const before = await server.listFiles()
    const { CopyObjectResult: result } = await copy(`${OTHER}/${put.Key}`, 'preaching/copy.mp3')
    expect(await server.listFiles()).toEqual(before)
    const source = await read(put.Key, OTHER)
    expect(result?.ETag).toBe(source.etag)
    expect(await read('preaching/copy.mp3')).toEqual(source)
    await client.send(new DeleteObjectCommand({ Bucket: OTHER, Key: put.Key }))
    await server.store.sweep()
    expect(await read('preaching/copy.mp3')).toEqual(source)
    await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'preaching/copy.mp3' }))
    expect(await server.listFiles()).toHaveLength(before.length - 1)
  })

  test('may be of nothing, in place of another, and have metadata of its own', async () => {
    await server.store.put('preaching/none', Buffer.alloc(0), { 'content-type': 'text/plain' })
    await server.store.put('preaching/other', Buffer.from('other'), { 'content-type': 'text/plain' })
    const files = (await server.listFiles()).length
    await copy(`${BUCKET}/preaching/none`, 'preaching/other', {
      MetadataDirective: 'REPLACE',
      Metadata: { a: 'b' },
      ContentType: 'text/html',
    })
    expect(await read('preaching/other')).toMatchObject({ text: '', meta: { a: 'b' }, type: 'text/html' })
    expect(await server.listFiles()).toHaveLength(files - 1)
  })

  test('onto itself must change the metadata, and then loses no byte', async () => {
    await server.store.put('preaching/self', Buffer.from('self'), { 'content-type': 'text/plain' })
    const self = `${BUCKET}/preaching/self`
    await expect(copy(self, 'preaching/self')).rejects.toMatchObject({ name: 'InvalidRequest' })
    await copy(self, 'preaching/self', { MetadataDirective: 'REPLACE', Metadata: { new: '1' } })
    await server.store.sweep()
    expect(await read('preaching/self')).toMatchObject({ text: 'self', meta: { new: '1' } })
  })

  test('is made only if its conditions hold', async () => {
    await server.store.put('preaching/if', Buffer.from('if'), { 'content-type': 'text/plain' })
    const { etag } = await read('preaching/if')
    const from = `${BUCKET}/preaching/if`
    const failed = { name: 'PreconditionFailed' }
    const future = new Date('2099-01-01T00:00:00Z')
    await expect(copy(from, 'preaching/x', { CopySourceIfMatch: '"no"' })).rejects.toMatchObject(failed)
    await expect(copy(from, 'preaching/x', { CopySourceIfNoneMatch: etag })).rejects.toMatchObject(failed)
    await expect(copy(from, 'preaching/x', { CopySourceIfModifiedSince: future })).rejects.toMatchObject(
      failed,
    )
    await expect(
      copy(from, 'preaching/x', { CopySourceIfUnmodifiedSince: new Date(0) }),
    ).rejects.toMatchObject(failed)
    await copy(from, 'preaching/x', { CopySourceIfMatch: etag, CopySourceIfUnmodifiedSince: future })
    await expect(copy(from, 'preaching/x', { IfNoneMatch: '*' })).rejects.toMatchObject(failed)
    await expect(copy(`${BUCKET}/preaching/none-such`, 'preaching/x')).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
    await expect(copy('no-bucket/preaching/if', 'preaching/x')).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
  })

  test('beside a delete of its source is whole or not made', async () => {
    const body = makeBytes(300_000)
    for (let round = 0; round < 15; round++) {
      await server.store.put('preaching/race', body, { 'content-type': 'audio/mpeg' })
      const [copied] = await Promise.allSettled([
        copy(`${BUCKET}/preaching/race`, `preaching/race-${round}`),
        client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'preaching/race' })),
      ])
      await server.store.sweep()
      const got = await server.signer(OWNER_KEY).fetch(server.url(`preaching/race-${round}`))
      if (copied.status === 'fulfilled') {
        expect(body.equals(Buffer.from(await got.arrayBuffer()))).toBe(true)
      } else {
        expect(await readCode(got)).toBe('NoSuchKey')
      }
    }
  })

  test('in parts takes ranges of what is there', async () => {
    const body = makeBytes(11 * 1024 * 1024)
    await client.send(new PutObjectCommand({ Bucket: OTHER, Key: 'big', Body: body }))
    const at = { Bucket: BUCKET, Key: 'preaching/big' }
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' }),
    )
    const half = 6 * 1024 * 1024
    const ask = (PartNumber: number, CopySourceRange: string) =>
      client.send(
        new UploadPartCopyCommand({
          ...at,
          UploadId,
          PartNumber,
          CopySource: `${OTHER}/big`,
          CopySourceRange,
        }),
      )
    const copied = [await ask(1, `bytes=0-${half - 1}`), await ask(2, `bytes=${half}-${body.length - 1}`)]
    await expect(ask(3, `bytes=0-${body.length}`)).rejects.toMatchObject({ name: 'InvalidArgument' })
    await client.send(
      new CompleteMultipartUploadCommand({
        ...at,
        UploadId,
        MultipartUpload: {
          Parts: copied.map(({ CopyPartResult }, index) => ({
            PartNumber: index + 1,
            ETag: CopyPartResult?.ETag,
            ChecksumCRC32: CopyPartResult?.ChecksumCRC32,
          })),
        },
      }),
    )
    const beside = readObjectStore(server.folder, BUCKET)
    expect(beside.findParts?.(at.Key)).toMatchObject([
      { size: half, md5: createHash('md5').update(body.subarray(0, half)).digest('hex') },
      { size: body.length - half, md5: createHash('md5').update(body.subarray(half)).digest('hex') },
    ])
    await beside.close()
    const got = await client.send(new GetObjectCommand(at))
    expect(body.equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
  })
})

describe('Other buckets', () => {
  test('are for operators: to everybody else there is one bucket', async () => {
    await client.send(new PutObjectCommand({ Bucket: OTHER, Key: 'images/secret', Body: 'secret' }))
    const staff = server.client({ credentials: WRITER_KEY })
    const hidden = { name: 'NoSuchBucket' }
    await expect(
      staff.send(new GetObjectCommand({ Bucket: OTHER, Key: 'images/secret' })),
    ).rejects.toMatchObject(hidden)
    await expect(
      staff.send(new ListObjectsV2Command({ Bucket: OTHER, Prefix: 'images/' })),
    ).rejects.toMatchObject(hidden)
    await expect(
      staff.send(
        new CopyObjectCommand({ Bucket: BUCKET, Key: 'images/x', CopySource: `${OTHER}/images/secret` }),
      ),
    ).rejects.toMatchObject(hidden)
    const refused = { name: 'AccessDenied' }
    await expect(
      staff.send(
        new CopyObjectCommand({ Bucket: BUCKET, Key: 'images/x', CopySource: `${BUCKET}/backup/secret` }),
      ),
    ).rejects.toMatchObject(refused)
    await expect(staff.send(new ListBucketsCommand({}))).rejects.toMatchObject(refused)
    await expect(staff.send(new CreateBucketCommand({ Bucket: 'mine' }))).rejects.toMatchObject(refused)
    await expect(staff.send(new DeleteBucketCommand({ Bucket: OTHER }))).rejects.toMatchObject(refused)
  })

  test('are made by names that S3 takes, and removed when they are empty', async () => {
    const names = async () => (await client.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)
    expect(await names()).toEqual([OTHER, BUCKET])
    const ask = async (method: string, bucket: string, body = '') =>
      readCode(
        await server
          .signer(OWNER_KEY)
          .fetch(`${server.endpoint}/${bucket}`, { method, ...(body && { body }) }),
      )
    for (const bad of ['ab', 'Upper', 'a_b', '-ab', 'a..b', '10.0.0.1', 'ñandu', 'a'.repeat(64)]) {
      expect(await ask('PUT', encodeURIComponent(bad))).toBe('InvalidBucketName')
    }
    expect(await ask('PUT', OTHER)).toBe('BucketAlreadyOwnedByYou')
    const place = (region: string) =>
      `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
    expect(await ask('PUT', 'moon.base', place('moon-1'))).toBe('IllegalLocationConstraintException')
    expect(await ask('PUT', 'moon.base', place('us-east-1'))).toBe('200')
    await client.send(new CreateMultipartUploadCommand({ Bucket: 'moon.base', Key: 'begun' }))
    expect(await ask('DELETE', 'moon.base')).toBe('204')
    expect(await ask('DELETE', 'moon.base')).toBe('NoSuchBucket')
    expect(await ask('DELETE', OTHER)).toBe('BucketNotEmpty')
    expect(await ask('DELETE', BUCKET)).toBe('AccessDenied')
    expect(await ask('GET', `${OTHER}?policy=`)).toBe('NoSuchBucketPolicy')
    expect(await ask('GET', `${OTHER}?versioning=`)).toBe('200')
    expect(await ask('PUT', `${OTHER}?policy=`, '{}')).toBe('NotImplemented')
  })

  test('take keys as they are, however odd', async () => {
    const keys = ['/leading', 'a//b', 'sp ace', '50%', '%2e%2e/x', '+plus', '<q>\'&"', '🕊', 'k'.repeat(1024)]
    for (const Key of keys) {
      await client.send(new PutObjectCommand({ Bucket: OTHER, Key, Body: Key }))
      expect((await client.send(new HeadObjectCommand({ Bucket: OTHER, Key }))).ContentLength).toBe(
        Buffer.byteLength(Key),
      )
      await copy(`${OTHER}/${encodeURIComponent(Key)}`, 'preaching/odd', {
        CopySource: `${OTHER}/${encodeURIComponent(Key)}`,
      })
      expect((await read('preaching/odd')).text).toBe(Key)
    }
    const { Contents } = await client.send(new ListObjectsCommand({ Bucket: OTHER }))
    expect(Contents?.map(({ Key }) => Key)).toEqual(expect.arrayContaining(keys))
  })
})

test('what is still on its way to a bucket that goes is not put into the next one of its name', async () => {
  const Bucket = 'short-lived'
  await client.send(new CreateBucketCommand({ Bucket }))
  const begun = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('first ')
      begun.resolve()
      await gone.promise
      yield Buffer.from('last')
    })(),
  )
  const put = client.send(new PutObjectCommand({ Bucket, Key: 'late', Body: body, ContentLength: 10 }))
  const refused = expect(put).rejects.toMatchObject({ name: 'NoSuchBucket' })
  await begun.promise
  await expect.poll(() => readdir(join(server.folder, 'incoming'))).toHaveLength(1)
  await client.send(new DeleteBucketCommand({ Bucket }))
  await client.send(new CreateBucketCommand({ Bucket }))
  gone.resolve()
  await refused
  expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  await client.send(new DeleteBucketCommand({ Bucket }))
})

test('the first version of the list goes on after a key or a folder', async () => {
  await client.send(new CreateBucketCommand({ Bucket: 'pages' }))
  for (const Key of ['a/1', 'a/2', 'b', 'c/1', 'd']) {
    await client.send(new PutObjectCommand({ Bucket: 'pages', Key, Body: '' }))
  }
  const page = async (wish: object) => {
    const got = await client.send(new ListObjectsCommand({ Bucket: 'pages', ...wish }))
    const told = [
      ...(got.CommonPrefixes ?? []).map((c) => c.Prefix),
      ...(got.Contents ?? []).map((c) => c.Key),
    ]
    return [told.sort(), got.IsTruncated, got.NextMarker]
  }
  expect(await page({})).toEqual([['a/1', 'a/2', 'b', 'c/1', 'd'], false, undefined])
  expect(await page({ MaxKeys: 2 })).toEqual([['a/1', 'a/2'], true, undefined])
  expect(await page({ MaxKeys: 2, Marker: 'a/2' })).toEqual([['b', 'c/1'], true, undefined])
  expect(await page({ Delimiter: '/', MaxKeys: 1 })).toEqual([['a/'], true, 'a/'])
  expect(await page({ Delimiter: '/', MaxKeys: 2, Marker: 'a/' })).toEqual([['b', 'c/'], true, 'c/'])
  expect(await page({ Delimiter: '/', Marker: 'c/' })).toEqual([['d'], false, undefined])
  expect(await page({ Delimiter: '/', Marker: 'a/1' })).toEqual([['a/', 'b', 'c/', 'd'], false, undefined])
  expect(await page({ Marker: 'zzz' })).toEqual([[], false, undefined])
})
