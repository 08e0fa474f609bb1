import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from './api-errors.ts'

/**
 * Checks a query or a body by its schema. The refusal names the first wrong field and says in one sentence what it must
 * be, in the words of the schema's description.
 */
export function checkInput(schema: z.ZodType, part: string) {
  return (input: unknown): { value: unknown } | { error: ApiError } => {
    const result = schema.safeParse(input)
    return result.success ? { value: result.data } : { error: refusal(schema, part, input, result.error) }
  }
}

const MAX_KEPT = 500

/**
 * Reads a call's query. The same text always means the same, and lists are asked for again and again: so the parsed
 * query is kept by its text, and must not be changed.
 */
export function readQueries(schema: z.ZodType) {
  const check = checkInput(schema, 'query')
  const kept = new Map<string, unknown>()

  return ({ url, query }: FastifyRequest): unknown => {
    const known = kept.get(url)
    if (known !== undefined) {
      return known
    }
    const result = check(query)
    if ('error' in result) {
      throw result.error
    }
    if (kept.size === MAX_KEPT) {
      kept.clear()
    }
    kept.set(url, Object.freeze(result.value))
    return result.value
  }
}

function refusal(schema: z.ZodType, part: string, input: unknown, error: z.ZodError): ApiError {
  const unknown = error.issues.find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
  const issue = unknown ?? error.issues[0]
  if (issue?.code === 'unrecognized_keys' && issue === unknown) {
    const field = (issue.keys[0] ?? '').slice(0, 60)
    return new ApiError('invalid_request', `${field} is not a field of this call.`, { field, cause: error })
  }
  const field = issue?.path[0]
  if (typeof field !== 'string') {
    return new ApiError('invalid_request', `The ${part} must be a JSON object.`, { cause: error })
  }
  const missing = (input as Record<string, unknown>)[field] === undefined
  const sentence = missing ? `${field} is missing.` : `${field} must be ${descriptionOf(schema, field)}.`
  return new ApiError('invalid_request', sentence, { field, cause: error })
}

function descriptionOf(schema: z.ZodType, field: string): string {
  let inner: z.core.$ZodType | undefined = schema instanceof z.ZodObject ? schema.shape[field] : undefined
  while (inner) {
    const description = z.globalRegistry.get(inner)?.description
    if (description) {
      return description
    }
    inner = (inner._zod.def as { innerType?: z.core.$ZodType }).innerType
  }
  return 'well formed'
}
