import { S3Error } from '../s3-errors.ts'
import type { UnfinishedUploads } from '../store.ts'
import type { Sqlite } from './sqlite.ts'

/** How much one person, and all together, may leave unfinished. */
export type UploadLimits = { perPerson: UnfinishedUploads; total: UnfinishedUploads }

const GIBIBYTE = 1024 ** 3

const UPLOAD_LIMITS: UploadLimits = {
  perPerson: { number: 200, bytes: 100 * GIBIBYTE },
  total: { number: 1000, bytes: 400 * GIBIBYTE },
}

/** Counts the unfinished uploads in all buckets, and refuses one that would be too much. */
export class UploadQuota {
  private readonly limits: UploadLimits
  private readonly select

  constructor(database: Sqlite, limits: UploadLimits = UPLOAD_LIMITS) {
    this.limits = limits
    this.select = database.prepare<[{ person: string | null }], UnfinishedUploads>(
      `SELECT COUNT(*) AS number, COALESCE(SUM(bytes), 0) AS bytes FROM upload
       WHERE @person IS NULL OR person = @person`,
    )
  }

  /** For one person, or for all. */
  count(person: string | null = null): UnfinishedUploads {
    return this.select.get({ person }) ?? { number: 0, bytes: 0 }
  }

  /** Throws QuotaExceeded when so much more would be too much. */
  require(person: string, more: UnfinishedUploads): void {
    for (const [present, limit] of [
      [this.count(person), this.limits.perPerson],
      [this.count(), this.limits.total],
    ] as const) {
      if (present.number + more.number > limit.number || present.bytes + more.bytes > limit.bytes) {
        throw new S3Error('QuotaExceeded')
      }
    }
  }
}
