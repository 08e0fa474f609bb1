import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, lockFile } from '../../server/src/file-lock.ts'
import { SqliteFile } from '../../server/src/sqlite-file.ts'
import { StartupError } from '../../server/src/startup-error.ts'
import { BucketSql } from './bucket-sql.ts'
import { prepareCatalogue } from './catalogue-schema.ts'
import { ObjectSql } from './object-sql.ts'
import { type UnfinishedLimits, UnfinishedUploads } from './unfinished-uploads.ts'
import { UploadSql } from './upload-sql.ts'

/** What is stored in one bucket. */
type BucketCatalogue = { objects: ObjectSql; uploads: UploadSql }

export type ObjectCatalogue = {
  buckets: BucketSql
  /** The objects and uploads of a bucket, whether there is one of that name or not. */
  of(bucket: string): BucketCatalogue
  /** Removes a bucket with all that was begun in it. Answers the freed pieces. Throws BucketNotEmpty. */
  removeBucket(name: string): string[]
  /** Uploads in any bucket whose newest part is older than `before`. */
  findStale(before: number): { bucket: string; id: string }[]
  /** Whether any object or upload owns this piece. */
  knowsPiece(id: string): boolean
  close(): void
}

/**
 * Opens the catalogue to read of a bucket, beside the process that has the store open; `undefined` when there is no
 * store yet.
 */
export function readObjectCatalogue(folder: string, bucket: string) {
  const file = join(folder, 'catalogue.sqlite')
  if (!existsSync(file)) {
    return undefined
  }
  const database = new SqliteFile(file, { readOnly: true })
  try {
    const buckets = new BucketSql(database)
    const unfinished = new UnfinishedUploads(database)
    return { buckets, objects: new ObjectSql(database, bucket), unfinished, close: () => database.close() }
  } catch (cause) {
    database.close()
    throw new StartupError(`${file} was written by another version of Vestry; start this one on it first.`, {
      cause,
    })
  }
}

/**
 * Opens the catalogue of a store: what each key means, and which pieces make it up. A change of it is the one
 * moment in which an object appears, is replaced or goes. Throws when another process has the store open.
 */
export function openObjectCatalogue(
  folder: string,
  server: { bucket: string; now: number },
  limits?: UnfinishedLimits,
): ObjectCatalogue {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(folder)
  const database = new SqliteFile(join(folder, 'catalogue.sqlite'))
  try {
    database.exec('pragma journal_mode = WAL')
    database.exec('pragma synchronous = FULL')
    prepareCatalogue(database, server)
  } catch (error) {
    database.close()
    lock.release()
    throw error
  }
  const piece = database.prepare<[string]>('SELECT 1 FROM piece WHERE id = ?')
  const stale = database.prepare<[number], { bucket: string; id: string }>(
    'SELECT bucket, id FROM upload WHERE touched < ?',
  )
  const buckets = new BucketSql(database)
  const unfinished = new UnfinishedUploads(database, limits)
  const known = new Map<string, BucketCatalogue>()
  return {
    buckets,
    of(bucket) {
      const found = known.get(bucket) ?? {
        objects: new ObjectSql(database, bucket),
        uploads: new UploadSql(database, bucket, unfinished),
      }
      if (buckets.has(bucket)) {
        known.set(bucket, found)
      }
      return found
    },
    removeBucket(name) {
      const freed = buckets.remove(name)
      // A write that is under way must not end in the next bucket of this name.
      known.get(name)?.objects.close()
      known.delete(name)
      return freed
    },
    findStale: (before) => stale.all(before),
    knowsPiece: (id) => piece.get(id) !== undefined,
    close() {
      database.exec('pragma wal_checkpoint(TRUNCATE)')
      database.close()
      lock.release()
    },
  }
}

function takeLock(folder: string): FileLock {
  const lock = lockFile(join(folder, 'lock.sqlite'))
  if (!lock) {
    throw new StartupError(
      `VESTRY_DATA is in use by another Vestry that is running; stop that one, or choose another folder. (${folder} is locked.)`,
    )
  }
  return lock
}
