import { askToLeave } from '../data/guarded-history.ts'
import { signOut } from '../sign-in/session.ts'

/** Signs out, unless the person prefers to save first what is unsaved on the page. */
export async function logOut(): Promise<void> {
  if (await askToLeave()) {
    await signOut()
  }
}
