import type { z } from 'zod'
import { CognitoError, invalidParameter } from './errors.ts'

/** Nothing that the protocol carries is nested deeper than a passkey's extensions. */
const DEEPEST = 32

/**
 * The members of a request. One that is null is absent, also within another and in a map; null in a list is refused.
 * Throws SerializationException for what is not JSON, or is nested without end.
 */
export function readMembers(body: unknown): unknown {
  let members: unknown
  try {
    members = JSON.parse(String(body))
  } catch {
    throw new CognitoError('SerializationException', 'The request is not JSON.')
  }
  dropNull(members, 1)
  return members
}

function dropNull(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.includes('\0')) {
    // No text of the protocol has this sign, and PostgreSQL keeps no text with it.
    throw invalidParameter('A text must not hold the character NUL.')
  }
  if (typeof value !== 'object' || value === null) {
    return
  }
  if (depth > DEEPEST) {
    throw new CognitoError('SerializationException', `The request is nested more than ${DEEPEST} deep.`)
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === null && !Array.isArray(value)) {
      Reflect.deleteProperty(value, name)
    } else {
      dropNull(member, depth + 1)
    }
  }
}

/** What is wrong with members that don't have the shape that an action takes. */
export function membersError({ issues }: z.ZodError, members: unknown): CognitoError {
  const [first] = issues
  const path = first?.path ?? []
  if (first?.code === 'custom') {
    return invalidParameter(first.message)
  }
  const member = path.join('.')
  const name = member.charAt(0).toLowerCase() + member.slice(1)
  const value = path.reduce<unknown>((of, key) => (of as Record<PropertyKey, unknown>)[key], members)
  const isAbsent = path.length > 0 && (value === undefined || value === null)
  if (first?.code === 'invalid_type' && !isAbsent) {
    const what = name === '' ? 'The request' : `The value at '${name}'`
    return new CognitoError(
      'SerializationException',
      `${what} must be ${kindOf(first.expected)}, not ${kindOf(typeOf(value))}.`,
    )
  }
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`
  const flaw = isAbsent ? 'Member must not be null' : 'Member is not valid'
  return invalidParameter(`${count}: Value at '${name}' failed to satisfy constraint: ${flaw}`)
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

const kindOf = (type: string) => KINDS[type] ?? type
