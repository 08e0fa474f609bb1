import { createHash } from 'node:crypto'
import { notOurs, toUserError } from './backup-error.ts'
import { type Copy, openCopy } from './copy-files.ts'
import type { CopiedObject, CopyManifest } from './copy-manifest.ts'
import type { Repository } from './repository.ts'

/** How many problems are listed; more would say nothing new. */
const MAX_FLAWS = 50

export type VerifiedCopy = {
  id: string
  rows: number
  objects: number
  bytes: number
  /** What is missing or damaged, in sentences; none when the copy can be put back whole. */
  flaws: string[]
  /** The names of damaged contents. */
  damaged: Set<string>
}

/** Reads all of a copy, opens what is encrypted, and compares every checksum. */
export async function verifyCopy(
  repository: Repository,
  id: string,
  onProgress: (progress: string) => void,
): Promise<VerifiedCopy> {
  const copy = openCopy(repository, id)
  const result: VerifiedCopy = { id, rows: 0, objects: 0, bytes: 0, flaws: [], damaged: new Set() }
  try {
    result.flaws = await copy.flaws()
    if (result.flaws.length > 0) {
      return result
    }
    const manifest = await copy.manifest()
    for (const table of manifest.tables) {
      result.flaws.push(...(await verifyRows(copy, id, table)))
      result.rows += table.rows
      onProgress(`${table.name}: ${table.rows} rows`)
    }
    if (manifest.hasKey) {
      await copy.keyFile()
    }
    const seen = new Set<string>()
    for await (const object of copy.objects()) {
      result.objects += 1
      if (result.objects > manifest.objects.count) {
        break
      }
      result.bytes += object.size
      if (!seen.has(object.content) && result.flaws.length < MAX_FLAWS) {
        seen.add(object.content)
        const flaw = await verifyObject(repository, object)
        if (flaw !== undefined) {
          result.flaws.push(flaw)
          result.damaged.add(object.content)
        }
      }
      onProgress(`${result.objects} objects`)
    }
    if (result.objects !== manifest.objects.count) {
      result.flaws.push(`copies/${id} lists other objects than the ${manifest.objects.count} that it names.`)
    }
    return result
  } catch (error) {
    throw toUserError(notOurs(error, id), repository.folder)
  }
}

async function verifyRows(
  copy: Copy,
  id: string,
  { name, rows, sha256 }: CopyManifest['tables'][number],
): Promise<string[]> {
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const line of copy.rows(name)) {
      hash.update(`${line}\n`)
      count += 1
      if (count > rows) {
        break
      }
    }
  } catch {
    return [`The rows of ${name} in copies/${id} can't be read.`]
  }
  return count === rows && hash.digest('hex') === sha256
    ? []
    : [`The rows of ${name} in copies/${id} are not those that were written.`]
}

async function verifyObject({ vault }: Repository, object: CopiedObject): Promise<string | undefined> {
  const path = vault.pathOf(object.content)
  if (!vault.has(object.content)) {
    return `${path} (${object.key}) is missing.`
  }
  try {
    let size = 0
    for await (const part of vault.read(object.content)) {
      size += part.length
    }
    return size === object.size ? undefined : `${path} (${object.key}) has another length.`
  } catch (error) {
    const { code } = error as { code?: string }
    return `${path} (${object.key}) ${code?.startsWith('E') && !code.startsWith('ERR') ? `can't be read (${code})` : 'is damaged'}.`
  }
}
