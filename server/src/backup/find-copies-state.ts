import type { Clock } from '../clock.ts'
import { newestCopy } from './scheduled-copies.ts'

/**
 * The state of the server's own copies: it makes none, has made none yet, should have made a newer one long ago, or all
 * is well. `newest` is in milliseconds since 1970.
 */
export type CopiesState = { state: 'off' | 'none' | 'old' | 'fresh'; newest: number | null }

const HOUR = 60 * 60_000

/** `every` is the hours between two copies. */
export async function findCopiesState(
  backup: { folder: string; every: number } | undefined,
  clock: Clock,
): Promise<CopiesState> {
  if (backup === undefined) {
    return { state: 'off', newest: null }
  }
  const newest = await newestCopy(backup.folder, clock)
  if (newest === undefined) {
    return { state: 'none', newest: null }
  }
  return { state: clock.now() - newest > 2 * backup.every * HOUR ? 'old' : 'fresh', newest }
}
