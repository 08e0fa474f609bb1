import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Clock } from '../../server/src/clock.ts'
import type { FindCredential } from './credentials.ts'
import { measureBytes } from './measured-bytes.ts'
import { openObjectCatalogue, readObjectCatalogue } from './object-catalogue.ts'
import { checkKey } from './object-key.ts'
import type { ObjectSql } from './object-sql.ts'
import { PieceFiles, type PieceSpan } from './piece-files.ts'
import type { Sink } from './received-payload.ts'
import { NO_CONDITION } from './request-conditions.ts'
import { answerFrom } from './storage-operations.ts'
import type { WholeStore } from './storage-parts.ts'
import { storagePlugin } from './storage-plugin.ts'
import type { ListedObject, ReadableStore, Store } from './store.ts'
import type { UnfinishedLimits } from './unfinished-uploads.ts'

const LIST_PAGE = 1000

/** How long an upload in parts is kept after its newest part. */
const STALE_AFTER = 7 * 24 * 60 * 60 * 1000

/**
 * Opens the object store in `folder`, which it creates, and clears away what a crash left behind. One
 * process at a time: throws when another one has it open.
 */
export async function openStore(options: {
  folder: string
  bucket: string
  region: string
  findCredential: FindCredential
  clock: Clock
  /** The origins of consoles that are served elsewhere and may use the store. */
  consoleOrigins?: readonly string[]
  /** How much may be left unfinished. */
  unfinished?: UnfinishedLimits
}): Promise<Store> {
  const { folder, bucket, region, clock, consoleOrigins = [] } = options
  const catalogue = openObjectCatalogue(folder, { bucket, now: clock.now() }, options.unfinished)
  const files = new PieceFiles(folder)
  files.prepare()
  const whole: WholeStore = { home: bucket, region, clock, files, catalogue }
  const { objects } = catalogue.of(bucket)

  async function sweep(): Promise<void> {
    for (const upload of catalogue.findStale(clock.now() - STALE_AFTER)) {
      await files.discard(catalogue.of(upload.bucket).uploads.abort(upload.id))
    }
    await files.sweepOrphans(catalogue.knowsPiece)
  }

  await sweep()
  return {
    plugin: storagePlugin({
      ...options,
      consoleOrigins,
      answer: (request, named) => answerFrom(whole, request, named),
    }),
    bucket,
    address: `/s3/${bucket}`,
    async put(key, body, headers) {
      checkKey(key)
      const freed = await files.write(
        (sink) => fill(sink, body instanceof Uint8Array ? [Buffer.from(body)] : body),
        (pieceId, { size, md5 }) =>
          objects.put(
            {
              key,
              id: randomBytes(16).toString('hex'),
              etag: md5,
              size,
              modified: clock.now(),
              headers,
              checksum: undefined,
            },
            { id: pieceId, size, md5, checksum: undefined },
            NO_CONDITION,
          ),
      )
      await files.discard(freed)
    },
    has: async (key) => objects.find(key) !== undefined,
    find: async (key) => objects.find(key),
    async read(key) {
      const object = objects.find(key)
      if (!object) {
        throw new Error('There is no object of that key.')
      }
      return readPieces(files, objects.findSpans(object.id, 0, object.size - 1))
    },
    refusesTaken: async () => true,
    list: (prefix = '') => listObjects(objects, prefix),
    async remove(key) {
      await files.discard(objects.remove(key, {}) ?? [])
    },
    sweep,
    close: async () => catalogue.close(),
  }
}

/**
 * Opens a bucket of the store to read from it, also beside the process that has it open and goes on changing it: bytes that are
 * being read may go, and then the reader ends with an error.
 */
export function openStoreReadOnly(folder: string, bucket: string): ReadableStore {
  const catalogue = readObjectCatalogue(folder, bucket)
  const files = new PieceFiles(folder)
  return {
    find: async (key) => catalogue?.objects.find(key),
    findParts(key) {
      const object = catalogue?.objects.find(key)
      return object && catalogue?.objects.findParts(object.id)
    },
    unfinished: () => catalogue?.unfinished.count() ?? { number: 0, bytes: 0 },
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
    // The block is filled again as soon as this returns.
    if (!bytes.write(Buffer.from(block))) {
      // The one that didn't happen must not go on listening: a long recording waits thousands of times.
      const over = new AbortController()
      const { signal } = over
      await Promise.race([once(bytes, 'drain', { signal }), once(bytes, 'close', { signal })])
      over.abort()
    }
    if (bytes.destroyed) {
      throw new Error('Nobody reads on.')
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
  return measured.result()
}
