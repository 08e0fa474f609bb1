import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { httpPlugin } from '../http-plugin.ts'
import type { Disk } from '../operations/context.ts'
import { storeObject } from '../operations/object-operations.ts'
import { runOperation } from '../operations/operation-table.ts'
import { measureBytes } from '../request/checksums.ts'
import { NO_CONDITION, type WriteCondition } from '../request/conditions.ts'
import type { Sink } from '../request/receive-body.ts'
import { checkKey } from '../request/s3-request.ts'
import { S3Error } from '../s3-errors.ts'
import type { ListedObject, ObjectHeaders, ObjectStore, ProtocolOptions, ReadableStore } from '../store.ts'
import { openCatalogue, readCatalogue } from './object-catalogue.ts'
import type { ObjectSql } from './object-sql.ts'
import { PieceFiles, type PieceSpan } from './piece-files.ts'
import type { UploadLimits } from './upload-limits.ts'

const LIST_PAGE = 1000

/** How long an upload in parts is kept after its newest part, in milliseconds. */
const UPLOAD_TTL = 7 * 24 * 60 * 60 * 1000

/**
 * Opens the object store in `folder`, which it creates, and clears away what a crash left behind. One process at a
 * time: throws StoreOpenError when another one has it open.
 */
export async function createObjectStore(
  options: ProtocolOptions & {
    folder: string
    /** The default bucket, which is always there. */
    bucket: string
    uploadLimits?: UploadLimits
  },
): Promise<ObjectStore> {
  const { folder, bucket, region, keeper, clock = { now: Date.now }, isProtected = () => false } = options
  const catalogue = openCatalogue(folder, { bucket, now: clock.now() }, options.uploadLimits)
  const files = new PieceFiles(folder)
  files.prepare()
  const disk: Disk = { defaultBucket: bucket, region, clock, isProtected, keeper, files, catalogue }
  const { objects } = catalogue.of(bucket)

  async function sweep(): Promise<void> {
    for (const upload of catalogue.findStale(clock.now() - UPLOAD_TTL)) {
      await files.discard(catalogue.of(upload.bucket).uploads.abort(upload.id))
    }
    await files.sweepOrphans(catalogue.knowsPiece)
  }

  async function put(
    key: string,
    body: Readable | Uint8Array,
    headers: ObjectHeaders,
    condition: WriteCondition,
  ): Promise<void> {
    checkKey(key)
    const confirm = async () => condition
    await storeObject({ files, objects, clock }, { key, headers, confirm }, (sink) =>
      fill(sink, body instanceof Uint8Array ? [Buffer.from(body)] : body),
    )
  }

  await sweep()
  return {
    plugin: httpPlugin({ ...options, clock }, (request, named) => runOperation(disk, request, named)),
    bucket,
    put: (key, body, headers) => put(key, body, headers, NO_CONDITION),
    async putNew(key, body, headers) {
      try {
        await put(key, body, headers, { ...NO_CONDITION, mustBeNew: true })
        return true
      } catch (error) {
        if (error instanceof S3Error && error.code === 'PreconditionFailed') {
          return false
        }
        throw error
      }
    },
    has: async (key) => objects.find(key) !== undefined,
    find: async (key) => objects.find(key),
    async read(key, range) {
      const object = objects.find(key)
      if (!object) {
        throw new Error('There is no object of that key.')
      }
      const { first, last } = range ?? { first: 0, last: object.size - 1 }
      return readPieces(files, objects.findSpans(object.id, first, last))
    },
    supportsConditionalWrites: async () => true,
    list: (prefix = '') => listObjects(objects, prefix),
    async remove(key) {
      await files.discard(objects.remove(key, {}) ?? [])
    },
    sweep,
    close: async () => catalogue.close(),
  }
}

/**
 * Opens a bucket of the store in `folder` for reading, even beside the process that has it open and goes on changing
 * it: bytes may disappear while they are read, and then the reader ends with an error. Throws StoreOpenError.
 */
export function readObjectStore(folder: string, bucket: string): ReadableStore {
  const catalogue = readCatalogue(folder, bucket)
  const files = new PieceFiles(folder)
  return {
    find: async (key) => catalogue?.objects.find(key),
    findParts(key) {
      const object = catalogue?.objects.find(key)
      return object && catalogue?.objects.findParts(object.id)
    },
    async isWhole(key) {
      const object = catalogue?.objects.find(key)
      return (
        object !== undefined &&
        (await files.areWhole(catalogue?.objects.findSpans(object.id, 0, object.size - 1) ?? []))
      )
    },
    unfinished: () => catalogue?.quota.count() ?? { number: 0, bytes: 0 },
    otherBuckets() {
      const all = catalogue?.buckets.list() ?? []
      return all.map(({ name }) => name).filter((name) => name !== bucket)
    },
    async read(key) {
      const object = catalogue?.objects.find(key)
      if (!catalogue || !object) {
        throw new Error('There is no object of that key.')
      }
      return readPieces(files, catalogue.objects.findSpans(object.id, 0, object.size - 1))
    },
    async *list(prefix = '') {
      if (catalogue) {
        yield* listObjects(catalogue.objects, prefix)
      }
    },
    async close() {
      catalogue?.close()
    },
  }
}

/** Page by page, because a cursor that stays open keeps everybody else from writing. */
async function* listObjects(objects: ObjectSql, prefix: string): AsyncIterable<ListedObject> {
  let from = Buffer.from(prefix)
  const to = Buffer.concat([from, Buffer.of(0xff)])
  while (true) {
    const page = objects.scan(from, to).take(LIST_PAGE).toArray()
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < LIST_PAGE) {
      return
    }
    from = Buffer.from(`${last.key}\0`)
  }
}

function readPieces(files: PieceFiles, spans: readonly PieceSpan[]): Readable {
  const bytes = new PassThrough({ highWaterMark: 1024 * 1024 })
  const send = files.read(spans, async (block) => {
    // The block is filled again as soon as this returns. A reader who has gone already sends no more events.
    if (!bytes.write(Buffer.from(block)) && !bytes.destroyed) {
      // The one that didn't happen must not go on listening: a large object waits thousands of times.
      const over = new AbortController()
      const { signal } = over
      await Promise.race([once(bytes, 'drain', { signal }), once(bytes, 'close', { signal })])
      over.abort()
    }
    if (bytes.destroyed) {
      throw new Error('The reader has gone.')
    }
  })
  send.then(
    () => bytes.end(),
    (error: Error) => bytes.destroy(error),
  )
  return bytes
}

async function fill(sink: Sink, body: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const measured = measureBytes()
  for await (const data of body) {
    measured.take(data)
    await sink(data)
  }
  return { ...measured.result(), checksum: undefined }
}
