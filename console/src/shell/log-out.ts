import { queryClient } from '../api/query-client.ts'
import { signOut } from '../auth/session.ts'
import { askToSignOut, endWork } from '../ui/guarded-history.ts'

/** Signs out, unless the person prefers to save first what is unsaved on the page. */
export async function logOut(): Promise<void> {
  if (await askToSignOut()) {
    // What is under way would come back refused, and ask for new tokens.
    await queryClient.cancelQueries()
    await endWork()
    await signOut()
  }
}
