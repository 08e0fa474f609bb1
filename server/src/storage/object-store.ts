import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../clock.ts'
import type { FindCredential } from './credentials.ts'
import { openObjectCatalogue } from './object-catalogue.ts'
import { checkKey } from './object-key.ts'
import { PieceFiles } from './piece-files.ts'
import type { Sink } from './received-payload.ts'
import { NO_CONDITION } from './request-conditions.ts'
import { storagePlugin } from './storage-plugin.ts'

/** How long an upload in parts is kept after its newest part. */
const STALE_AFTER = 7 * 24 * 60 * 60 * 1000

export type Store = {
  /** S3's protocol; to be registered with the prefix `/s3`. */
  plugin: FastifyPluginAsync
  /** Stores an object from within the server, in place of an earlier one. */
  put(key: string, body: Readable | Uint8Array, contentType: string): Promise<void>
  has(key: string): boolean
  /** Removes uploads that nobody goes on with, and files that a crash has left. */
  sweep(): Promise<void>
  close(): void
}

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
}): Promise<Store> {
  const { folder, bucket, region, findCredential, clock } = options
  const catalogue = openObjectCatalogue(folder)
  const files = new PieceFiles(folder)
  const { objects, uploads } = catalogue

  async function sweep(): Promise<void> {
    for (const upload of uploads.findStale(clock.now() - STALE_AFTER)) {
      await files.discard(uploads.abort(upload.id))
    }
    await files.sweepOrphans(catalogue.knowsPiece)
  }

  await sweep()
  return {
    plugin: storagePlugin({ bucket, region, clock, files, objects, uploads }, findCredential),
    async put(key, body, contentType) {
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
              headers: { 'content-type': contentType },
              checksum: undefined,
            },
            { id: pieceId, size, md5, checksum: undefined },
            NO_CONDITION,
          ),
      )
      await files.discard(freed)
    },
    has: (key) => objects.find(key) !== undefined,
    sweep,
    close: catalogue.close,
  }
}

async function fill(sink: Sink, body: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const hash = createHash('md5')
  let size = 0
  for await (const data of body) {
    hash.update(data)
    size += data.length
    await sink(data)
  }
  return { size, md5: hash.digest('hex') }
}
