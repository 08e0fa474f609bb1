import { withCopies } from '@vestry/contract/files/poster-copies.ts'
import type { ReadableStore } from '@vestry/s3'
import type { Clock } from '../clock.ts'
import { OLDEST_STEP } from '../database/migrate.ts'
import { openSnapshot, type Snapshot } from '../database/open-snapshot.ts'
import { lineOf, type Row, startDigest } from '../database/row-digest.ts'
import { BackupError, toUserError } from './backup-error.ts'
import { createCopyWriter } from './copy-files.ts'
import { type CopyManifest, FORMAT, type ObjectFlaw } from './copy-manifest.ts'
import { type CopiedObjects, copyObjects } from './copy-objects.ts'
import { openProgress } from './copy-progress.ts'
import type { Repository } from './repository.ts'

/** How often recordings may come and go while the rows are read, until the copy is given up. */
const ROUNDS = 20

/** What is copied. */
export type Church = {
  /** Where its rows are. */
  database: Parameters<typeof openSnapshot>[0]
  store: ReadableStore
  /** The bytes of the key file; absent if the church has none. */
  key: Buffer | undefined
  settings: Record<string, unknown>
  version: string
  clock: Clock
}

export type MadeCopy = {
  id: string
  rows: number
  objects: number
  /** The bytes by which the repository has grown. */
  added: number
  flaws: readonly ObjectFlaw[]
}

/**
 * Makes a copy while people work: first the objects, which may take hours; then all rows, as they are at one moment;
 * then the objects that came meanwhile. An object is there before a row names it, and goes only when no row names it
 * any more. So what the rows name is in one of the two passes, or it came and went in between; then both are done
 * again.
 */
export async function makeCopy(
  repository: Repository,
  church: Church,
  onProgress: (progress: string) => void,
): Promise<MadeCopy> {
  try {
    return await make(repository, church, onProgress)
  } catch (error) {
    throw toUserError(error, repository.folder)
  }
}

async function make(repository: Repository, church: Church, onProgress: (progress: string) => void) {
  const { vault, cipher } = repository
  const { store, clock } = church
  const made = clock.now()
  const folder = await repository.beginCopy()
  await vault.prepare()
  const progress = await openProgress(repository, made)
  const copyAll = () =>
    copyObjects(store, vault, progress, (count, bytes) =>
      onProgress(`${count} objects, ${megabytes(bytes)} new`),
    )

  let earlier = await copyAll()
  let added = earlier.added
  let lacking = new Set<string>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const draft = await createCopyWriter(folder, cipher)
    const rows = await copyRows(church, draft, onProgress)
    const later = await copyAll()
    added += later.added
    const objects = join(rows.named, earlier, later)
    const missing = [...rows.named].filter((key) => !objects.has(key) && !later.damaged.has(key))
    earlier = later
    if (missing.some((key) => !lacking.has(key))) {
      lacking = new Set(missing)
      continue
    }
    // An object that two passes in a row have not found is not about to come: the store lacks it.
    const flaws: ObjectFlaw[] = [
      ...missing.map((key) => ({ key, flaw: 'missing' as const })),
      ...later.damaged.values(),
    ]
    const kept = [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    await draft.writeObjects(kept)
    if (church.key) {
      await draft.writeKeyFile(church.key)
    }
    const manifest: CopyManifest = {
      format: FORMAT,
      version: church.version,
      step: rows.step,
      made,
      parish: repository.church,
      tables: rows.tables,
      lastIds: rows.lastIds,
      objects: { count: kept.length, bytes: kept.reduce((sum, { size }) => sum + size, 0) },
      flaws,
      hasKey: church.key !== undefined,
      settings: church.settings,
    }
    added += await draft.finish(manifest)
    const id = await repository.finishCopy(folder, made)
    await progress.clear()
    const count = rows.tables.reduce((sum, table) => sum + table.rows, 0)
    return { id, rows: count, objects: kept.length, added, flaws }
  }
  throw new BackupError('Recordings came and went faster than they could be copied; try again later.')
}

/**
 * All objects of the later pass, and those of the earlier one that rows name: the copy has their bytes even if the
 * store's are gone.
 */
function join(named: ReadonlySet<string>, earlier: CopiedObjects, later: CopiedObjects) {
  const gone = [...earlier.objects].filter(([key]) => named.has(key) && !later.objects.has(key))
  return new Map([...later.objects, ...gone])
}

async function copyRows(
  { database }: Church,
  draft: Awaited<ReturnType<typeof createCopyWriter>>,
  onProgress: (progress: string) => void,
) {
  const snapshot = await openSnapshot(database, { step: OLDEST_STEP })
  const named = new Set<string>()
  const tables: CopyManifest['tables'] = []
  try {
    for (const table of snapshot.tables) {
      const digest = startDigest()
      await draft.writeRows(table.name, lines(snapshot, table, digest.add))
      tables.push({ ...copyOf(table), ...digest.result() })
      onProgress(`${table.name}: ${digest.result().rows} rows`)
    }
    for await (const path of snapshot.usedObjects()) {
      for (const one of withCopies(path)) {
        named.add(one)
      }
    }
    return { step: snapshot.step, lastIds: await snapshot.lastIds(), tables, named }
  } finally {
    await snapshot.close()
  }

  async function* lines(
    { pages }: Snapshot,
    table: Snapshot['tables'][number],
    add: (page: readonly Row[]) => void,
  ) {
    for await (const page of pages(table)) {
      add(page)
      yield page.map((row) => `${lineOf(row)}\n`).join('')
    }
  }
}

const copyOf = ({ name, columns, key }: Snapshot['tables'][number]) => ({
  name,
  columns: [...columns],
  key: [...key],
})

export function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
