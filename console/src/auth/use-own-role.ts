import { type GroupRights, type Right, rightsOf } from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { church } from '../console-config.ts'
import { useChurch } from '../ui/use-church.ts'
import { currentSession, type Session, useSession } from './session.ts'

export type OwnRole = {
  role: string
  /** Whether the person arranges classes, or only teaches their own. */
  arranges: boolean
  /** Whether the person has a right, or all of several. */
  may: (needed: Right | readonly Right[] | undefined) => boolean
}

/** The role of the signed-in person, and what they may do; the server decides in any case. */
export const useOwnRole = (): OwnRole => readRole(useSession(), useChurch().rights)

/** The same at this moment. */
export const ownRole = (): OwnRole => readRole(currentSession(), church().rights)

function readRole(session: Session, set: GroupRights): OwnRole {
  const role = session.status === 'signed_in' ? session.role : DEFAULT_ROLE
  const rights = rightsOf(role, set)
  const may: OwnRole['may'] = (needed = []) => [needed].flat().every((right) => rights.includes(right))
  return { role, arranges: may('arrange'), may }
}
