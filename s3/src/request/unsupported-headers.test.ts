import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  type ObjectIdentifier,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, OWNER_KEY, openTestStore, readCode, type TestStore } from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const send = async (method: string, place: string, headers: Record<string, string>) =>
  readCode(
    await server
      .signer(OWNER_KEY)
      .fetch(`${server.endpoint}/${place}`, { method, headers, ...(method === 'PUT' && { body: 'x' }) }),
  )

describe('A wish that this store does not grant is refused, and nothing happens', () => {
  test.each([
    ['x-amz-grant-read', 'uri=everybody'],
    ['x-amz-grant-full-control', 'id=somebody'],
    ['x-amz-server-side-encryption', 'AES256'],
    ['x-amz-server-side-encryption-aws-kms-key-id', 'key'],
    ['x-amz-server-side-encryption-bucket-key-enabled', 'true'],
    ['x-amz-server-side-encryption-customer-key', 'a2V5'],
    ['x-amz-server-side-encryption-customer-key-md5', 'a2V5'],
    ['x-amz-object-lock-legal-hold', 'ON'],
    ['x-amz-tagging', 'a=b'],
    ['x-amz-acl', 'public-read'],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  ])('on a write: %s', async (name, value) => {
    expect(await send('PUT', `${BUCKET}/wished`, { [name]: value })).toBe('NotImplemented')
    const inAddress = name.startsWith('x-amz-') ? `?${name}=${encodeURIComponent(value)}` : undefined
    if (inAddress) {
      expect(await send('PUT', `${BUCKET}/wished${inAddress}`, {})).toBe('NotImplemented')
    }
    expect(await server.store.has('wished')).toBe(false)
  })

  test.each([
    ['x-amz-bypass-governance-retention', 'true'],
    ['x-amz-mfa', '20899872 301749'],
    ['if-none-match', '*'],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  ])('on a deletion: %s', async (name, value) => {
    await server.store.put('wished', Buffer.from('x'), {})
    expect(await send('DELETE', `${BUCKET}/wished`, { [name]: value })).toBe('NotImplemented')
    expect(await server.store.has('wished')).toBe(true)
    await server.store.remove('wished')
  })

  test('on a new bucket: object lock, and other owners of objects than the bucket', async () => {
    const client = server.client({ credentials: OWNER_KEY })
    const create = (more: object) => client.send(new CreateBucketCommand({ Bucket: 'wished', ...more }))
    const refused = { name: 'NotImplemented' }
    await expect(create({ ObjectLockEnabledForBucket: true })).rejects.toMatchObject(refused)
    await expect(create({ ObjectOwnership: 'ObjectWriter' })).rejects.toMatchObject(refused)
    await expect(create({ GrantRead: 'id=x' })).rejects.toMatchObject(refused)
    await create({ ObjectLockEnabledForBucket: false, ObjectOwnership: 'BucketOwnerEnforced' })
  })

  test('to work on the bucket of somebody else', async () => {
    const put = { Bucket: BUCKET, Key: 'owned', Body: 'x' }
    const client = server.client({ credentials: OWNER_KEY })
    await client.send(new PutObjectCommand({ ...put, ExpectedBucketOwner: 'vestry' }))
    const other = { name: 'AccessDenied' }
    await expect(
      client.send(new PutObjectCommand({ ...put, Body: 'y', ExpectedBucketOwner: '111122223333' })),
    ).rejects.toMatchObject(other)
    expect((await server.store.find('owned'))?.etag).toBe('9dd4e461268c8034f5c8564e155c67a6')
  })
})

test.each(['constructor', '__proto__'])('%s in an address is a name like any other', async (name) => {
  await server.store.put('images/named', Buffer.from('x'), {})
  expect(await send('GET', `${BUCKET}/images/named?${name}=x`, {})).toBe('200')
})

describe('A deletion', () => {
  const key = 'images/condition'
  const state = async () => {
    await server.store.put(key, Buffer.from('kept'), {})
    return await server.client().send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }))
  }
  const wrong = { etag: '"0"', time: new Date(0), size: 5 }

  test('of one object happens only if its conditions hold', async () => {
    const { ETag, LastModified, ContentLength } = await state()
    const remove = (more: object) =>
      server.client().send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key, ...more }))
    const failed = { name: 'PreconditionFailed' }
    await expect(remove({ IfMatch: wrong.etag })).rejects.toMatchObject(failed)
    await expect(remove({ IfMatchLastModifiedTime: wrong.time })).rejects.toMatchObject(failed)
    await expect(remove({ IfMatchSize: wrong.size })).rejects.toMatchObject(failed)
    await expect(remove({ IfMatch: ETag, IfMatchSize: wrong.size })).rejects.toMatchObject(failed)
    expect(await send('DELETE', `${BUCKET}/${key}`, { 'x-amz-if-match-size': 'big' })).toBe('InvalidArgument')
    expect(await server.store.has(key)).toBe(true)
    await remove({ IfMatch: ETag, IfMatchLastModifiedTime: LastModified, IfMatchSize: ContentLength })
    expect(await server.store.has(key)).toBe(false)
    await remove({ IfMatch: ETag })
  })

  test('of many happens to those whose conditions hold', async () => {
    const { ETag, LastModified, ContentLength } = await state()
    const remove = async (object: Partial<ObjectIdentifier>) => {
      const Objects = [{ Key: key, ...object }]
      const { Deleted, Errors } = await server
        .client()
        .send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }))
      return Errors?.[0]?.Code ?? Deleted?.[0]?.Key
    }
    expect(await remove({ ETag: wrong.etag })).toBe('PreconditionFailed')
    expect(await remove({ LastModifiedTime: wrong.time })).toBe('PreconditionFailed')
    expect(await remove({ Size: wrong.size })).toBe('PreconditionFailed')
    expect(await remove({ VersionId: 'another' })).toBe('NoSuchVersion')
    expect(await server.store.has(key)).toBe(true)
    expect(await remove({ ETag, LastModifiedTime: LastModified, Size: ContentLength })).toBe(key)
    expect(await server.store.has(key)).toBe(false)
  })
})
