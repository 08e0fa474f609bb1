import { forgetKeptRolls } from '../api/offline/forget-kept-rolls.ts'
import { queryClient } from '../api/query-client.ts'
import { currentSession, currentUserId, onSessionChange } from '../auth/session.ts'
import { paths } from '../paths.ts'
import { closeAll } from '../ui/dialogs/dialogs.ts'
import { claimEntry, entryOwner, overwriteEntry } from '../ui/guarded-history.ts'

/** In the session storage: the person to whom the notes under the other names there belong. */
const STORED_AS = 'vestry.person'

/**
 * Keeps what one person saw in this browser from the next person: cached responses, open questions, the tab's own
 * notes, and the entries of its history, which name classes and search texts.
 */
export function forgetPreviousUser(): void {
  let last = currentUserId()
  const settle = () => {
    const person = currentUserId()
    if (person !== last) {
      last = person
      queryClient.clear()
      closeAll()
    }
    if (person === undefined) {
      // Signed out here, in another tab or by the server: nobody may find children's names on this device.
      void forgetKeptRolls()
    }
    const session = currentSession()
    const left = session.status === 'signed_out' && session.why === 'left'
    if (left || (person !== undefined && person !== sessionStorage.getItem(STORED_AS))) {
      forgetNotes()
    }
    if (person !== undefined) {
      sessionStorage.setItem(STORED_AS, person)
      isOwnEntry()
    }
  }
  settle()
  onSessionChange(settle)
}

/**
 * Whether the history entry that the browser shows is for the signed-in person, to whom it belongs from then on.
 * Somebody else's becomes the first page; the sign-in page belongs to nobody.
 */
export function isOwnEntry(): boolean {
  const person = currentUserId()
  const owner = entryOwner()
  if (person === undefined || owner === person || location.pathname === paths.login) {
    return true
  }
  if (owner === undefined) {
    claimEntry(person)
    return true
  }
  overwriteEntry(paths.home)
  return false
}

function forgetNotes(): void {
  for (const name of Object.keys(sessionStorage).filter((one) => one.startsWith('vestry.'))) {
    sessionStorage.removeItem(name)
  }
}
