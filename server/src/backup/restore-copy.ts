import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { ObjectStore } from '@vestry/s3'
import { STEP_NAMES } from '../database/migrate.ts'
import { type ImportTarget, openImportTarget } from '../database/open-import-target.ts'
import { digestTables, openSnapshot } from '../database/open-snapshot.ts'
import { type Row, rowOf } from '../database/row-digest.ts'
import { BackupError, notOurs, toUserError } from './backup-error.ts'
import { type Copy, openCopy } from './copy-files.ts'
import type { CopiedObject, CopyManifest } from './copy-manifest.ts'
import type { Repository } from './repository.ts'
import { verifyCopy } from './verify-copy.ts'
import { makeFolder, writeWhole } from './whole-file.ts'

const PAGE = 200

/** Where a copy is put back: a database and a store that are empty, and a place for the key file. */
export type RestoreTarget = {
  database: Parameters<typeof openImportTarget>[0]
  store: ObjectStore
  keyFile: string
}

export type RestoredCopy = { manifest: CopyManifest; rows: number; objects: number }

/**
 * Puts a copy back. Everything is read and compared before anything is written, and what was written is read again and
 * compared. No server opens the database until the restore is done; after an interruption, the same command goes on.
 */
export async function restoreCopy(
  repository: Repository,
  id: string,
  target: RestoreTarget,
  onProgress: (progress: string) => void,
): Promise<RestoredCopy> {
  try {
    return await restore(repository, id, target, onProgress)
  } catch (error) {
    throw toUserError(notOurs(error, id), target.database.dataFolder)
  }
}

async function restore(
  repository: Repository,
  id: string,
  { database, store, keyFile }: RestoreTarget,
  onProgress: (progress: string) => void,
): Promise<RestoredCopy> {
  const copy = openCopy(repository, id)
  const verified = await verifyCopy(repository, id, (progress) => onProgress(`Reading the copy: ${progress}`))
  if (verified.flaws.length > 0) {
    throw new BackupError(
      `The copy ${id} is damaged, and nothing was written. ${verified.flaws.join(' ')} Take another copy with --copy.`,
    )
  }
  const manifest = await copy.manifest()
  if (!STEP_NAMES.includes(manifest.step)) {
    throw new BackupError(
      `The copy ${id} was made by a newer version of Vestry (${manifest.version}); restore it with that one.`,
    )
  }
  const key = manifest.hasKey ? await copy.keyFile() : undefined
  await refuseOtherKey(keyFile, key)
  const importTarget = await openImportTarget(database, {
    step: manifest.step,
    begin: () => refuseObjects(store),
  })
  try {
    await restoreObjects(repository, copy, store, onProgress)
    if (key && !existsSync(keyFile)) {
      await makeFolder(dirname(keyFile))
      await writeWhole(keyFile, [key])
    }
    await restoreRows(importTarget, copy, manifest, onProgress)
    await compareRows(database, manifest)
    await importTarget.finish(manifest.lastIds)
    return { manifest, rows: verified.rows, objects: verified.objects }
  } finally {
    await importTarget.close()
  }
}

async function refuseOtherKey(file: string, key: Buffer | undefined) {
  const present = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return undefined
    }
    throw error
  })
  if (present && !(key && present.equals(key))) {
    throw new BackupError(`There is another key in ${file}; a copy is restored only where nothing is yet.`)
  }
}

async function refuseObjects(store: ObjectStore) {
  for await (const { key } of store.list()) {
    throw new BackupError(
      `The store is not empty (there is ${key}); a copy is restored only where nothing is yet.`,
    )
  }
}

/** What an interrupted restore has written is kept. Nothing is ever written over. */
async function restoreObjects(
  { vault }: Repository,
  copy: Copy,
  store: ObjectStore,
  onProgress: (progress: string) => void,
) {
  const present = new Set<string>()
  for await (const { key } of store.list()) {
    present.add(key)
  }
  const unexpected = new Set(present)
  for await (const { key } of copy.objects()) {
    unexpected.delete(key)
  }
  const [other] = unexpected
  if (other !== undefined) {
    throw new BackupError(
      `The store holds ${other}, which is not of this copy; a copy is restored only where nothing is yet.`,
    )
  }
  let count = 0
  for await (const object of copy.objects()) {
    if (!present.has(object.key)) {
      await store.put(object.key, Readable.from(vault.read(object.content)), object.headers)
    }
    if (!(await isWhole(store, object, vault.nameOf))) {
      throw new BackupError(
        `The store holds ${object.key} otherwise than the copy; look at its disk, or name an empty store.`,
      )
    }
    count += 1
    onProgress(`${count} objects written`)
  }
}

/** Whether the store has the object exactly as the copy has it. */
async function isWhole(store: ObjectStore, object: CopiedObject, nameOf: (sha256: Buffer) => string) {
  const found = await store.find(object.key)
  if (found?.size !== object.size || !sameHeaders(found.headers, object.headers)) {
    return false
  }
  const sha256 = createHash('sha256')
  for await (const part of await store.read(object.key)) {
    sha256.update(part as Buffer)
  }
  return nameOf(sha256.digest()) === object.content
}

function sameHeaders(one: Record<string, string>, other: Record<string, string>): boolean {
  const text = (headers: Record<string, string>) => JSON.stringify(Object.entries(headers).sort())
  return text(one) === text(other)
}

async function restoreRows(
  importTarget: ImportTarget,
  copy: Copy,
  manifest: CopyManifest,
  onProgress: (progress: string) => void,
) {
  const first = importTarget.tables[0]
  if (importTarget.resumed && first) {
    await importTarget.clearFrom(first)
  }
  const names = (tables: readonly { name: string }[]) =>
    tables
      .map(({ name }) => name)
      .sort()
      .join(', ')
  if (names(importTarget.tables) !== names(manifest.tables)) {
    throw new BackupError(
      `The copy has the tables ${names(manifest.tables)}, not ${names(importTarget.tables)}.`,
    )
  }
  for (const table of manifest.tables) {
    let page: Row[] = []
    const write = async () => {
      await importTarget.write(table, page)
      page = []
    }
    for await (const line of copy.rows(table.name)) {
      page.push(rowOf(line))
      if (page.length === PAGE) {
        await write()
      }
    }
    await write()
    onProgress(`${table.name}: ${table.rows} rows written`)
  }
}

/** Compares what the database holds now with what it must hold according to the copy. */
async function compareRows(database: RestoreTarget['database'], { tables, step }: CopyManifest) {
  const snapshot = await openSnapshot(database, { step })
  try {
    const digests = await digestTables(snapshot)
    const other = tables.find(
      ({ name, rows, sha256 }) => digests[name]?.rows !== rows || digests[name].sha256 !== sha256,
    )
    if (other) {
      throw new BackupError(
        `The database has not kept the rows of ${other.name} as they were written; look at its disk.`,
      )
    }
  } finally {
    await snapshot.close()
  }
}
