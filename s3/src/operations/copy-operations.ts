import { randomBytes } from 'node:crypto'
import { canAccess } from '../access.ts'
import type { ObjectSql, StoredObject } from '../disk/object-sql.ts'
import type { ByteRange } from '../request/byte-range.ts'
import {
  type Checksum,
  checksumElement,
  measureBytes,
  readAlgorithm,
  startChecksum,
} from '../request/checksums.ts'
import { checkReadConditions, readWriteCondition } from '../request/conditions.ts'
import { readObjectHeaders } from '../request/object-headers.ts'
import { checkKey, type S3Request, type S3Response } from '../request/s3-request.ts'
import { markUploader } from '../request/uploader.ts'
import { writeXml } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import { type Context, canOpen } from './context.ts'
import { findUpload, readPartNumber } from './multipart-operations.ts'
import { requireObject } from './object-operations.ts'
import { writeCondition } from './write-condition.ts'

/** Moves no bytes: the copy has the same pieces. */
export async function copyObject(context: Context, request: S3Request): Promise<S3Response> {
  const { files, objects, clock, bucket } = context
  const { key } = request
  const replace = readDirective(request)
  const condition = await writeCondition(context, request, readWriteCondition(request.header))
  const { source, checksum } = await readChecksummedSource(context, request)
  // From here to the end of the transaction nothing else can happen in this process.
  if (!replace && source.bucket === bucket && source.object.key === key) {
    throw new S3Error('InvalidRequest', 'A copy of an object onto itself must change its metadata.')
  }
  const { etag, size, headers } = source.object
  const object: StoredObject = {
    key,
    id: randomBytes(16).toString('hex'),
    etag,
    size,
    modified: clock.now(),
    headers: replace ? readObjectHeaders(request) : markUploader(headers, request.signature),
    checksum,
  }
  await files.discard(objects.copy(source.object.id, object, condition))
  const xml = writeXml('CopyObjectResult', {
    LastModified: new Date(object.modified).toISOString(),
    ETag: `"${etag}"`,
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type }),
  })
  return { status: 200, xml }
}

/** A part from an object that is in the store already: its bytes are read, since a part has a checksum of its own. */
export async function uploadPartCopy(context: Context, request: S3Request): Promise<S3Response> {
  const { files, uploads, clock } = context
  const number = readPartNumber(request.query.get('partNumber'))
  const upload = findUpload(context, request)
  const { received, freed } = await files.write(
    async (sink) => {
      // Nothing can come between finding the bytes and holding on to them.
      const source = readCopySource(context, request)
      const { first, last } = readCopySpan(request, source.object.size)
      const measured = measureBytes(upload.algorithm)
      await files.read(source.objects.findSpans(source.object.id, first, last), async (block) => {
        measured.take(block)
        await sink(block)
      })
      return measured.result()
    },
    (id, received) => {
      const part = { ...received, id, number, checksum: received.checksum, modified: clock.now() }
      return { received, freed: uploads.putPart(upload, part) }
    },
    request.signature.confirm,
  )
  await files.discard(freed)
  const xml = writeXml('CopyPartResult', {
    LastModified: new Date(clock.now()).toISOString(),
    ETag: `"${received.md5}"`,
    ...(upload.algorithm && { [checksumElement(upload.algorithm)]: received.checksum }),
  })
  return { status: 200, xml }
}

/** The source as it is now, and the checksum of its copy: its own, unless another algorithm is requested. */
async function readChecksummedSource(
  context: Context,
  request: S3Request,
): Promise<{ source: CopySource; checksum: Checksum | undefined }> {
  const requested = request.header('x-amz-checksum-algorithm')
  const algorithm = requested === undefined ? undefined : readAlgorithm(requested)
  let measured: { id: string; checksum: Checksum } | undefined
  while (true) {
    const source = readCopySource(context, request)
    const { id, size, checksum } = source.object
    if (algorithm === undefined || checksum?.algorithm === algorithm) {
      return { source, checksum }
    }
    if (measured?.id === id) {
      return { source, checksum: measured.checksum }
    }
    // It may be replaced while it is read; its successor is then the source.
    const running = startChecksum(algorithm)
    await context.files.read(source.objects.findSpans(id, 0, size - 1), async (block) =>
      running.update(block),
    )
    const value = running.digest().toString('base64')
    measured = { id, checksum: { algorithm, value, type: 'FULL_OBJECT' } }
  }
}

/** Whether the copy gets metadata of its own. Throws InvalidArgument. */
function readDirective(request: S3Request): boolean {
  const directive = request.header('x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'Unknown metadata directive.')
  }
  return directive === 'REPLACE'
}

type CopySource = { bucket: string; objects: ObjectSql; object: StoredObject }

/**
 * The object that `x-amz-copy-source` names, if the key of the request may read it and the conditions hold.
 * Throws AccessDenied, NoSuchBucket, NoSuchKey, PreconditionFailed.
 */
function readCopySource(context: Context, request: S3Request): CopySource {
  const { bucket, key } = readAddress(request.header('x-amz-copy-source') ?? '')
  const { credential } = request.signature
  if (!canOpen(credential, context, bucket)) {
    throw new S3Error('NoSuchBucket')
  }
  if (!canAccess(credential, key)) {
    throw new S3Error('AccessDenied')
  }
  const { objects } = context.catalogue.of(bucket)
  const object = requireObject(objects, key)
  const holds = checkReadConditions((name) => request.header(`x-amz-copy-source-${name}`), object)
  if (holds === 'not-modified') {
    throw new S3Error('PreconditionFailed')
  }
  return { bucket, objects, object }
}

/** The bytes that a part copies: all, or a range that must lie within the object. Throws InvalidArgument. */
function readCopySpan(request: S3Request, size: number): ByteRange {
  const range = request.header('x-amz-copy-source-range')
  if (range === undefined) {
    return { first: 0, last: size - 1 }
  }
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? []
  const [first, last] = [Number(from ?? Number.NaN), Number(to ?? Number.NaN)]
  if (!(first <= last && last < size)) {
    throw new S3Error('InvalidArgument', 'The range of bytes does not lie within the object.')
  }
  return { first, last }
}

/** `/bucket/key` or `bucket/key`, with each character encoded that is not plain in an address. */
function readAddress(header: string): { bucket: string; key: string } {
  const [path = '', version] = header.replace(/^\//, '').split('?versionId=')
  if (version !== undefined && version !== 'null') {
    throw new S3Error('NotImplemented', 'This store keeps no versions.')
  }
  let plain: string
  try {
    // A character that was not encoded came as the bytes of its UTF-8.
    plain = decodeURIComponent(Buffer.from(path, 'latin1').toString('utf8'))
  } catch (cause) {
    throw new S3Error('InvalidArgument', 'The source of the copy is not understood.', {}, { cause })
  }
  const slash = plain.indexOf('/')
  if (slash < 1 || slash === plain.length - 1) {
    throw new S3Error('InvalidArgument', 'The source of the copy must be a bucket and a key.')
  }
  const key = plain.slice(slash + 1)
  checkKey(key)
  return { bucket: plain.slice(0, slash), key }
}
