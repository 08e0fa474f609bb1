import { randomBytes } from 'node:crypto'
import { type Checksum, checksumElement, readAlgorithm, startChecksum } from './checksums.ts'
import { type CopySource, readCopySource, readCopySpan } from './copy-source.ts'
import { measureBytes } from './measured-bytes.ts'
import { findUpload, readPartNumber } from './multipart-operations.ts'
import { readKeptHeaders } from './object-headers.ts'
import type { StoredObject } from './object-sql.ts'
import { readWriteCondition } from './request-conditions.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'

/** Moves no bytes: the copy has the same pieces. */
export async function copyObject(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const { files, objects, clock, bucket } = parts
  const { key } = request
  const replace = readDirective(request)
  const condition = readWriteCondition(request.header)
  const { source, checksum } = await readChecksummedSource(parts, request)
  // From here to the end of the transaction nothing else can happen in this process.
  if (!replace && source.bucket === bucket && source.object.key === key) {
    throw new StorageError('InvalidRequest', 'A copy of an object onto itself must change its metadata.')
  }
  const { etag, size, headers } = source.object
  const object: StoredObject = {
    key,
    id: randomBytes(16).toString('hex'),
    etag,
    size,
    modified: clock.now(),
    headers: replace ? readKeptHeaders(request) : headers,
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
export async function uploadPartCopy(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const { files, uploads, clock } = parts
  const number = readPartNumber(request.query.get('partNumber'))
  const upload = findUpload(parts, request)
  const { received, freed } = await files.write(
    async (sink) => {
      // Nothing can come between finding the bytes and holding on to them.
      const source = readCopySource(parts, request)
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
  )
  await files.discard(freed)
  const xml = writeXml('CopyPartResult', {
    LastModified: new Date(clock.now()).toISOString(),
    ETag: `"${received.md5}"`,
    ...(upload.algorithm && { [checksumElement(upload.algorithm)]: received.checksum }),
  })
  return { status: 200, xml }
}

/** The source as it is now, and the checksum for its copy: its own, unless another algorithm is wished for. */
async function readChecksummedSource(
  parts: StorageParts,
  request: StorageRequest,
): Promise<{ source: CopySource; checksum: Checksum | undefined }> {
  const wish = request.header('x-amz-checksum-algorithm')
  const algorithm = wish === undefined ? undefined : readAlgorithm(wish)
  let measured: { id: string; checksum: Checksum } | undefined
  while (true) {
    const source = readCopySource(parts, request)
    const { id, size, checksum } = source.object
    if (algorithm === undefined || checksum?.algorithm === algorithm) {
      return { source, checksum }
    }
    if (measured?.id === id) {
      return { source, checksum: measured.checksum }
    }
    // It may be replaced while it is read: then its successor is the source.
    const running = startChecksum(algorithm)
    await parts.files.read(source.objects.findSpans(id, 0, size - 1), async (block) => running.update(block))
    const value = running.digest().toString('base64')
    measured = { id, checksum: { algorithm, value, type: 'FULL_OBJECT' } }
  }
}

/** Whether the copy gets metadata of its own. Throws InvalidArgument. */
function readDirective(request: StorageRequest): boolean {
  const directive = request.header('x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new StorageError('InvalidArgument', 'Unknown metadata directive.')
  }
  return directive === 'REPLACE'
}
