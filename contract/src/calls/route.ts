import { z } from 'zod'
import type { Right, StationRight } from '../rules/rights.ts'

/**
 * The closed list of codes that `/api` may answer with, each with its HTTP status.
 * Control flow goes by code, never by message text.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  changed_meanwhile: 409,
  in_use: 409,
  name_taken: 409,
  already_in_class: 409,
  in_another_class: 409,
  class_cancelled: 409,
  unknown_group: 409,
  own_account: 409,
  last_administrator: 409,
  wrong_status: 409,
  too_large: 413,
  wrong_content_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  not_sent: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The codes that every call may meet, and that a route therefore need not declare. */
export const ALWAYS_POSSIBLE: readonly ErrorCode[] = [
  'invalid_request',
  'not_signed_in',
  'not_allowed',
  'too_large',
  'wrong_content_type',
  'too_many_requests',
  'internal',
  'unavailable',
]

/** The body of every refused call. `field` names the part of the query or body that was wrong. */
export const ErrorAnswer = z.object({
  error: z.string(),
  message: z.string(),
  field: z.string().optional(),
})
export type ErrorAnswer = z.output<typeof ErrorAnswer>

/** What a call that downloads a file answers: its type, and its pieces in turn. */
export const SentFile = z
  .custom<{ type: string; content: AsyncIterable<string | Uint8Array> }>(
    (value) => typeof value === 'object' && value !== null && 'content' in value,
  )
  .meta({ type: 'string', description: 'a file' })
export type SentFile = z.output<typeof SentFile>

/** What a call answers that goes on for as long as its client listens: server-sent events, each as it is sent. */
export const EventStream = z
  .custom<AsyncIterable<string>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )
  .meta({
    type: 'string',
    description: 'server-sent events, each with a JSON object of topics and their revisions',
  })
export type EventStream = z.output<typeof EventStream>

/** Who may make a call: those who hold all of these rights; every signed-in member of staff when there are none. */
export type Who = readonly (Right | StationRight)[]

/** One HTTP call, declared once: server mounting, typed calls, OpenAPI and standing tests derive from it. */
export type Route<
  Method extends string = string,
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: Path
  summary: string
  who: Who
  query: Query
  body: Body
  answer: Answer
  /** Every code this call may answer with beside {@link ALWAYS_POSSIBLE}; anything else is our bug. */
  errors: readonly ErrorCode[]
  /** How many bytes a body may have, when that is more than usual. */
  maxBody?: number
  /** The types that a {@link SentFile} may have. */
  files?: readonly string[]
}

const Nothing = z.undefined()
const NoQuery = z.strictObject({})

/** Declares a call. An absent `query` admits no parameter at all; an absent `body` is not read. */
export function route<
  const M extends 'GET' | 'POST' | 'PUT' | 'DELETE',
  const P extends `/${string}`,
  A extends z.ZodType,
  Q extends z.ZodType = typeof NoQuery,
  B extends z.ZodType = typeof Nothing,
>(
  method: M,
  path: P,
  declared: {
    summary: string
    who?: Right | StationRight | Who
    query?: Q
    body?: B
    answer: A
    errors?: readonly ErrorCode[]
    maxBody?: number
    files?: readonly string[]
  },
): Route<M, P, Q, B, A> {
  return {
    method,
    path,
    summary: declared.summary,
    who: [declared.who ?? []].flat(),
    query: (declared.query ?? NoQuery) as Q,
    body: (declared.body ?? Nothing) as B,
    answer: declared.answer,
    errors: declared.errors ?? [],
    ...(declared.maxBody !== undefined && { maxBody: declared.maxBody }),
    ...(declared.files !== undefined && { files: declared.files }),
  }
}
