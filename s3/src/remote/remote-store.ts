import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { httpPlugin } from '../http-plugin.ts'
import { S3Error } from '../s3-errors.ts'
import type { ListedObject, ObjectHeaders, ObjectStore, ProtocolOptions } from '../store.ts'
import { type BucketLocation, bucketAddress, openError } from './bucket-location.ts'
import { relay } from './relay.ts'
import { headersOf, sdkHeaders } from './sdk-headers.ts'
import { createUploadIds } from './upload-ids.ts'
import { openUpstream } from './upstream.ts'

/** How long an upload in parts is kept after its newest part, in milliseconds. */
const UPLOAD_TTL = 7 * 24 * 60 * 60 * 1000
/** The size of parts of a stream with an unknown length: the largest object can have ten thousand of them. */
const PART_SIZE = 16 * 1024 * 1024

/** A bucket of Amazon S3, or of any store that speaks like it. Throws StoreOpenError when it can't be used. */
export async function openRemoteStore(
  options: BucketLocation &
    ProtocolOptions & {
      /** Where unfinished uploads are looked for, such as `images/`. */
      prefixes: readonly string[]
      /** The secret by which people's own uploads are recognised: the same in all processes, and at the next start. */
      secret?: string | undefined
    },
): Promise<ObjectStore> {
  const { bucket, prefixes, clock = { now: Date.now }, isProtected = () => false, keeper } = options
  const uploadIds = createUploadIds(options.secret ?? randomBytes(32))
  let knowsConditions = false
  const s3 = await import('@aws-sdk/client-s3')
  const client = connect(s3, options)
  try {
    await client.send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefixes[0], MaxKeys: 1 }))
  } catch (error) {
    client.destroy()
    throw openError(error, options)
  }
  const upstream = openUpstream({
    address: bucketAddress(options),
    region: options.region,
    clock,
    credentials: client.config.credentials,
  })

  async function find(key: string) {
    try {
      const object = await client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: key }))
      return { ...listed(key, object.ContentLength, object), headers: headersOf(object) }
    } catch (error) {
      if (error instanceof s3.NotFound || error instanceof s3.NoSuchKey) {
        return undefined
      }
      throw error
    }
  }

  async function put(
    key: string,
    body: Readable | Uint8Array,
    headers: ObjectHeaders,
    condition: { IfNoneMatch?: string },
  ): Promise<void> {
    const target = { Bucket: bucket, Key: key, Body: body, ...sdkHeaders(headers), ...condition }
    if (body instanceof Uint8Array) {
      await client.send(new s3.PutObjectCommand(target))
      return
    }
    const { Upload } = await import('@aws-sdk/lib-storage')
    await new Upload({ client, params: target, partSize: PART_SIZE, queueSize: 2 }).done()
  }

  return {
    plugin: httpPlugin({ ...options, clock }, async (request, named) => {
      if (named !== bucket) {
        throw new S3Error(named === '' ? 'NotImplemented' : 'NoSuchBucket')
      }
      const rules = { isProtected, keeper, uploadIds, knowsConditions: () => knowsConditions }
      return await relay(upstream, request, bucket, rules)
    }),
    bucket,
    address: bucketAddress(options),
    put: (key, body, headers) => put(key, body, headers, {}),
    async putNew(key, body, headers) {
      if ((await find(key)) !== undefined) {
        return false
      }
      try {
        await put(key, body, headers, knowsConditions ? { IfNoneMatch: '*' } : {})
        return true
      } catch (error) {
        const status = error instanceof s3.S3ServiceException ? error.$metadata.httpStatusCode : undefined
        if (status === 412 || status === 409) {
          return false
        }
        throw error
      }
    },
    async has(key) {
      try {
        return (await find(key)) !== undefined
      } catch (error) {
        // S3 refuses the head of a missing object to those who may list no more than a prefix.
        if (!(error instanceof s3.S3ServiceException) || error.$metadata.httpStatusCode !== 403) {
          throw error
        }
      }
      const first = new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 })
      return (await client.send(first)).Contents?.[0]?.Key === key
    },
    find,
    async read(key, range) {
      const Range = range && `bytes=${range.first}-${range.last}`
      const { Body } = await client.send(
        new s3.GetObjectCommand({ Bucket: bucket, Key: key, ...(Range !== undefined && { Range }) }),
      )
      return Body as Readable
    },
    async supportsConditionalWrites(key) {
      const at = { Bucket: bucket, Key: key }
      const object = await client.send(new s3.GetObjectCommand(at))
      const Body = (await object.Body?.transformToByteArray()) ?? new Uint8Array()
      const same = { ...at, Body, ...sdkHeaders(headersOf(object)) }
      try {
        await client.send(new s3.PutObjectCommand({ ...same, IfNoneMatch: '*' }))
        return false
      } catch (error) {
        // Any other fault of the store doesn't show that it lacks conditions.
        knowsConditions = !(error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 501)
        return knowsConditions
      }
    },
    async *list(prefix = '') {
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const object of page.Contents ?? []) {
          yield listed(object.Key ?? '', object.Size, object)
        }
      }
    },
    async remove(key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async sweep() {
      const stale = clock.now() - UPLOAD_TTL
      for (const prefix of prefixes) {
        for await (const upload of listUploads(s3, client, { Bucket: bucket, Prefix: prefix })) {
          if (upload.initiated < stale && (await newestPart(s3, client, upload)) < stale) {
            await client.send(new s3.AbortMultipartUploadCommand(upload))
          }
        }
      }
    },
    async close() {
      upstream.close()
      client.destroy()
    },
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')

function connect({ S3Client }: Sdk, { endpoint, region, bucket, credentials }: BucketLocation): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: endpoint !== undefined || bucket.includes('.'),
    ...(credentials && { credentials }),
    // Some stores other than Amazon's don't know the checksums that the SDK adds of its own accord.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000 },
  })
}

function listed(
  key: string,
  size: number | undefined,
  { ETag, LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined },
): ListedObject {
  const etag = (ETag ?? '').replace(/^"(.*)"$/, '$1')
  return { key, size: size ?? 0, etag, modified: LastModified?.getTime() ?? 0 }
}

type UnfinishedUpload = { Bucket: string; Key: string; UploadId: string; initiated: number }

async function* listUploads(
  { ListMultipartUploadsCommand }: Sdk,
  client: S3Client,
  where: { Bucket: string; Prefix: string },
): AsyncGenerator<UnfinishedUpload> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (after) {
    const page: import('@aws-sdk/client-s3').ListMultipartUploadsOutput = await client.send(
      new ListMultipartUploadsCommand({ ...where, ...after }),
    )
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      yield {
        Bucket: where.Bucket,
        Key,
        UploadId,
        initiated: Initiated?.getTime() ?? Number.POSITIVE_INFINITY,
      }
    }
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

/** When the newest part of an upload came, in milliseconds; 0 for an upload without any. */
async function newestPart(
  { paginateListParts }: Sdk,
  client: S3Client,
  { Bucket, Key, UploadId }: UnfinishedUpload,
): Promise<number> {
  let newest = 0
  for await (const { Parts = [] } of paginateListParts({ client }, { Bucket, Key, UploadId })) {
    newest = Math.max(newest, ...Parts.map((part) => part.LastModified?.getTime() ?? 0))
  }
  return newest
}
