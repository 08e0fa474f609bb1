import { type Right, rightsOf } from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { useChurch } from '../ui/use-church.ts'
import { useSession } from './session.ts'

export type OwnRole = {
  role: string
  /** Whether the person arranges classes, or only teaches their own. */
  arranges: boolean
  /** Whether the person has a right, or all of several. */
  may: (needed: Right | readonly Right[] | undefined) => boolean
}

/** The role of the signed-in person, and what they may do; the server decides in any case. */
export function useOwnRole(): OwnRole {
  const session = useSession()
  const role = session.status === 'signed_in' ? session.role : DEFAULT_ROLE
  const rights = rightsOf(role, useChurch().rights)
  const may: OwnRole['may'] = (needed = []) => [needed].flat().every((right) => rights.includes(right))
  return { role, arranges: may('arrange'), may }
}
