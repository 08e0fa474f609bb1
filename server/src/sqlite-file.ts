import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** The kinds of errors that can happen here, by SQLite's own numbers: https://sqlite.org/rescode.html */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
}

/** How many milliseconds to wait before trying again for a lock that SQLite itself doesn't wait for. */
const PAUSE = 10

/**
 * A SQLite file, by Node's own driver. Its errors have a `code`, such as `SQLITE_BUSY`.
 *
 *     const file = new SqliteFile('vestry.db')
 *     const find = file.prepare<[id: number], { first_name: string }>('select first_name from attendee where id = ?')
 *     find.get(7)?.first_name
 */
export class SqliteFile {
  private readonly handle: DatabaseSync
  private readonly timeout: number

  /** `timeout` is how long, in milliseconds, to wait for a lock that somebody else holds. */
  constructor(path: string, { readOnly = false, timeout = 5000 } = {}) {
    this.timeout = timeout
    try {
      this.handle = new DatabaseSync(path, { readOnly, timeout })
    } catch (error) {
      throw withCode(error)
    }
  }

  get inTransaction(): boolean {
    return this.handle.isTransaction
  }

  /** Runs statements one after the other, and returns nothing. */
  exec(text: string): void {
    try {
      this.handle.exec(text)
    } catch (error) {
      throw withCode(error)
    }
  }

  /** From now on writes go to a log beside the file (WAL), so that readers and the writer don't wait for each other. */
  switchToWal(): void {
    for (let waited = 0; ; waited += PAUSE) {
      try {
        this.exec('pragma journal_mode = WAL')
        return
      } catch (error) {
        // SQLite waits for every lock but this one, which another process may have that starts at the same moment.
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || waited >= this.timeout) {
          throw error
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
      }
    }
  }

  prepare<Parameters extends readonly unknown[] = unknown[], Row = unknown>(text: string) {
    try {
      return new SqliteStatement<Parameters, Row>(this.handle.prepare(text))
    } catch (error) {
      throw withCode(error)
    }
  }

  /** Everything that `work` does, or nothing of it. */
  transaction<Result>(work: () => Result): Result {
    this.exec('begin immediate')
    try {
      const result = work()
      this.exec('commit')
      return result
    } catch (error) {
      // A full disk has ended the transaction by itself.
      if (this.inTransaction) {
        this.exec('rollback')
      }
      throw error
    }
  }

  close(): void {
    this.handle.close()
  }
}

/**
 * A prepared statement. Its parameters are values for each `?`, or one object with those for each `@name`. Its columns
 * are those of the schema in which it was prepared.
 */
export class SqliteStatement<Parameters extends readonly unknown[] = unknown[], Row = unknown> {
  private readonly statement: StatementSync
  private readonly columns: string[]

  constructor(statement: StatementSync) {
    this.statement = statement
    // Set for each statement instead of once for the file, so that a Node without this option fails here.
    statement.setReturnArrays(true)
    statement.setAllowUnknownNamedParameters(true)
    this.columns = statement.columns().map(({ name }) => name)
  }

  get answersRows(): boolean {
    return this.columns.length > 0
  }

  get(...parameters: Parameters): Row | undefined {
    try {
      const row = this.statement.get(...given(parameters)) as unknown as unknown[] | undefined
      return row && this.named(row)
    } catch (error) {
      throw withCode(error)
    }
  }

  all(...parameters: Parameters): Row[] {
    try {
      const rows = this.statement.all(...given(parameters)) as unknown as unknown[][]
      return rows.map((row) => this.named(row))
    } catch (error) {
      throw withCode(error)
    }
  }

  *iterate(...parameters: Parameters): Generator<Row> {
    for (const row of this.iterateValues(...parameters)) {
      yield this.named(row)
    }
  }

  /** Each row as its values, in the order of the columns. */
  *iterateValues(...parameters: Parameters): Generator<unknown[]> {
    try {
      yield* this.statement.iterate(...given(parameters)) as unknown as Iterable<unknown[]>
    } catch (error) {
      throw withCode(error)
    }
  }

  run(...parameters: Parameters): { changes: number | bigint; lastInsertRowid: number | bigint } {
    try {
      return this.statement.run(...given(parameters))
    } catch (error) {
      throw withCode(error)
    }
  }

  /** Rows that Node names itself have no prototype and are slow to read. */
  private named(values: unknown[]): Row {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < values.length; at += 1) {
      row[this.columns[at] as string] = values[at]
    }
    return row as Row
  }
}

/** undefined becomes null, as in PostgreSQL's driver. */
function given(parameters: readonly unknown[]) {
  return parameters.map((value) => (value === undefined ? null : value)) as SQLInputValue[]
}

function withCode(error: unknown): unknown {
  if (error instanceof Error && 'errcode' in error) {
    // The lower eight bits of the number are the kind of error; the others say more.
    const code = CODES[Number(error.errcode) & 0xff]
    return code ? Object.assign(error, { code }) : error
  }
  return error
}
