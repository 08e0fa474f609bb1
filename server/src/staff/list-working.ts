import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { type GroupRights, type Right, rightsOf } from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import type { StaffDirectory } from './staff-directory.ts'

/** Somebody of the staff whom the server may write to. */
export type WorkingPerson = {
  sub: string
  email: string
  language: MessageLanguage
  rights: readonly Right[]
}

/** Those who can sign in, with what they may do. `set`: what groups hold, where it is not what they hold as it comes. */
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
