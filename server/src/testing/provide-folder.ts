import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

/**
 * Gives a whole run of the tests one folder for their files, and removes it afterwards. It is in memory if there is
 * room: a server on SQLite flushes at each write, so a test would mostly wait for the disk.
 */
export default function provideFolder() {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'vestry-tests-'))
  // Some tests start programs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) {
    return false
  }
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH
}
