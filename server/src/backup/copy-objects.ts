import type { ListedObject, ReadableStore } from '@vestry/s3'
import type { CopiedObject, ObjectFlaw } from './copy-manifest.ts'
import type { CopyProgress } from './copy-progress.ts'
import type { ObjectVault } from './object-vault.ts'

/** How often an object may change under the reader. */
const TRIES = 5
const IS_MD5 = /^[0-9a-f]{32}$/

export type CopiedObjects = {
  objects: Map<string, CopiedObject>
  /** Objects whose bytes are damaged in the store itself. */
  damaged: Map<string, ObjectFlaw>
  /** Bytes that were added to the repository. */
  added: number
}

/** Copies from the store every object that the repository lacks. Objects that are removed meanwhile are left out. */
export async function copyObjects(
  store: ReadableStore,
  vault: ObjectVault,
  progress: CopyProgress,
  onProgress: (copied: number, bytes: number) => void,
): Promise<CopiedObjects> {
  const result: CopiedObjects = { objects: new Map(), damaged: new Map(), added: 0 }
  for await (const listed of store.list()) {
    const known = progress.find(listed)
    if (known) {
      result.objects.set(listed.key, known)
    } else {
      await copyObject(listed)
    }
    onProgress(result.objects.size, result.added)
  }
  await progress.flush()
  return result

  async function copyObject({ key }: ListedObject) {
    for (let tries = 1; ; tries += 1) {
      const before = await store.find(key)
      if (!before) {
        return
      }
      const { size, etag, modified, headers } = before
      const kept = await keep(key)
      const after = await store.find(key)
      const same = after?.etag === etag && after.modified === modified && after.size === size
      const whole =
        !(kept instanceof StoreFailed) && kept.size === size && (!IS_MD5.test(etag) || kept.md5 === etag)
      if (!(same && whole) && tries < TRIES) {
        continue
      }
      if (kept instanceof StoreFailed && !kept.isDamage) {
        throw kept.cause
      }
      if (!whole) {
        result.damaged.set(key, { key, flaw: 'damaged' })
      }
      if (!(kept instanceof StoreFailed)) {
        const object = { key, size: kept.size, etag, modified, headers, content: kept.name }
        result.added += kept.added
        result.objects.set(key, object)
        if (whole) {
          await progress.note(object)
        }
      }
      return
    }
  }

  async function keep(key: string) {
    try {
      return await vault.add(readFrom(store, key))
    } catch (error) {
      if (error instanceof StoreFailed) {
        return error
      }
      throw error
    }
  }
}

/** The store failed, not the repository: the object is gone, its bytes are lost, or the connection broke. */
class StoreFailed extends Error {
  override name = 'StoreFailed'
  readonly isDamage: boolean

  constructor(cause: unknown) {
    super('The store failed.', { cause })
    this.isDamage = ['ENOENT', 'EIO'].includes((cause as { code?: string }).code ?? '')
  }
}

async function* readFrom(store: ReadableStore, key: string): AsyncGenerator<Uint8Array> {
  try {
    yield* await store.read(key)
  } catch (error) {
    throw new StoreFailed(error)
  }
}
