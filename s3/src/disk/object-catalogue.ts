import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { S3Error } from '../s3-errors.ts'
import { StoreOpenError } from '../store.ts'
import { prepareCatalogue } from './catalogue-schema.ts'
import { ObjectSql } from './object-sql.ts'
import { SQLITE_BUSY, Sqlite, sqliteCode } from './sqlite.ts'
import { type UploadLimits, UploadQuota } from './upload-limits.ts'
import { UploadSql } from './upload-sql.ts'

const FILE = 'catalogue.sqlite'
const MAX_BUCKETS = 100

type Bucket = { name: string; created: number }
type BucketContent = { objects: ObjectSql; uploads: UploadSql }

/**
 * Opens the catalogue to read about a bucket, beside the process that has the store open; `undefined` when there is no
 * store yet.
 */
export function readCatalogue(folder: string, bucket: string) {
  const file = join(folder, FILE)
  if (!existsSync(file)) {
    return undefined
  }
  const database = new Sqlite(file, { readOnly: true })
  try {
    const buckets = new BucketSql(database)
    const quota = new UploadQuota(database)
    return { buckets, objects: new ObjectSql(database, bucket), quota, close: () => database.close() }
  } catch (cause) {
    database.close()
    throw new StoreOpenError('other-version', `${file} was written by another version of this program.`, {
      location: file,
      cause,
    })
  }
}

export type Catalogue = ReturnType<typeof openCatalogue>

/**
 * Opens the catalogue of a store: what each key means, and which pieces make it up. Only by a change of it does an
 * object appear, get replaced or disappear, in one moment. Throws StoreOpenError when another process has it open.
 */
export function openCatalogue(folder: string, first: { bucket: string; now: number }, limits?: UploadLimits) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(folder)
  const database = new Sqlite(join(folder, FILE))
  try {
    database.exec('pragma journal_mode = WAL')
    database.exec('pragma synchronous = FULL')
    prepareCatalogue(database, folder, first)
  } catch (error) {
    database.close()
    lock.close()
    throw error
  }
  const piece = database.prepare<[string]>('SELECT 1 FROM piece WHERE id = ?')
  const stale = database.prepare<[number], { bucket: string; id: string }>(
    'SELECT bucket, id FROM upload WHERE touched < ?',
  )
  const buckets = new BucketSql(database)
  const quota = new UploadQuota(database, limits)
  const known = new Map<string, BucketContent>()
  return {
    buckets,
    /** The objects and uploads of a bucket, whether or not one of that name exists. */
    of(bucket: string): BucketContent {
      const found = known.get(bucket) ?? {
        objects: new ObjectSql(database, bucket),
        uploads: new UploadSql(database, bucket, quota),
      }
      if (buckets.has(bucket)) {
        known.set(bucket, found)
      }
      return found
    },
    /** Removes a bucket with everything begun in it. Returns the freed pieces. Throws BucketNotEmpty. */
    removeBucket(name: string): string[] {
      const freed = buckets.remove(name)
      // A write that is under way must not end in the next bucket of this name.
      known.get(name)?.objects.close()
      known.delete(name)
      return freed
    },
    /** Uploads in any bucket whose newest part is older than `before`. */
    findStale: (before: number) => stale.all(before),
    /** Whether any object or upload owns this piece. */
    knowsPiece: (id: string) => piece.get(id) !== undefined,
    close() {
      database.exec('pragma wal_checkpoint(TRUNCATE)')
      database.close()
      lock.close()
    },
  }
}

/** A transaction that is never ended: the system releases the lock however this process dies. */
function takeLock(folder: string): Sqlite {
  const lock = new Sqlite(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (cause) {
    lock.close()
    throw sqliteCode(cause) === SQLITE_BUSY
      ? new StoreOpenError('locked', `Another process has the store in ${folder} open.`, {
          location: folder,
          cause,
        })
      : cause
  }
}

class BucketSql {
  private readonly database: Sqlite

  constructor(database: Sqlite) {
    this.database = database
  }

  has(name: string): boolean {
    return this.database.prepare('SELECT 1 FROM bucket WHERE name = ?').get(name) !== undefined
  }

  list(): Bucket[] {
    return this.database.prepare<[], Bucket>('SELECT name, created FROM bucket ORDER BY name').all()
  }

  /** Throws BucketAlreadyOwnedByYou, TooManyBuckets. */
  create(bucket: Bucket): void {
    const known = this.list()
    if (known.some(({ name }) => name === bucket.name)) {
      throw new S3Error('BucketAlreadyOwnedByYou')
    }
    if (known.length >= MAX_BUCKETS) {
      throw new S3Error('TooManyBuckets')
    }
    this.database.prepare('INSERT INTO bucket (name, created) VALUES (@name, @created)').run(bucket)
  }

  /**
   * Removes a bucket without objects, and the uploads that were begun in it. Returns the freed pieces. Throws
   * BucketNotEmpty.
   */
  remove(name: string): string[] {
    return this.database.transaction(() => {
      if (this.database.prepare('SELECT 1 FROM object WHERE bucket = ? LIMIT 1').get(name)) {
        throw new S3Error('BucketNotEmpty')
      }
      const freed = this.database
        .prepare<[string], { id: string }>(
          'DELETE FROM piece WHERE owner IN (SELECT id FROM upload WHERE bucket = ?) RETURNING id',
        )
        .all(name)
      this.database.prepare('DELETE FROM upload WHERE bucket = ?').run(name)
      this.database.prepare('DELETE FROM bucket WHERE name = ?').run(name)
      return freed.map(({ id }) => id)
    })
  }
}
