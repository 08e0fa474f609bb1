import type { Teacher } from '@vestry/contract/calls/classes.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { findAssigned } from './assigned-teachers-sql.ts'

/** Those of these people whom the server knows, in the order of its own list. */
export function teachersOf(subs: readonly string[] = [], people: readonly Teacher[]): Teacher[] {
  return people.filter(({ sub }) => subs.includes(sub)).map(({ sub, name }) => ({ sub, name }))
}

/** The names of the people to whom a session is assigned. */
export async function namesOfTeachers(
  db: Kysely<Tables>,
  session: { id: number },
  listPeople: () => Promise<readonly Teacher[]>,
): Promise<string[]> {
  const assigned = (await findAssigned(db, [session])).get(session.id)
  return assigned ? teachersOf(assigned, await listPeople()).map(({ name }) => name) : []
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
