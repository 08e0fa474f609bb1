import { createHash } from 'node:crypto'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BUCKET,
  makeBytes,
  OWNER_KEY,
  openTestStore,
  readCode,
  type TestStore,
} from '../testing/test-store.ts'

const MIB = 1024 * 1024
const bytes = makeBytes(12 * MIB)
const film = { Bucket: BUCKET, Key: 'preaching/film.mp4' }
const note = { Bucket: BUCKET, Key: 'preaching/note.txt' }

let server: TestStore
let client: ReturnType<TestStore['client']>
beforeAll(async () => {
  server = await openTestStore()
  client = server.client({ credentials: OWNER_KEY })
  await new Upload({ client, params: { ...film, Body: bytes, ChecksumAlgorithm: 'SHA256' } }).done()
  await client.send(new PutObjectCommand({ ...note, Body: 'a note', ChecksumAlgorithm: 'CRC32' }))
})
afterAll(() => server.close())

describe('A part of an object', () => {
  test('is read by its number, and the parts together are the whole', async () => {
    const head = await client.send(new HeadObjectCommand({ ...film, PartNumber: 1 }))
    expect([head.PartsCount, head.ContentLength, head.ContentRange]).toEqual([
      3,
      5 * MIB,
      `bytes 0-${5 * MIB - 1}/${12 * MIB}`,
    ])
    const parts: Uint8Array[] = []
    for (const PartNumber of [1, 2, 3]) {
      const got = await client.send(new GetObjectCommand({ ...film, PartNumber }))
      parts.push((await got.Body?.transformToByteArray()) ?? new Uint8Array())
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  })

  test('of an object that came at once is the whole of it', async () => {
    const got = await client.send(new GetObjectCommand({ ...note, PartNumber: 1 }))
    expect([await got.Body?.transformToString(), got.PartsCount]).toEqual(['a note', undefined])
    await server.store.put('preaching/empty', Buffer.alloc(0), {})
    const empty = await client.send(new GetObjectCommand({ ...note, Key: 'preaching/empty', PartNumber: 1 }))
    expect(empty.ContentLength).toBe(0)
  })

  test('comes with its own checksum, for who asks for checksums', async () => {
    const sums = [0, 5, 10].map((from) =>
      createHash('sha256')
        .update(bytes.subarray(from * MIB, (from + 5) * MIB))
        .digest('base64'),
    )
    for (const [index, sum] of sums.entries()) {
      const part = { ...film, PartNumber: index + 1 }
      const head = await client.send(new HeadObjectCommand({ ...part, ChecksumMode: 'ENABLED' }))
      expect([head.ChecksumSHA256, head.ChecksumType]).toEqual([sum, 'COMPOSITE'])
      const got = await client.send(new GetObjectCommand({ ...part, ChecksumMode: 'ENABLED' }))
      expect([got.ChecksumSHA256, got.ChecksumType]).toEqual([sum, 'COMPOSITE'])
      // The SDK compares the bytes with the checksum as they come.
      expect((await got.Body?.transformToByteArray())?.length).toBe(head.ContentLength)
    }
    const url = server.url('preaching/film.mp4?partNumber=1')
    const silent = await server.signer().fetch(url, { method: 'HEAD' })
    expect(silent.headers.get('x-amz-checksum-sha256')).toBeNull()
    const whole = await client.send(new HeadObjectCommand({ ...note, ChecksumMode: 'ENABLED' }))
    const only = await client.send(new HeadObjectCommand({ ...note, PartNumber: 1, ChecksumMode: 'ENABLED' }))
    expect(only.ChecksumCRC32).toBe(whole.ChecksumCRC32)
    expect(only.ChecksumType).toBe('FULL_OBJECT')
  })

  test('is refused that is not there, or beside a range', async () => {
    const ask = async (query: string, headers = {}) =>
      readCode(await server.signer().fetch(server.url(`preaching/film.mp4?${query}`), { headers }))
    expect(await ask('partNumber=4')).toBe('InvalidPartNumber')
    expect(await ask('partNumber=0')).toBe('InvalidArgument')
    expect(await ask('partNumber=one')).toBe('InvalidArgument')
    expect(await ask('partNumber=1', { range: 'bytes=0-1' })).toBe('InvalidRequest')
  })
})

describe('The attributes of an object', () => {
  test('are returned as far as they are asked for', async () => {
    const head = await client.send(new HeadObjectCommand({ ...film, ChecksumMode: 'ENABLED' }))
    const all = await client.send(
      new GetObjectAttributesCommand({
        ...film,
        ObjectAttributes: ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'],
        MaxParts: 2,
      }),
    )
    expect(all).toMatchObject({
      ETag: head.ETag?.replaceAll('"', ''),
      Checksum: { ChecksumSHA256: head.ChecksumSHA256, ChecksumType: 'COMPOSITE' },
      StorageClass: 'STANDARD',
      ObjectSize: 12 * MIB,
      ObjectParts: { TotalPartsCount: 3, IsTruncated: true, NextPartNumberMarker: '2' },
      LastModified: head.LastModified,
    })
    expect(all.ObjectParts?.Parts).toMatchObject([
      { PartNumber: 1, Size: 5 * MIB, ChecksumSHA256: expect.stringMatching(/^.{43}=$/) },
      { PartNumber: 2, Size: 5 * MIB },
    ])
    const some = await client.send(
      new GetObjectAttributesCommand({ ...note, ObjectAttributes: ['ObjectSize'], VersionId: 'null' }),
    )
    expect([some.ObjectSize, some.ETag, some.ObjectParts]).toEqual([6, undefined, undefined])
  })

  test('are refused of what is not there, and where none is named', async () => {
    const ask = async (key: string, headers = {}) =>
      readCode(await server.signer().fetch(server.url(`${key}?attributes=`), { headers }))
    const sizes = { 'x-amz-object-attributes': 'ObjectSize' }
    expect(await ask('preaching/none', sizes)).toBe('NoSuchKey')
    expect(await ask('secrets/a', sizes)).toBe('AccessDenied')
    expect(await ask('preaching/note.txt')).toBe('InvalidArgument')
    expect(await ask('preaching/note.txt', { 'x-amz-object-attributes': '__proto__' })).toBe(
      'InvalidArgument',
    )
  })
})

describe('The versions of a bucket', () => {
  test('are its objects, and deleting them all empties it', async () => {
    const Bucket = 'to-be-emptied'
    await client.send(new CreateBucketCommand({ Bucket }))
    const keys = ['a/1', 'a/2', 'b', "c & 'd'", 'e']
    for (const Key of keys) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
    }
    const folders = await client.send(new ListObjectVersionsCommand({ Bucket, Delimiter: '/', MaxKeys: 1 }))
    expect([folders.CommonPrefixes, folders.NextKeyMarker, folders.IsTruncated]).toEqual([
      [{ Prefix: 'a/' }],
      'a/',
      true,
    ])
    const told: (string | undefined)[] = []
    let marker: object | undefined = {}
    while (marker) {
      const page: import('@aws-sdk/client-s3').ListObjectVersionsOutput = await client.send(
        new ListObjectVersionsCommand({ Bucket, MaxKeys: 2, ...marker }),
      )
      const Objects = (page.Versions ?? []).map(({ Key, VersionId }) => ({ Key, VersionId }))
      told.push(...Objects.map(({ Key }) => Key))
      expect(page.Versions?.every(({ VersionId, IsLatest }) => VersionId === 'null' && IsLatest)).toBe(true)
      const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
      expect(Deleted).toEqual(Objects)
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
      marker = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined
    }
    expect(told).toEqual(keys)
    await client.send(new DeleteBucketCommand({ Bucket }))
  })

  test('are read and deleted by their name, which is null', async () => {
    await server.store.put('images/versioned', Buffer.from('one'), {})
    const at = { Bucket: BUCKET, Key: 'images/versioned', VersionId: 'null' }
    const got = await client.send(new GetObjectCommand(at))
    expect(await got.Body?.transformToString()).toBe('one')
    await client.send(new DeleteObjectCommand(at))
    expect(await server.store.has('images/versioned')).toBe(false)
    const put = await server.signer().fetch(server.url('images/versioned?versionId=null'), {
      method: 'PUT',
      body: 'two',
    })
    expect(await readCode(put)).toBe('NotImplemented')
  })
})

test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
  'A copy with the checksum %s has it over all of its bytes',
  async (ChecksumAlgorithm) => {
    const name = `Checksum${ChecksumAlgorithm}` as const
    const whole = await client.send(
      new PutObjectCommand({ ...film, Key: 'preaching/once', Body: bytes, ChecksumAlgorithm }),
    )
    const CopySource = `${BUCKET}/preaching/${ChecksumAlgorithm === 'SHA256' ? 'once' : 'film.mp4'}`
    const at = { Bucket: BUCKET, Key: 'preaching/copied' }
    const { CopyObjectResult } = await client.send(
      new CopyObjectCommand({ ...at, CopySource, ChecksumAlgorithm }),
    )
    expect(CopyObjectResult?.[name]).toBe(whole[name])
    const head = await client.send(new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' }))
    expect([head[name], head.ChecksumType]).toEqual([whole[name], 'FULL_OBJECT'])
  },
)
