import { wireAttributesOf } from './attributes.ts'
import type { Person } from './people.ts'

/** A time as the wire has it: seconds since 1970. */
export const wireTimeOf = (milliseconds: number) => milliseconds / 1000

/** A person as the administrator's calls answer them. */
export function wirePersonOf(person: Person) {
  return {
    Username: person.sub,
    Attributes: wireAttributesOf(person),
    UserCreateDate: wireTimeOf(person.created),
    UserLastModifiedDate: wireTimeOf(person.updated),
    Enabled: person.enabled,
    UserStatus: person.status,
  }
}
