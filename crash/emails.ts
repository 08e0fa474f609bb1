import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE = 1_500

/**
 * The content, such as a code, of an email that was sent to an address at a time or later; nothing if none came, for
 * example because its sender was killed.
 */
export async function findInEmail(
  outbox: string,
  to: string,
  what: RegExp,
  since: number,
): Promise<string | undefined> {
  const first = new Date(since).toISOString().replaceAll(':', '-')
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    for (const name of (await emailsIn(outbox)).filter((one) => one >= first)) {
      const email = await readFile(join(outbox, name), 'utf8')
      const found = email.includes(to) ? what.exec(email)?.[1] : undefined
      if (found !== undefined) {
        return found
      }
    }
    await pause(20)
  }
  return undefined
}

async function emailsIn(outbox: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [])
  return names.filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
}
