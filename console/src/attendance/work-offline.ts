import { keepTodaysRolls } from '../api/offline/keep-todays-rolls.ts'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { church } from '../console-config.ts'

/** For how long the rolls that a device has kept are taken for new, in ms. */
const NEW_FOR = 10 * 60_000

/** Keeps this device ready for a morning without a line, in whatever tab somebody looks at. */
export function workOffline(): void {
  let kept = { sub: '', at: 0 }
  const look = async () => {
    const sub = currentUserId()
    const off = !church().parts.includes('sundaySchool')
    const old = sub !== kept.sub || Date.now() - kept.at > NEW_FOR
    if (sub === undefined || off || !old || document.visibilityState !== 'visible' || !navigator.onLine) {
      return
    }
    const before = kept
    kept = { sub, at: Date.now() }
    try {
      await keepTodaysRolls(sub)
    } catch {
      // The next look tries again.
      kept = before
    }
  }
  const lookNow = () => void look()
  onSessionChange(lookNow)
  document.addEventListener('visibilitychange', lookNow)
  addEventListener('online', lookNow)
  lookNow()
}
