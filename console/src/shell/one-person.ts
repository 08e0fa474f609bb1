import { queryClient } from '../api/query-client.ts'
import { currentSession, currentUserId, onSessionChange } from '../auth/session.ts'
import { paths } from '../paths.ts'
import { closeAll } from '../ui/dialogs/dialogs.ts'
import { claimEntry, entryOwner, overwriteEntry } from '../ui/guarded-history.ts'

/** In the session storage: the person whose notes the other names there hold. */
const STORED_AS = 'vestry.person'

/**
 * Keeps what one person saw at this browser from the next one: answers of the server, open questions, what the tab
 * notes for itself, and the entries of its history, which name classes and what was searched.
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
 * Whether the entry of the history to which the browser has come is for the person signed in, whose it is from then on.
 * Somebody else's becomes the first page; the sign-in page is nobody's.
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
