import { OWNER } from './bucket-properties.ts'
import { readXml, textOf } from './read-xml.ts'
import { receiveText } from './received-payload.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'

export async function headBucket(parts: StorageParts): Promise<StorageAnswer> {
  return { status: 200, headers: { 'x-amz-bucket-region': parts.region } }
}

/** S3 names its first region by saying nothing. */
export async function getBucketLocation(parts: StorageParts): Promise<StorageAnswer> {
  const region = parts.region === 'us-east-1' ? '' : parts.region
  return { status: 200, xml: writeXml('LocationConstraint', region) }
}

/** Every bucket, in one page. */
export async function listBuckets({ catalogue, region }: StorageParts): Promise<StorageAnswer> {
  const xml = writeXml('ListAllMyBucketsResult', {
    Owner: OWNER,
    Buckets: {
      Bucket: catalogue.buckets.list().map(({ name, created }) => ({
        Name: name,
        CreationDate: new Date(created).toISOString(),
        BucketRegion: region,
      })),
    },
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
