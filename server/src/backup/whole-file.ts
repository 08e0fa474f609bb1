import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError } from './backup-error.ts'
import type { Bytes } from './repository-cipher.ts'

const BLOCK = 1024 * 1024
const LONGEST_SMALL = 64 * BLOCK

/** Writes a file and flushes it to the disk. Returns its length. */
export async function writeFlushed(path: string, bytes: Bytes | Iterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let size = 0
    for await (const block of inBlocks(bytes)) {
      await writeAll(file, block)
      size += block.length
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** The same, but the file appears whole or not at all, in place of an earlier one. */
export async function writeWhole(path: string, bytes: Bytes | Iterable<Uint8Array>): Promise<void> {
  const draft = join(dirname(path), `.${randomBytes(6).toString('hex')}.new`)
  try {
    await writeFlushed(draft, bytes)
    await rename(draft, path)
    await flushFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Reads a file of a copy. Links and pipes are refused, since anybody may have made the copy: a link would lead
 * elsewhere, and a pipe has no end.
 */
export async function* readBytes(path: string): Bytes {
  if (!(await lstat(path)).isFile()) {
    throw new BackupError(`${path} is no plain file, such as a link.`)
  }
  yield* createReadStream(path, { highWaterMark: BLOCK }) as Bytes
}

/** The whole of a small file of a copy; a file longer than any that we write is refused. */
export async function readSmall(bytes: Bytes): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    parts.push(part)
    size += part.length
    if (size > LONGEST_SMALL) {
      throw new BackupError('A file of the copy is longer than any that Vestry writes.')
    }
  }
  return Buffer.concat(parts)
}

/**
 * Makes a folder and those above it, and flushes each in the one above it; a folder that exists is no error. They are
 * made one by one: in a folder that takes none, such as /proc, Node's `recursive` never ends.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
    await flushFolder(dirname(path))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const found = await stat(path).catch(() => undefined)
    if (code === 'ENOENT' && !existsSync(dirname(path))) {
      await makeFolder(dirname(path))
      await makeFolder(path)
    } else if (
      ['ENOENT', 'ENOTDIR', 'EEXIST', 'EINVAL', 'ENAMETOOLONG'].includes(code) &&
      !found?.isDirectory()
    ) {
      throw new BackupError(`${path} can't be made as a folder; name another one.`, { cause: error })
    } else if (!found?.isDirectory()) {
      throw error
    }
  }
}

export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Gathers small writes, because each write waits once in the disk's queue. */
async function* inBlocks(bytes: Bytes | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    gathered.push(part)
    size += part.length
    if (size >= BLOCK) {
      yield Buffer.concat(gathered)
      gathered = []
      size = 0
    }
  }
  yield Buffer.concat(gathered)
}

/** A full disk shows as a short write first. */
async function writeAll(file: FileHandle, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const { bytesWritten } = await file.write(data, at)
    at += bytesWritten
  }
}
