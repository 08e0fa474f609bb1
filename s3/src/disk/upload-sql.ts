import type { ChecksumAlgorithm, ChecksumType } from '../request/checksums.ts'
import type { WriteCondition } from '../request/conditions.ts'
import { S3Error } from '../s3-errors.ts'
import type { ObjectHeaders } from '../store.ts'
import { type NewPiece, ObjectSql, type StoredObject } from './object-sql.ts'
import type { Sqlite } from './sqlite.ts'
import type { UploadQuota } from './upload-limits.ts'

export type Upload = {
  id: string
  key: string
  /** Milliseconds since 1970, like `touched`, the time of its newest part. */
  initiated: number
  touched: number
  /** The person who began it, since there is a limit to what one person leaves unfinished. */
  person: string
  headers: ObjectHeaders
  algorithm: ChecksumAlgorithm | undefined
  type: ChecksumType | undefined
}

export type Part = {
  id: string
  number: number
  size: number
  md5: string
  checksum: string | undefined
  modified: number
}

type UploadRow = Omit<Upload, 'headers' | 'algorithm' | 'type'> & {
  headers: string
  algorithm: ChecksumAlgorithm | null
  type: ChecksumType | null
}
type PartRow = Omit<Part, 'checksum'> & { checksum: string | null }

const COLUMNS = 'id, key, initiated, touched, person, headers, algorithm, type'

/** Uploads in parts to a bucket. When one is completed, its parts stay where they are and become the object's pieces. */
export class UploadSql {
  private readonly database: Sqlite
  private readonly bucket: string
  private readonly objects: ObjectSql
  private readonly quota: UploadQuota
  private readonly insert
  private readonly selectOne
  private readonly selectOthers
  private readonly selectFrom
  private readonly selectParts
  private readonly selectSize
  private readonly touch
  private readonly insertPart
  private readonly deletePart
  private readonly placePart
  private readonly deleteOne
  private readonly deleteParts

  constructor(database: Sqlite, bucket: string, quota: UploadQuota) {
    this.database = database
    this.bucket = bucket
    this.objects = new ObjectSql(database, bucket)
    this.quota = quota
    this.insert = database.prepare(
      `INSERT INTO upload (id, bucket, key, initiated, touched, person, headers, algorithm, type)
       VALUES (@id, @bucket, @key, @initiated, @touched, @person, @headers, @algorithm, @type)`,
    )
    this.selectOne = database.prepare<[string, string, string], UploadRow>(
      `SELECT ${COLUMNS} FROM upload WHERE id = ? AND bucket = ? AND key = ?`,
    )
    this.selectOthers = database.prepare<[string, string, string]>(
      "SELECT 1 FROM upload WHERE bucket = ? AND key = ? AND person NOT IN ('', ?) LIMIT 1",
    )
    this.selectFrom = database.prepare<[string, Buffer, Buffer, Buffer, string], UploadRow>(
      `SELECT ${COLUMNS} FROM upload WHERE bucket = ? AND key >= CAST(? AS TEXT) AND key < CAST(? AS TEXT)
       AND (key, id) > (CAST(? AS TEXT), ?) ORDER BY key, id`,
    )
    this.selectParts = database.prepare<[string], PartRow>(
      'SELECT id, number, size, md5, checksum, modified FROM piece WHERE owner = ? ORDER BY number',
    )
    this.selectSize = database.prepare<[string, number], { size: number }>(
      'SELECT size FROM piece WHERE owner = ? AND number = ?',
    )
    this.touch = database.prepare<[number, number, string, string, string]>(
      'UPDATE upload SET touched = ?, bytes = bytes + ? WHERE id = ? AND bucket = ? AND key = ?',
    )
    this.insertPart = database.prepare(
      `INSERT INTO piece (id, owner, number, first, size, md5, checksum, modified)
       VALUES (@id, @owner, @number, 0, @size, @md5, @checksum, @modified)`,
    )
    this.deletePart = database.prepare<[string, number], { id: string }>(
      'DELETE FROM piece WHERE owner = ? AND number = ? RETURNING id',
    )
    this.placePart = database.prepare<[number, string, number]>(
      'UPDATE piece SET first = ? WHERE owner = ? AND number = ?',
    )
    this.deleteOne = database.prepare<[string]>('DELETE FROM upload WHERE id = ?')
    this.deleteParts = database.prepare<[string], { id: string }>(
      'DELETE FROM piece WHERE owner = ? RETURNING id',
    )
  }

  /** Throws QuotaExceeded. */
  create(upload: Upload): void {
    this.quota.require(upload.person, { number: 1, bytes: 1 })
    this.insert.run({
      ...upload,
      bucket: this.bucket,
      headers: JSON.stringify(upload.headers),
      algorithm: upload.algorithm ?? null,
      type: upload.type ?? null,
    })
  }

  /** Throws NoSuchUpload. */
  find(id: string, key: string): Upload {
    const row = this.selectOne.get(id, this.bucket, key)
    if (!row) {
      throw new S3Error('NoSuchUpload')
    }
    return readRow(row)
  }

  /** Whether somebody other than this person has begun an upload to the key. */
  isOfAnother(key: string, person: string): boolean {
    return this.selectOthers.get(this.bucket, key, person) !== undefined
  }

  *scan(from: Buffer, to: Buffer, after: { key: Buffer; id: string }): Generator<Upload> {
    for (const row of this.selectFrom.iterate(this.bucket, from, to, after.key, after.id)) {
      yield readRow(row)
    }
  }

  listParts(id: string): Part[] {
    return this.selectParts.all(id).map((row) => ({ ...row, checksum: row.checksum ?? undefined }))
  }

  /** How many bytes a part adds, which are fewer when it replaces an earlier one. Throws QuotaExceeded. */
  requireQuota(upload: Upload, part: { number: number; size: number }): number {
    const more = part.size - (this.selectSize.get(upload.id, part.number)?.size ?? 0)
    this.quota.require(upload.person, { number: 0, bytes: more })
    return more
  }

  /**
   * Enters a part, replacing an earlier one of its number. Returns the freed pieces. Throws NoSuchUpload,
   * QuotaExceeded.
   */
  putPart(upload: Upload, part: NewPiece & { number: number; modified: number }): string[] {
    return this.database.transaction(() => {
      const more = this.requireQuota(upload, part)
      // It may have been aborted or completed while this part was on its way.
      if (this.touch.run(part.modified, more, upload.id, this.bucket, upload.key).changes === 0) {
        throw new S3Error('NoSuchUpload')
      }
      const freed = this.deletePart.all(upload.id, part.number)
      this.insertPart.run({ ...part, owner: upload.id, checksum: part.checksum ?? null })
      return freed.map(({ id }) => id)
    })
  }

  /**
   * Turns an upload into the object that `object` describes, made of `parts` in their order; not a byte
   * moves. Returns the freed pieces: those of the old object and the parts that were not named.
   */
  complete(object: StoredObject, parts: readonly Part[], condition: WriteCondition): string[] {
    return this.database.transaction(() => {
      const freed = this.objects.replace(object, condition)
      const named = new Set(parts.map(({ id }) => id))
      let first = 0
      for (const part of this.listParts(object.id)) {
        if (named.has(part.id)) {
          this.placePart.run(first, object.id, part.number)
          first += part.size
        } else {
          this.deletePart.run(object.id, part.number)
          freed.push(part.id)
        }
      }
      if (this.deleteOne.run(object.id).changes === 0 || first !== object.size) {
        throw new S3Error('NoSuchUpload')
      }
      return freed
    })
  }

  /** Returns the freed pieces. */
  abort(id: string): string[] {
    return this.database.transaction(() => {
      this.deleteOne.run(id)
      return this.deleteParts.all(id).map((piece) => piece.id)
    })
  }
}

function readRow(row: UploadRow): Upload {
  return {
    ...row,
    headers: JSON.parse(row.headers) as ObjectHeaders,
    algorithm: row.algorithm ?? undefined,
    type: row.type ?? undefined,
  }
}
