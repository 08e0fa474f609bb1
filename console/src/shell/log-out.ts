import { queryClient } from '../api/query-client.ts'
import { signOut } from '../auth/session.ts'
import { askToSignOut, endWork } from '../ui/guarded-history.ts'

/** Signs out, unless the person prefers to save the page's unsaved changes first. */
export async function logOut(): Promise<void> {
  if (await askToSignOut()) {
    // Running calls would be refused, and would then ask for new tokens.
    await queryClient.cancelQueries()
    await endWork()
    await signOut()
  }
}
