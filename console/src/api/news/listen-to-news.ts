import { currentUserId, onSessionChange } from '../../auth/session.ts'
import { readNews } from './read-news.ts'
import { refreshShown } from './refresh-shown.ts'
import { type SharedNews, shareNews } from './share-news.ts'
import { forgetNews } from './told-news.ts'

/** For how long a page that isn't looked at goes on listening, in milliseconds. */
const LISTENS_HIDDEN = 30_000

/** Listens to the news for whoever is signed in, from now on. */
export function listenToNews(): void {
  let person: string | undefined
  let shared: SharedNews | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  const look = () => {
    clearTimeout(leaving)
    if (document.visibilityState === 'visible') {
      shared?.look(true)
    } else {
      leaving = setTimeout(() => shared?.look(false), LISTENS_HIDDEN)
    }
  }
  const settle = () => {
    const next = currentUserId()
    if (next !== person) {
      person = next
      shared?.stop()
      forgetNews()
      shared =
        next === undefined ? undefined : shareNews({ person: next, read: readNews, locks: navigator.locks })
      look()
    }
  }
  settle()
  onSessionChange(settle)
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  refreshShown()
}
