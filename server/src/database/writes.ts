import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/** The name under which the processes on one PostgreSQL tell each other that something was written. */
export const WRITES_CHANNEL = 'vestry_writes'

/** On PostgreSQL all processes hear of it: once `db` is committed, if that is a transaction. */
const notifyOfWrite = (db: Kysely<Tables>) => sql`select pg_notify(${WRITES_CHANNEL}, '')`.execute(db)

/** Tells of a write that took no lock. */
export async function tellOfWrite({ dialect, writes }: Database, db: Kysely<Tables>): Promise<void> {
  if (dialect === 'postgres') {
    await notifyOfWrite(db)
  }
  writes.tell()
}

/**
 * Those who follow the writes of this process; while there are any, `listen` listens for those of others, until it is
 * stopped.
 */
export function createWrites(listen: (onWrite: () => void) => () => void): Database['writes'] {
  const followers = new Set<() => void>()
  let stop: (() => void) | undefined
  const tell = () => {
    for (const onWrite of followers) {
      onWrite()
    }
  }
  return {
    tell,
    follow(onWrite) {
      followers.add(onWrite)
      stop ??= listen(tell)
      return () => {
        followers.delete(onWrite)
        if (followers.size === 0) {
          stop?.()
          stop = undefined
        }
      }
    },
  }
}
