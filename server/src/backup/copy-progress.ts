import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf, openCopy } from './copy-files.ts'
import { type CopiedObject, readCopiedObject } from './copy-manifest.ts'
import { sortCopies } from './copy-names.ts'
import type { Repository } from './repository.ts'
import { flushFolder, readBytes, readSmall, writeFlushed } from './whole-file.ts'

/** How many objects, or bytes of them, may be read again after a copy was killed. */
const MAX_OBJECTS = 100
const MAX_BYTES = 256 * 1024 * 1024

/**
 * What is known of objects that are in the repository already, from the newest copy and from a copy that was killed.
 */
export async function openProgress(repository: Repository, now: number) {
  const { cipher, folder, vault } = repository
  const progressFolder = join(folder, 'objects', 'progress')
  const known = new Map<string, CopiedObject>()

  async function read(objects: AsyncIterable<CopiedObject>) {
    try {
      for await (const object of objects) {
        known.set(object.key, object)
      }
    } catch {
      // A file that can't be read counts as unknown: the objects are read once more.
    }
  }

  const newest = sortCopies(await repository.listCopies(), now).at(-1)
  if (newest !== undefined) {
    const copy = openCopy(repository, newest)
    await read(copy.objects())
    const manifest = await copy.manifest().catch(() => undefined)
    for (const { key } of manifest?.flaws ?? []) {
      known.delete(key)
    }
  }
  await mkdir(progressFolder, { recursive: true, mode: 0o700 })
  const left = (await readdir(progressFolder)).sort()
  for (const file of left) {
    await read(
      (async function* () {
        const text = (await readSmall(cipher.decrypt(readBytes(join(progressFolder, file))))).toString()
        yield* text.split('\n').filter(Boolean).map(readCopiedObject)
      })(),
    )
  }

  let next = left.length
  let noted: CopiedObject[] = []
  let bytes = 0
  async function flush() {
    if (noted.length > 0) {
      const file = join(progressFolder, String(next).padStart(6, '0') + cipher.ending)
      await writeFlushed(file, cipher.encrypt(blocksOf(noted)))
      await flushFolder(progressFolder)
      next += 1
      noted = []
      bytes = 0
    }
  }

  return {
    /** The object as it was copied before, if it is still the same. */
    find({ key, size, etag, modified }: Omit<CopiedObject, 'headers' | 'content'>) {
      const object = known.get(key)
      return object &&
        object.size === size &&
        object.etag === etag &&
        object.modified === modified &&
        vault.has(object.content)
        ? object
        : undefined
    },
    async note(object: CopiedObject) {
      known.set(object.key, object)
      noted.push(object)
      bytes += object.size
      if (noted.length >= MAX_OBJECTS || bytes >= MAX_BYTES) {
        await flush()
      }
    },
    flush,
    /** The copy is whole, so its own list says all of this. */
    clear: () => rm(progressFolder, { recursive: true, force: true }),
  }
}

export type CopyProgress = Awaited<ReturnType<typeof openProgress>>

async function* blocksOf(objects: readonly CopiedObject[]): AsyncGenerator<Uint8Array> {
  for (const line of linesOf(objects)) {
    yield Buffer.from(line)
  }
}
