import { useSyncExternalStore } from 'react'
import { lostSince, onLineChange } from './line.ts'

/** Whether the server can't be reached, as it changes. */
export function useLostLine(): boolean {
  return useSyncExternalStore(onLineChange, lostSince) !== undefined
}
