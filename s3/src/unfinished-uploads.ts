import type { SqliteFile } from '../../server/src/sqlite-file.ts'
import { StorageError } from './storage-errors.ts'

/** Uploads in parts that are neither completed nor aborted, and the bytes of their parts. */
export type Unfinished = { number: number; bytes: number }

export type UnfinishedLimits = { ofOnePerson: Unfinished; inAll: Unfinished }

const GIBIBYTE = 1024 ** 3

export const UNFINISHED_LIMITS: UnfinishedLimits = {
  ofOnePerson: { number: 200, bytes: 100 * GIBIBYTE },
  inAll: { number: 1000, bytes: 400 * GIBIBYTE },
}

/** Counts what is unfinished in all buckets, and refuses what would be too much. */
export class UnfinishedUploads {
  private readonly limits: UnfinishedLimits
  private readonly select

  constructor(database: SqliteFile, limits: UnfinishedLimits = UNFINISHED_LIMITS) {
    this.limits = limits
    this.select = database.prepare<[{ person: string | null }], Unfinished>(
      `SELECT COUNT(*) AS number, COALESCE(SUM(bytes), 0) AS bytes FROM upload
       WHERE @person IS NULL OR person = @person`,
    )
  }

  /** Of one person, or of all. */
  count(person: string | null = null): Unfinished {
    return this.select.get({ person }) ?? { number: 0, bytes: 0 }
  }

  /** Throws QuotaExceeded when one more upload would be too many. */
  requirePlace(person: string): void {
    this.judge(person, { number: 1, bytes: 1 })
  }

  /** Throws QuotaExceeded when so many bytes more would be too many. */
  requireRoom(person: string, bytes: number): void {
    this.judge(person, { number: 0, bytes })
  }

  private judge(person: string, more: Unfinished): void {
    for (const [there, limit] of [
      [this.count(person), this.limits.ofOnePerson],
      [this.count(), this.limits.inAll],
    ] as const) {
      if (there.number + more.number > limit.number || there.bytes + more.bytes > limit.bytes) {
        throw new StorageError('QuotaExceeded')
      }
    }
  }
}
