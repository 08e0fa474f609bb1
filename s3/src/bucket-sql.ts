import type { SqliteFile } from '../../server/src/sqlite-file.ts'
import { StorageError } from './storage-errors.ts'

export type Bucket = { name: string; created: number }

const MAX_BUCKETS = 100

/** The buckets of a store. */
export class BucketSql {
  private readonly database: SqliteFile

  constructor(database: SqliteFile) {
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
      throw new StorageError('BucketAlreadyOwnedByYou')
    }
    if (known.length >= MAX_BUCKETS) {
      throw new StorageError('TooManyBuckets')
    }
    this.database.prepare('INSERT INTO bucket (name, created) VALUES (@name, @created)').run(bucket)
  }

  /**
   * Removes a bucket without objects, and the uploads that were begun in it. Answers the freed pieces. Throws
   * BucketNotEmpty.
   */
  remove(name: string): string[] {
    return this.database.transaction(() => {
      if (this.database.prepare('SELECT 1 FROM object WHERE bucket = ? LIMIT 1').get(name)) {
        throw new StorageError('BucketNotEmpty')
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
