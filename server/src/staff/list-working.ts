import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { type GroupRights, type Right, rightsOf } from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import type { StaffDirectory } from './staff-directory.ts'

/** A member of staff to whom the server may send emails. */
export type WorkingPerson = {
  sub: string
  email: string
  language: MessageLanguage
  rights: readonly Right[]
}

/** The staff who can sign in, with their rights. `set` has the rights of groups that were changed from the default. */
export async function listWorking(
  { listNames, listMemberships }: Pick<StaffDirectory, 'listNames' | 'listMemberships'>,
  set: GroupRights,
): Promise<WorkingPerson[]> {
  const [people, memberships] = await Promise.all([listNames(), listMemberships()])
  return people
    .filter(({ email, enabled, status }) => enabled && status === 'active' && email !== '')
    .map(({ sub, email, language }) => {
      const [role = DEFAULT_ROLE] = memberships.get(sub) ?? []
      return { sub, email, language, rights: rightsOf(role, set) }
    })
}
