import type { Call, CallAnswer, CallInput } from '@vestry/contract/api.ts'
import type { ErrorAnswer, ErrorCode } from '@vestry/contract/route.ts'
import { readIdentityToken, sessionEnded } from '../sign-in/session.ts'
import { currentLanguage, t, type WordKey } from '../words/words.ts'
import { writeQuery } from './write-query.ts'

/** A call that failed. `unreachable`: no answer came; `unreadable`: the answer was not one of the API's. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'unreachable' | 'unreadable'
  /** The part of the query or body that was wrong, if the server named one. */
  readonly field: string | undefined
  /** The HTTP status, 0 when no answer came. */
  readonly status: number

  constructor(code: ApiError['code'], message: string, status: number, field?: string) {
    super(message)
    this.code = code
    this.status = status
    this.field = field
  }
}

/**
 * Makes the call named as the contract names it, such as `GET /preachingManagement`, with the identity
 * token. Query values that are undefined or empty are left out.
 *
 * @throws {ApiError} when the server refuses the call or can't be reached
 * @throws {DOMException} named AbortError when `signal` ends the call
 */
export async function callApi<C extends Call>(
  call: C,
  input: CallInput<C> & { signal?: AbortSignal } = {},
): Promise<CallAnswer<C>> {
  const [method = 'GET', path = ''] = call.split(' ')
  const token = await readIdentityToken()
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== undefined) {
    headers.Authorization = `Bearer ${token}`
  }
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
  }
  const response = await send(`/api${path}${writeQuery(input.query)}`, {
    method,
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal !== undefined && { signal: input.signal }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    if (response.status === 401) {
      await sessionEnded(token)
    }
    throw asApiError(answer, response.status)
  }
  if (answer === undefined) {
    throw new ApiError('unreadable', t('data.unreadable'), response.status)
  }
  return answer as CallAnswer<C>
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) {
      throw error
    }
    throw new ApiError('unreachable', t('data.offline'), 0)
  }
}

const WORDED = {
  invalid_request: 'data.error.invalid_request',
  not_signed_in: 'data.error.not_signed_in',
  not_allowed: 'data.error.not_allowed',
  not_found: 'data.error.not_found',
  changed_meanwhile: 'data.error.changed_meanwhile',
  name_taken: 'data.error.name_taken',
  in_use: 'data.error.in_use',
  too_large: 'data.error.too_large',
  too_many_requests: 'data.error.too_many_requests',
  internal: 'data.error.internal',
  unavailable: 'data.error.unavailable',
} as const satisfies Partial<Record<ErrorCode, WordKey>>

/** The server says in English what it refuses and why; in another language the code has to say it. */
function inOurLanguage(code: string, message: string): string {
  const key = WORDED[code as keyof typeof WORDED]
  return key === undefined || (currentLanguage() === 'en' && message !== '') ? message : t(key)
}

function asApiError(answer: unknown, status: number): ApiError {
  if (typeof answer === 'object' && answer !== null && 'error' in answer && 'message' in answer) {
    const { error, message, field } = answer as ErrorAnswer
    return new ApiError(error as ErrorCode, inOurLanguage(error, message), status, field)
  }
  return new ApiError('unreadable', t('data.unreadable'), status)
}
