import { deepStrictEqual } from 'node:assert'
import { api } from '@vestry/contract/calls/api.ts'
import { type Route, SentFile } from '@vestry/contract/calls/route.ts'

const ROUTES = new Map(
  Object.values(api)
    .flatMap((feature): Route[] => Object.values(feature))
    .map((route) => [`${route.method} ${route.path}`, route]),
)

/**
 * Throws unless the contract declares everything in a response, and the response has everything that the contract
 * declares.
 */
export function checkAnswer(call: string, answer: unknown): void {
  const route = ROUTES.get(call)
  if (route === undefined || route.answer === SentFile) {
    return
  }
  const parsed = route.answer.safeParse(answer)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`${call} answered what its contract does not declare: ${faults.join('; ')}`)
  }
  // Parsing leaves out the fields that are not declared.
  deepStrictEqual(parsed.data, answer, `${call} answered fields that its contract does not declare`)
}
