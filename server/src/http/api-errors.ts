import { ERROR_STATUS, type ErrorCode } from '@vestry/contract/calls/route.ts'

/** The only error that a handler of `/api` throws on purpose; any other one is answered as `internal`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** The field of the query or body that was wrong. */
  readonly field: string | undefined

  constructor(code: ErrorCode, message: string, options: { field?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.field = options.field
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  get answer() {
    return { error: this.code, message: this.message, ...(this.field !== undefined && { field: this.field }) }
  }
}
