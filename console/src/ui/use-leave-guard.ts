import { useEffect, useEffectEvent } from 'react'
import { guardDeparture } from './guarded-history.ts'

/**
 * While `dirty`, leaving the page asks first: `ask` resolves with whether to leave. The guard is off as soon as a
 * render passes `dirty` as false, so clear unsaved changes before navigating away after a save.
 */
export function useLeaveGuard(dirty: boolean, ask: () => Promise<boolean>): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => (dirty ? guardDeparture(() => askNow()) : undefined), [dirty])
}
