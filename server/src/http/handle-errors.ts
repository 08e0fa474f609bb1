import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-errors.ts'

const MEGABYTE = 1024 * 1024

/** Answers every error with one of the API's codes. An unexpected one is logged and answered as `internal`. */
export function handleErrors(isUnavailable: (error: unknown) => boolean) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const known =
      error instanceof ApiError ? error : (ofRequest(error, request) ?? ofOurs(error, isUnavailable))
    request.failure = known.code
    if (known.status >= 500) {
      request.log.error({ err: error, req: request }, known.code)
    }
    return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(known.answer))
  }
}

/** The error in the request itself, found before a call of ours saw it. */
function ofRequest(error: FastifyError | Error, { raw, routeOptions }: FastifyRequest): ApiError | undefined {
  if (raw.destroyed && !raw.complete) {
    return new ApiError('invalid_request', 'The request was cut off.')
  }
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(
        'too_large',
        `The body is too large; the limit is ${sizeOf(routeOptions.bodyLimit)}.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new ApiError('wrong_content_type', 'The body must be sent as application/json.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('invalid_request', 'The body is not as long as its Content-Length says.')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ApiError('invalid_request', 'The body is not well-formed JSON.')
    default:
      return undefined
  }
}

function sizeOf(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes / 1024} kB` : `${bytes / MEGABYTE} MB`
}

function ofOurs(error: Error, isUnavailable: (error: unknown) => boolean): ApiError {
  return isUnavailable(error)
    ? new ApiError('unavailable', sentenceOf(error))
    : new ApiError('internal', 'Something went wrong on the server, and the error was logged.')
}

/**
 * The codes for a full disk are those of SQLite, of PostgreSQL and of the operating system. Errors of Amazon's SDK have
 * `$metadata`.
 */
function sentenceOf(error: Error & { code?: string; $metadata?: unknown }): string {
  if (['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT'].includes(error.code ?? '')) {
    return 'The disk of the server is full. What was saved stays; nothing more can be saved until there is room.'
  }
  const away = error.$metadata === undefined ? 'The database' : 'The bucket of the recordings'
  return `${away} does not answer at the moment. Try again in a minute.`
}
