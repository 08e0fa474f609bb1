import { OWNER } from './bucket-properties.ts'
import { receiveText } from './received-payload.ts'
import { StorageError, toStorageError } from './storage-errors.ts'
import { mayChange, type StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { readEntries, readXml, writeXml, type XmlTree } from './storage-xml.ts'

const MOST_DELETED = 1000
const LONGEST_CONFIGURATION = 64 * 1024
const LONGEST_DELETE = 4 * 1024 * 1024

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
  const text = await receiveText(request, { ownChecksum: true, most: LONGEST_CONFIGURATION })
  const place = text && readXml(text, 'CreateBucketConfiguration').LocationConstraint
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
  await files.discard(catalogue.buckets.remove(bucket))
  return { status: 204 }
}

/** S3's own rules. Throws InvalidBucketName. */
function checkBucketName(name: string): void {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..') || isAddress) {
    throw new StorageError('InvalidBucketName')
  }
}

export async function deleteObjects(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const tree = readXml(await receiveText(request, { ownChecksum: true, most: LONGEST_DELETE }), 'Delete')
  const entries = readEntries(tree, 'Object')
  if (entries.length === 0 || entries.length > MOST_DELETED) {
    throw new StorageError('MalformedXML')
  }
  const deleted: XmlTree[] = []
  const errors: XmlTree[] = []
  for (const entry of entries) {
    const key = entry.Key
    if (typeof key !== 'string' || key === '') {
      throw new StorageError('MalformedXML')
    }
    try {
      if (!mayChange(request.signature.credential, key)) {
        throw new StorageError('AccessDenied')
      }
      if (entry.VersionId !== undefined) {
        throw new StorageError('NotImplemented')
      }
      const mustMatch = typeof entry.ETag === 'string' ? entry.ETag : undefined
      await parts.files.discard(parts.objects.remove(key, { mustBeNew: false, mustMatch }) ?? [])
      deleted.push({ Key: key })
    } catch (error) {
      const { code, message } = toStorageError(error)
      errors.push({ Key: key, Code: code, Message: message })
    }
  }
  const quiet = tree.Quiet === 'true'
  return { status: 200, xml: writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) }
}
