import { useSyncExternalStore } from 'react'
import { church, onConfigChange } from '../console-config.ts'

/** The church's settings for everybody's screens; the component is drawn again when they change. */
export function useChurch() {
  return useSyncExternalStore(onConfigChange, church)
}
