import { join } from 'node:path'
import { type FileLock, lockFile } from './file-lock.ts'
import { StartupError } from './startup-error.ts'

/** Keeps every other server away from a data folder. Throws StartupError when one is already running in it. */
export function lockDataFolder(folder: string): FileLock {
  const lock = lockFile(join(folder, 'lock.sqlite'))
  if (!lock) {
    throw new StartupError(explainInUse(folder))
  }
  return lock
}

/** What to do when another server has locked the data folder, or a part of it. */
export function explainInUse(location: string): string {
  return `VESTRY_DATA is in use by another Vestry that is running; stop that one, or choose another folder. (${location} is locked.)`
}
