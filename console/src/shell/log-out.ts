import { signOut } from '../auth/session.ts'
import { askToLeave } from '../ui/guarded-history.ts'

/** Signs out, unless the person prefers to save first what is unsaved on the page. */
export async function logOut(): Promise<void> {
  if (await askToLeave()) {
    await signOut()
  }
}
