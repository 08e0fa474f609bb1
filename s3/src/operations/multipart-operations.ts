import { createHash, randomBytes } from 'node:crypto'
import type { Part, Upload } from '../disk/upload-sql.ts'
import {
  checksumElement,
  checksumHeader,
  joinChecksums,
  readAlgorithm,
  readChecksumType,
} from '../request/checksums.ts'
import { checkWriteCondition, NO_CONDITION, readWriteCondition } from '../request/conditions.ts'
import { checksumHeaders, readObjectHeaders } from '../request/object-headers.ts'
import { declaredLength, receiveBody, receiveText } from '../request/receive-body.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { childrenOf, readXml, textOf, writeXml, type XmlElement } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import type { Context } from './context.ts'
import { writeCondition } from './write-condition.ts'

const MAX_PARTS = 10_000
const MIN_PART_SIZE = 5 * 1024 * 1024

export async function createMultipartUpload(context: Context, request: S3Request): Promise<S3Response> {
  const requested = request.header('x-amz-checksum-algorithm')
  const algorithm = requested === undefined ? undefined : readAlgorithm(requested)
  const type = algorithm && readChecksumType(algorithm, request.header('x-amz-checksum-type'))
  const id = randomBytes(16).toString('hex')
  const now = context.clock.now()
  const headers = readObjectHeaders(request)
  const { person } = request.signature
  context.uploads.create({
    id,
    key: request.key,
    initiated: now,
    touched: now,
    person,
    headers,
    algorithm,
    type,
  })
  return {
    status: 200,
    headers: algorithm && type ? { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': type } : {},
    xml: writeXml('InitiateMultipartUploadResult', {
      Bucket: context.bucket,
      Key: request.key,
      UploadId: id,
    }),
  }
}

export async function uploadPart(context: Context, request: S3Request): Promise<S3Response> {
  const { files, uploads, clock } = context
  const number = readPartNumber(request.query.get('partNumber'))
  const upload = findUpload(context, request)
  // Checked again when the bytes are there; checked now so that they aren't sent in vain.
  uploads.requireQuota(upload, { number, size: declaredLength(request) })
  const { received, freed } = await files.write(
    async (sink) => {
      const received = await receiveBody(request, sink, { ownChecksum: true, wanted: upload.algorithm })
      if (upload.algorithm && received.checksum?.algorithm !== upload.algorithm) {
        throw new S3Error('InvalidRequest', `The parts of this upload need a ${upload.algorithm} checksum.`)
      }
      return received
    },
    (id, received) => {
      const { size, md5, checksum } = received
      const part = { id, number, size, md5, checksum: checksum?.value, modified: clock.now() }
      return { received, freed: uploads.putPart(upload, part) }
    },
    request.signature.confirm,
  )
  await files.discard(freed)
  const { md5, checksum } = received
  return {
    status: 200,
    headers: {
      etag: `"${md5}"`,
      ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
    },
  }
}

/** Moves no bytes, and may be repeated: a client that missed the first response gets it again. */
export async function completeMultipartUpload(context: Context, request: S3Request): Promise<S3Response> {
  const { files, objects, uploads, clock, bucket } = context
  const { key } = request
  const findDone = () => {
    const object = objects.find(key)
    return object?.id === request.query.get('uploadId') ? object : undefined
  }
  if (!findDone()) {
    findUpload(context, request)
  }
  const manifest = readManifest(await receiveText(request, { ownChecksum: false }))
  const condition = findDone()
    ? NO_CONDITION
    : await writeCondition(context, request, readWriteCondition(request.header))
  // From here to the end of the transaction nothing else can happen in this process.
  const done = findDone()
  if (done) {
    return completed(request, bucket, done)
  }
  const upload = findUpload(context, request)
  checkWriteCondition(condition, objects.find(key))
  const named = matchParts(manifest, uploads.listParts(upload.id), upload)
  const object = {
    key,
    id: upload.id,
    etag: joinEtags(named),
    size: named.reduce((sum, part) => sum + part.size, 0),
    modified: clock.now(),
    headers: upload.headers,
    checksum: joinPartChecksums(upload, named),
  }
  checkWhole(request, object)
  await files.discard(uploads.complete(object, named, condition))
  return completed(request, bucket, object)
}

export async function abortMultipartUpload(context: Context, request: S3Request): Promise<S3Response> {
  const upload = findUpload(context, request)
  await context.files.discard(context.uploads.abort(upload.id))
  return { status: 204 }
}

/**
 * The upload that a request names, if it belongs to the sender or the sender is an owner. Throws NoSuchUpload,
 * AccessDenied.
 */
export function findUpload({ uploads }: Context, { query, key, signature }: S3Request): Upload {
  const upload = uploads.find(query.get('uploadId') ?? '', key)
  if (!isSendersOwn(upload, signature)) {
    throw new S3Error('AccessDenied', 'Somebody else has begun this upload.')
  }
  return upload
}

/** Anybody may end an upload begun before it was recorded who began it. */
export function isSendersOwn(
  { person }: Upload,
  { credential, person: sender }: S3Request['signature'],
): boolean {
  return credential.everyBucket === true || person === '' || person === sender
}

type Whole = { etag: string; size: number; checksum: ReturnType<typeof joinPartChecksums> }

function completed(
  request: S3Request,
  bucket: string,
  { etag, checksum }: Pick<Whole, 'etag' | 'checksum'>,
): S3Response {
  return {
    status: 200,
    headers: checksumHeaders(checksum),
    xml: writeXml('CompleteMultipartUploadResult', {
      Location: locationOf(request),
      Bucket: bucket,
      Key: request.key,
      ETag: `"${etag}"`,
      ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type }),
    }),
  }
}

export function readPartNumber(text: string | undefined): number {
  const number = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  if (number < 1 || number > MAX_PARTS) {
    throw new S3Error('InvalidArgument', 'A part number must be a whole number from 1 to 10000.')
  }
  return number
}

/** The address of the object as its client sees it; minio-js takes an upload without one for a failed one. */
function locationOf({ incoming }: S3Request): string {
  const secure = 'encrypted' in incoming.socket || incoming.headers['x-forwarded-proto'] === 'https'
  return `${secure ? 'https' : 'http'}://${incoming.headers.host}${incoming.url?.split('?')[0]}`
}

/** The parts of which a client wants an upload completed. Throws MalformedXML. */
export function readManifest(text: string): XmlElement[] {
  const entries = childrenOf(readXml(text, 'CompleteMultipartUpload'), 'Part')
  if (entries.length === 0 || entries.length > MAX_PARTS) {
    throw new S3Error('MalformedXML')
  }
  return entries
}

/** The stored parts that a manifest names. Throws InvalidPart, InvalidPartOrder, EntityTooSmall. */
function matchParts(entries: readonly XmlElement[], stored: readonly Part[], upload: Upload): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  let previous = 0
  const named = entries.map((entry) => {
    const number = readPartNumber(textOf(entry, 'PartNumber')?.trim())
    if (number <= previous) {
      throw new S3Error('InvalidPartOrder')
    }
    previous = number
    const part = byNumber.get(number)
    const etag = textOf(entry, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
    const checksum = upload.algorithm && textOf(entry, checksumElement(upload.algorithm))?.trim()
    if (!part || part.md5 !== etag || (checksum !== undefined && checksum !== part.checksum)) {
      throw new S3Error(
        'InvalidPart',
        `Part ${number} was not found, or its ETag or checksum is another one.`,
      )
    }
    return part
  })
  if (named.slice(0, -1).some((part) => part.size < MIN_PART_SIZE)) {
    throw new S3Error('EntityTooSmall')
  }
  return named
}

function joinEtags(named: readonly Part[]): string {
  const digests = Buffer.concat(named.map((part) => Buffer.from(part.md5, 'hex')))
  return `${createHash('md5').update(digests).digest('hex')}-${named.length}`
}

function joinPartChecksums({ algorithm, type }: Upload, named: readonly Part[]) {
  if (!algorithm || !type) {
    return undefined
  }
  const parts = named.map(({ checksum, size }) => ({ value: checksum ?? '', size }))
  return joinChecksums(algorithm, type, parts)
}

/** Compares the result with what the client says about the whole. Throws BadDigest, InvalidRequest. */
function checkWhole(request: S3Request, { size, checksum }: Whole): void {
  const claimedSize = request.header('x-amz-mp-object-size')
  if (claimedSize !== undefined && Number(claimedSize) !== size) {
    throw new S3Error('InvalidRequest', 'The parts together are not as long as x-amz-mp-object-size says.')
  }
  const claimed = checksum && request.header(checksumHeader(checksum.algorithm))
  if (claimed !== undefined && claimed !== checksum?.value) {
    throw new S3Error('BadDigest')
  }
}
