import { StartupError } from '../startup-error.ts'
import { copyRows, type Progress } from './copy-rows.ts'
import { openDatabase, type Where } from './open-database.ts'
import { openImportTarget } from './open-import-target.ts'
import { digestTables, openSnapshot, requireFile, type Snapshot } from './open-snapshot.ts'
import type { Digest } from './row-digest.ts'

/** Called during a move: how far it has come, and when it begins to compare. */
export type MigrationEvents = {
  copied(progress: Progress): void | Promise<void>
  comparing(): void
  resumed(): void
}

/**
 * Copies all rows of one database into another, empty one, and compares both, table by table, before anybody may use
 * the copy. After an interruption it goes on when it is started again. A source that somebody works with is refused at
 * the beginning, and one that has changed at the end.
 */
export async function migrateDatabase(
  from: Where,
  to: Where,
  events: MigrationEvents,
): Promise<Record<string, Digest>> {
  if (!from.databaseUrl) {
    requireFile(from.dataFolder)
  }
  // Refuses a newer database, and brings an older one up to date.
  await (await openDatabase(from)).close()
  const importTarget = await withSnapshot(from, async (snapshot) => {
    const opened = await openImportTarget(to)
    try {
      if (opened.resumed) {
        events.resumed()
        await withSnapshot(to, (existing) => copyRows(snapshot, opened, existing, events.copied), {})
      } else {
        await copyRows(snapshot, opened, undefined, events.copied)
      }
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  })
  try {
    events.comparing()
    return await withSnapshot(from, async (source) => {
      const wanted = await digestTables(source)
      const arrived = await withSnapshot(to, digestTables, {})
      const differing = Object.keys(wanted).filter(
        (name) => JSON.stringify(wanted[name]) !== JSON.stringify(arrived[name]),
      )
      if (differing.length > 0) {
        throw new StartupError(
          `The source has changed while it was copied (${differing.join(', ')}). Stop whatever works with it and run the same command again; it copies what differs.`,
        )
      }
      await importTarget.finish(await source.lastIds())
      return wanted
    })
  } finally {
    await importTarget.close()
  }
}

async function withSnapshot<Result>(
  place: Where,
  work: (snapshot: Snapshot) => Promise<Result>,
  options: { alone?: boolean } = { alone: true },
): Promise<Result> {
  const snapshot = await openSnapshot(place, options)
  try {
    return await work(snapshot)
  } finally {
    await snapshot.close()
  }
}
