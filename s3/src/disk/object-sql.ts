import type { Checksum } from '../request/checksums.ts'
import {
  checkDeleteCondition,
  checkWriteCondition,
  type DeleteCondition,
  type WriteCondition,
} from '../request/conditions.ts'
import { S3Error } from '../s3-errors.ts'
import type { ObjectHeaders, StoredPart } from '../store.ts'
import type { PieceSpan } from './piece-files.ts'
import type { Sqlite } from './sqlite.ts'

export type StoredObject = {
  key: string
  /** Changes with every write of the key; the owner of its pieces. */
  id: string
  /** Without quotes. */
  etag: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  headers: ObjectHeaders
  checksum: Checksum | undefined
}

export type NewPiece = { id: string; size: number; md5: string; checksum: string | undefined }

type ObjectRow = Omit<StoredObject, 'headers' | 'checksum'> & { headers: string; checksum: string | null }

const COLUMNS = 'key, id, etag, size, modified, headers, checksum'

/** The objects of a bucket and the pieces of which they consist. */
export class ObjectSql {
  private readonly database: Sqlite
  private readonly bucket: string
  private readonly selectOne
  private readonly selectFrom
  private readonly selectPieces
  private readonly selectParts
  private readonly upsert
  private readonly insertPiece
  private readonly deleteOne
  private readonly deletePieces
  private readonly selectOwner
  private readonly sharePieces
  private gone = false
  private readonly watches = new Set<{ key: string; tell: () => void }>()

  constructor(database: Sqlite, bucket: string) {
    this.database = database
    this.bucket = bucket
    this.selectOne = database.prepare<[string, string], ObjectRow>(
      `SELECT ${COLUMNS} FROM object WHERE bucket = ? AND key = ?`,
    )
    // Bounds are bytes, not text: the order of S3 is that of UTF-8, and the upper bound is not valid UTF-8.
    this.selectFrom = database.prepare<[string, Buffer, Buffer], ObjectRow>(
      `SELECT ${COLUMNS} FROM object
       WHERE bucket = ? AND key >= CAST(? AS TEXT) AND key < CAST(? AS TEXT) ORDER BY key`,
    )
    this.selectPieces = database.prepare<
      [string, number, number],
      { id: string; start: number; size: number }
    >(
      `SELECT id, first AS start, size FROM piece
       WHERE owner = ? AND first <= ? AND first + size > ? ORDER BY number`,
    )
    this.selectParts = database.prepare<[string], StoredPart & { checksum: string | null }>(
      'SELECT size, md5, checksum FROM piece WHERE owner = ? ORDER BY number',
    )
    this.upsert = database.prepare(
      `INSERT INTO object (bucket, key, id, etag, size, modified, headers, checksum)
       VALUES (@bucket, @key, @id, @etag, @size, @modified, @headers, @checksum)
       ON CONFLICT (bucket, key) DO UPDATE SET id = excluded.id, etag = excluded.etag, size = excluded.size,
         modified = excluded.modified, headers = excluded.headers, checksum = excluded.checksum`,
    )
    this.insertPiece = database.prepare(
      `INSERT INTO piece (id, owner, number, first, size, md5, checksum, modified)
       VALUES (@id, @owner, 1, 0, @size, @md5, @checksum, @modified)`,
    )
    this.deleteOne = database.prepare<[string, string]>('DELETE FROM object WHERE bucket = ? AND key = ?')
    this.deletePieces = database.prepare<[string], { id: string }>(
      'DELETE FROM piece WHERE owner = ? RETURNING id',
    )
    this.selectOwner = database.prepare<[string]>('SELECT 1 FROM piece WHERE id = ?')
    this.sharePieces = database.prepare(
      `INSERT INTO piece (owner, number, id, first, size, md5, checksum, modified)
       SELECT @owner, number, id, first, size, md5, NULL, @modified FROM piece WHERE owner = @from`,
    )
  }

  /** The bucket no longer exists: what is still on its way there has nowhere to go. */
  close(): void {
    this.gone = true
  }

  find(key: string): StoredObject | undefined {
    const row = this.selectOne.get(this.bucket, key)
    return row && readRow(row)
  }

  /** Objects with keys from `from` up to but not including `to`, in the order of their bytes, one by one. */
  *scan(from: Buffer, to: Buffer): Generator<StoredObject> {
    for (const row of this.selectFrom.iterate(this.bucket, from, to)) {
      yield readRow(row)
    }
  }

  /** The spans of pieces that cover the bytes `first` to `last` of an object. */
  findSpans(id: string, first: number, last: number): PieceSpan[] {
    return this.selectPieces.all(id, last, first).map((piece) => ({
      id: piece.id,
      first: Math.max(0, first - piece.start),
      last: Math.min(piece.size, last - piece.start + 1) - 1,
    }))
  }

  /**
   * In order; the checksum is by the object's own algorithm. A copy may have another algorithm, and so have no checksum
   * here.
   */
  findParts(id: string): (StoredPart & { checksum: string | null })[] {
    return this.selectParts.all(id)
  }

  /** Puts `object` at its key, with one new piece. Returns the pieces that nobody owns any more. */
  put(object: StoredObject, piece: NewPiece, condition: WriteCondition): string[] {
    return this.database.transaction(() => {
      const freed = this.replace(object, condition)
      this.insertPiece.run({
        ...piece,
        checksum: piece.checksum ?? null,
        owner: object.id,
        modified: object.modified,
      })
      return freed
    })
  }

  /** `put` for an object whose pieces are already there. Inside a transaction of the caller. Throws NoSuchBucket. */
  replace(object: StoredObject, condition: WriteCondition): string[] {
    if (this.gone) {
      throw new S3Error('NoSuchBucket')
    }
    const existing = this.selectOne.get(this.bucket, object.key)
    checkWriteCondition(condition, existing && readRow(existing))
    this.upsert.run({
      ...object,
      bucket: this.bucket,
      headers: JSON.stringify(object.headers),
      checksum: object.checksum ? JSON.stringify(object.checksum) : null,
    })
    return existing ? this.disown(existing.id) : []
  }

  /** Calls `tell` when this object is removed; returns how to stop that. */
  onRemoval(key: string, tell: () => void): () => void {
    const watch = { key, tell }
    this.watches.add(watch)
    return () => this.watches.delete(watch)
  }

  /** Returns the freed pieces, or `undefined` when there was no such object. */
  remove(key: string, condition: DeleteCondition): string[] | undefined {
    return this.database.transaction(() => {
      const existing = this.selectOne.get(this.bucket, key)
      if (!existing) {
        return undefined
      }
      checkDeleteCondition(condition, existing)
      this.deleteOne.run(this.bucket, key)
      for (const watch of this.watches) {
        if (watch.key === key) {
          watch.tell()
        }
      }
      return this.disown(existing.id)
    })
  }

  /**
   * Puts `object` at its key, with the pieces of the object with the id `from`, whatever its bucket; not a byte moves.
   * Returns the pieces that nobody owns any more.
   */
  copy(from: string, object: StoredObject, condition: WriteCondition): string[] {
    return this.database.transaction(() => {
      this.sharePieces.run({ from, owner: object.id, modified: object.modified })
      return this.replace(object, condition)
    })
  }

  /** Takes an object's pieces away. Returns those that no copy owns either. */
  private disown(owner: string): string[] {
    return this.deletePieces
      .all(owner)
      .map(({ id }) => id)
      .filter((id) => this.selectOwner.get(id) === undefined)
  }
}

function readRow(row: ObjectRow): StoredObject {
  return {
    ...row,
    headers: JSON.parse(row.headers) as ObjectHeaders,
    checksum: row.checksum === null ? undefined : (JSON.parse(row.checksum) as Checksum),
  }
}
