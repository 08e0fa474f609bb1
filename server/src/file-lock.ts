import { SqliteFile } from './sqlite-file.ts'

/** A lock that one process at a time holds; `undefined` while another one has it. */
export type FileLock = { release(): void }

/** A transaction that is never ended: however this process dies, the operating system releases the lock. */
export function lockFile(file: string): FileLock | undefined {
  const lock = new SqliteFile(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      return undefined
    }
    throw error
  }
  return { release: () => lock.close() }
}
