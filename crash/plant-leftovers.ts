import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@vestry/server/database/open-database.ts'

const FILES = 300
const ROWS = 2000
const LONG_AGO = 1_000_000
const PATIENCE = 20_000

/** Leaves work for the jobs of the next start, so that the program can be killed in the middle of it. */
export async function plantLeftovers({ sql }: Database, dataFolder: string): Promise<void> {
  const pieces = join(dataFolder, 'objects', 'pieces')
  for (let file = 0; file < FILES; file += 1) {
    const id = randomUUID().replaceAll('-', '')
    await mkdir(join(pieces, id.slice(0, 2)), { recursive: true })
    await writeFile(join(pieces, id.slice(0, 2), id), 'nobody knows me')
  }
  for (let planted = 0; planted < ROWS; planted += 500) {
    const rows = Array.from({ length: 500 }, () => ({
      handle_hash: randomUUID(),
      step: 'PASSWORD_VERIFIER',
      encrypted_state: 'x'.repeat(500),
      expires: LONG_AGO,
      attempts: 0,
    }))
    await sql.insertInto('identity_challenge').values(rows).execute()
  }
}

/** Lets the next start run its jobs at once, even if a process that was killed may have begun them. */
export async function makeJobsDue({ sql }: Database): Promise<void> {
  await sql.deleteFrom('lease').where('name', 'like', 'sweep %').execute()
}

/** What of it is still there after the jobs have had time. */
export async function findLeftovers({ sql }: Database): Promise<string[]> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const left = await sql
      .selectFrom('identity_challenge')
      .select('step')
      .where('expires', '<=', LONG_AGO)
      .execute()
    if (left.length === 0) {
      return []
    }
    if (performance.now() > deadline) {
      return [`${left.length} challenges that ran out were not swept`]
    }
    await pause(50)
  }
}
