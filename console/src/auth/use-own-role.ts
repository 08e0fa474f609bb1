import { DEFAULT_ROLE, seesOnlyOwnClasses } from '@vestry/contract/roles.ts'
import { useSession } from './session.ts'

/** The role of the person who is signed in, and whether they arrange the classes or only teach theirs. */
export function useOwnRole(): { role: string; arranges: boolean } {
  const session = useSession()
  const role = session.status === 'signed_in' ? session.role : DEFAULT_ROLE
  return { role, arranges: !seesOnlyOwnClasses(role) }
}
