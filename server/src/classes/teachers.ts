import type { Teacher } from '@vestry/contract/classes.ts'
import { ApiError } from '../http/api-errors.ts'

/** Those of these people whom the house knows, in the order in which it lists its people. */
export function teachersOf(subs: readonly string[] = [], people: readonly Teacher[]): Teacher[] {
  return people.filter(({ sub }) => subs.includes(sub)).map(({ sub, name }) => ({ sub, name }))
}

/** Refuses to assign a class to somebody who can't sign in. */
export function refuseUnknown(
  subs: readonly string[],
  people: readonly (Teacher & { enabled: boolean })[],
): void {
  if (subs.some((sub) => !people.some((person) => person.sub === sub && person.enabled))) {
    throw new ApiError('invalid_request', 'teachers names somebody who cannot sign in here.', {
      field: 'teachers',
    })
  }
}
