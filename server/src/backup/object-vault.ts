import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes, Cipher } from './repository-cipher.ts'
import { flushFolder, makeFolder, readBytes, writeFlushed } from './whole-file.ts'

export type ObjectVault = Awaited<ReturnType<typeof openVault>>

/** The bytes of all objects of all copies. Each content is kept once, in a file named after it. */
export async function openVault(folder: string, cipher: Cipher) {
  const incoming = join(folder, 'incoming')
  const present = new Set<string>()
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) {
      for (const file of await readdir(join(folder, entry.name))) {
        present.add(file)
      }
    }
  }
  const place = (name: string) => join(folder, name.slice(0, 2), name)
  const fileOf = (name: string) => `${name}${cipher.ending}`

  return {
    has: (name: string) => present.has(fileOf(name)),

    /** Removes what a killed copy left half-written. */
    async prepare() {
      await rm(incoming, { recursive: true, force: true })
      await mkdir(incoming, { recursive: true, mode: 0o700 })
    },

    /**
     * Keeps content, once; `size` and `md5` are those of the plain bytes, `added` is the number of bytes added on disk.
     */
    async add(bytes: Bytes): Promise<{ name: string; size: number; md5: string; added: number }> {
      const draft = join(incoming, 'object')
      const [sha256, md5] = [createHash('sha256'), createHash('md5')]
      let size = 0
      const written = await writeFlushed(
        draft,
        cipher.encrypt(
          (async function* () {
            for await (const part of bytes) {
              sha256.update(part)
              md5.update(part)
              size += part.length
              yield part
            }
          })(),
        ),
      )
      const name = cipher.nameOf(sha256.digest())
      const file = fileOf(name)
      const known = present.has(file)
      if (known) {
        await rm(draft)
      } else {
        await makeFolder(join(folder, name.slice(0, 2)))
        await rename(draft, place(file))
        await flushFolder(join(folder, name.slice(0, 2)))
        present.add(file)
      }
      return { name, size, md5: md5.digest('hex'), added: known ? 0 : written }
    },

    /** The plain bytes. Only at their end is it known whether they are as they were kept: if not, it throws there. */
    async *read(name: string): AsyncGenerator<Uint8Array> {
      const sha256 = createHash('sha256')
      for await (const part of cipher.decrypt(readBytes(place(fileOf(name))))) {
        sha256.update(part)
        yield part
      }
      if (cipher.nameOf(sha256.digest()) !== name) {
        throw new Error(`The content of ${fileOf(name)} is not what its name says.`)
      }
    },

    /** Takes a damaged file out of the way, so that the next copy brings the object again. */
    async setAside(name: string) {
      await rename(place(fileOf(name)), join(folder, `damaged-${fileOf(name)}`))
      present.delete(fileOf(name))
    },

    nameOf: cipher.nameOf,

    pathOf: (name: string) => join('objects', name.slice(0, 2), fileOf(name)),

    /** Removes what is not to be kept. Returns how many bytes that freed. */
    async prune(keep: ReadonlySet<string>): Promise<number> {
      let freed = 0
      for (const file of [...present]) {
        if (!keep.has(file.slice(0, file.length - cipher.ending.length))) {
          freed += (await stat(place(file))).size
          await rm(place(file))
          present.delete(file)
        }
      }
      return freed
    },
  }
}
