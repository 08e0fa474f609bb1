import { OWNER } from './bucket-properties.ts'
import { readXml, textOf } from './read-xml.ts'
import { receiveText } from './received-payload.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import { readWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'

export async function headBucket(parts: StorageParts): Promise<StorageAnswer> {
  return { status: 200, headers: { 'x-amz-bucket-region': parts.region } }
}

/** S3 names its first region by saying nothing. */
export async function getBucketLocation(parts: StorageParts): Promise<StorageAnswer> {
  const region = parts.region === 'us-east-1' ? '' : parts.region
  return { status: 200, xml: writeXml('LocationConstraint', region) }
}

/** By names in their order: a token is the last one that was told. */
export async function listBuckets(
  { catalogue, region }: StorageParts,
  request: StorageRequest,
): Promise<StorageAnswer> {
  const { query } = request
  const prefix = query.get('prefix')
  const after = query.get('continuation-token') ?? ''
  const most = readWhole(request, 'max-buckets', { least: 1, most: 10_000, fallback: 10_000 })
  const wished = query.get('bucket-region') ?? region
  const rest = catalogue.buckets
    .list()
    .filter(({ name }) => wished === region && name.startsWith(prefix ?? '') && name > after)
  const page = rest.slice(0, most)
  const xml = writeXml('ListAllMyBucketsResult', {
    Owner: OWNER,
    Buckets: {
      Bucket: page.map(({ name, created }) => ({
        Name: name,
        CreationDate: new Date(created).toISOString(),
        BucketRegion: region,
      })),
    },
    ContinuationToken: rest.length > page.length ? page.at(-1)?.name : undefined,
    Prefix: prefix,
  })
  return { status: 200, xml }
}

export async function createBucket(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const text = await receiveText(request, { ownChecksum: true })
  const place = text && textOf(readXml(text, 'CreateBucketConfiguration'), 'LocationConstraint')
  if (place && place !== parts.region) {
    throw new StorageError('IllegalLocationConstraintException')
  }
  checkBucketName(parts.bucket)
  parts.catalogue.buckets.create({ name: parts.bucket, created: parts.clock.now() })
  return { status: 200, headers: { location: `/${parts.bucket}` } }
}

export async function deleteBucket({ catalogue, bucket, home, files }: StorageParts): Promise<StorageAnswer> {
  if (bucket === home) {
    throw new StorageError('AccessDenied', 'This is the bucket that Vestry itself keeps its recordings in.')
  }
  await files.discard(catalogue.removeBucket(bucket))
  return { status: 204 }
}

/** S3's own rules. Throws InvalidBucketName. */
function checkBucketName(name: string): void {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..') || isAddress) {
    throw new StorageError('InvalidBucketName')
  }
}
