import { invalidParameter } from '../identity-errors.ts'
import type { Attributes, Person } from './people.ts'

/** An attribute as the wire has it. */
export type WireAttribute = { Name: string; Value: string }

/** What people may write about themselves. The e-mail address is their user name and stays with the staff. */
export const WRITABLE = new Set([
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'address',
])
const MOST_CHARACTERS = 2048

/** What operators may write beside it. */
export const ADMINISTERED = new Set([...WRITABLE, 'email', 'email_verified', 'phone_number_verified'])

/** Throws InvalidParameterException for an attribute that isn't people's own to write. */
export function readWritable(given: readonly WireAttribute[]): Attributes {
  return read(given, WRITABLE)
}

/** Throws InvalidParameterException for an attribute that isn't even for operators to write. */
export function readAdministered(given: readonly WireAttribute[]): Attributes {
  return read(given, ADMINISTERED)
}

function read(given: readonly WireAttribute[], writable: ReadonlySet<string>): Attributes {
  for (const { Name, Value } of given) {
    if (!writable.has(Name)) {
      throw invalidParameter(`user.${Name}: Attribute cannot be updated.`)
    }
    if (Value.length > MOST_CHARACTERS) {
      throw invalidParameter(`user.${Name}: String must be no longer than ${MOST_CHARACTERS} characters`)
    }
  }
  return Object.fromEntries(given.map(({ Name, Value }) => [Name, Value]))
}

export function wireAttributesOf(person: Person): WireAttribute[] {
  return [
    { Name: 'sub', Value: person.sub },
    { Name: 'email', Value: person.email },
    ...Object.entries(person.attributes).map(([Name, Value]) => ({ Name, Value })),
  ]
}
