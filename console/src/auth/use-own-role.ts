import { type Right, rightsOf } from '@vestry/contract/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/roles.ts'
import { useChurch } from '../ui/use-church.ts'
import { useSession } from './session.ts'

export type OwnRole = {
  role: string
  /** Whether they arrange the classes, or only teach theirs. */
  arranges: boolean
  may: (right: Right | undefined) => boolean
}

/** The role of the person who is signed in, and what they may do; the server decides in any case. */
export function useOwnRole(): OwnRole {
  const session = useSession()
  const role = session.status === 'signed_in' ? session.role : DEFAULT_ROLE
  const rights = rightsOf(role, useChurch().rights)
  const may = (right: Right | undefined) => right === undefined || rights.includes(right)
  return { role, arranges: may('arrange'), may }
}
