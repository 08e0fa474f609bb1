import { DatabaseSync } from 'node:sqlite'

/** A prepared statement. Its parameters are values for each `?`, or one object with those for each `@name`. */
type Statement<Parameters extends readonly unknown[], Row> = {
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
  iterate(...parameters: Parameters): Iterable<Row>
  run(...parameters: Parameters): { changes: number | bigint }
}

/** A SQLite file by Node's own driver, with statements that say what goes in and what comes out. */
export class Sqlite {
  private readonly handle: DatabaseSync

  /** `timeout` is how long, in milliseconds, to wait for a lock that somebody else holds. */
  constructor(path: string, { readOnly = false, timeout = 5000 } = {}) {
    this.handle = new DatabaseSync(path, { readOnly, timeout })
  }

  exec(text: string): void {
    this.handle.exec(text)
  }

  prepare<Parameters extends readonly unknown[] = unknown[], Row = unknown>(text: string) {
    return this.handle.prepare(text) as unknown as Statement<Parameters, Row>
  }

  /** Does everything in `work`, or nothing of it. */
  transaction<Result>(work: () => Result): Result {
    this.exec('begin immediate')
    try {
      const result = work()
      this.exec('commit')
      return result
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (this.handle.isTransaction) {
        this.exec('rollback')
      }
      throw error
    }
  }

  close(): void {
    this.handle.close()
  }
}

export const SQLITE_BUSY = 5
export const SQLITE_FULL = 13

/** The kind of a SQLite error, which is the lower eight bits of its number: https://sqlite.org/rescode.html */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}
