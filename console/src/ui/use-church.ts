import { useSyncExternalStore } from 'react'
import { church, onConfigChange } from '../console-config.ts'

/** What the church has set for everybody's screens; drawn again when it changes. */
export function useChurch() {
  return useSyncExternalStore(onConfigChange, church)
}
