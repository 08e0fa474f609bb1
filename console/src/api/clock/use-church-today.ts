import { useSyncExternalStore } from 'react'
import { churchToday } from '../church-day.ts'

const LOOK_EVERY_MS = 30_000

/** The present day at the church, also on a page that stays open past midnight. */
export function useChurchToday(): string {
  return useSyncExternalStore(followClock, churchToday)
}

function followClock(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS)
  // A tab in the background, or a computer that was asleep, may not have checked for hours.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
