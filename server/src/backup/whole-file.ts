import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Bytes } from './repository-cipher.ts'

const BLOCK = 1024 * 1024

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

export const readBytes = (path: string): Bytes => createReadStream(path, { highWaterMark: BLOCK })

/** Makes a folder, flushed in the one above it; that it is there is no error. */
export async function makeFolder(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined) {
    await flushFolder(dirname(path))
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

/** Small bytes gathered, because each write costs a turn of the disk's queue. */
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
