import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sink } from '../request/receive-body.ts'

/** A run of bytes of an object: the whole of it, or one part of an upload. */
export type PieceSpan = { id: string; first: number; last: number }

/** A block grows with what arrives: most of a thousand slow uploads would otherwise be wasted memory. */
const FIRST_WRITE_SIZE = 16 * 1024
const WRITE_SIZE = 1024 * 1024
const READ_SIZE = 512 * 1024

/**
 * The bytes on disk, in files named at random, so that no key ever reaches the file system. A file moves from
 * `incoming` to `pieces/<two digits>` when it is whole and flushed; only the catalogue says whether it means anything.
 */
export class PieceFiles {
  private readonly incoming: string
  private readonly pieces: string
  /** Written but not yet in the catalogue, so that a sweep leaves them alone. */
  private readonly arriving = new Set<string>()
  private readonly readers = new Map<string, number>()
  private readonly discarded = new Set<string>()

  constructor(folder: string) {
    this.incoming = join(folder, 'incoming')
    this.pieces = join(folder, 'pieces')
  }

  /** Makes the folders; for the one process that writes. Files that a crash left half-written belong to nobody. */
  prepare(): void {
    rmSync(this.incoming, { recursive: true, force: true })
    mkdirSync(this.incoming, { recursive: true, mode: 0o700 })
    mkdirSync(this.pieces, { recursive: true, mode: 0o700 })
  }

  /**
   * Writes a new piece with what `fill` passes on, makes it durable, and then lets `commit` enter it into the
   * catalogue, if `confirm` still allows it at that moment. If anything fails on the way, nothing stays behind.
   */
  async write<Filled, Result, Confirmed = void>(
    fill: (sink: Sink) => Promise<Filled>,
    commit: (id: string, filled: Filled, confirmed: Confirmed) => Result,
    confirm: () => Promise<Confirmed>,
  ): Promise<Result> {
    const id = randomBytes(16).toString('hex')
    const temporary = join(this.incoming, id)
    this.arriving.add(id)
    try {
      const filled = await this.fillFile(temporary, fill)
      await this.moveIntoPlace(temporary, id)
      return commit(id, filled, await confirm())
    } catch (error) {
      await removeIfThere(temporary)
      await removeIfThere(this.pathOf(id))
      throw error
    } finally {
      this.arriving.delete(id)
    }
  }

  /**
   * Passes the bytes of spans on in order, in one block of memory that is filled again as soon as `write`
   * is done with it. Their files stay until the end, even if they are discarded meanwhile.
   */
  async read(spans: readonly PieceSpan[], write: (block: Buffer) => Promise<void>): Promise<void> {
    for (const { id } of spans) {
      this.readers.set(id, (this.readers.get(id) ?? 0) + 1)
    }
    try {
      const longest = Math.max(0, ...spans.map(({ first, last }) => last - first + 1))
      const block = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, longest))
      for (const span of spans) {
        await this.readSpan(span, block, write)
      }
    } finally {
      const freed = spans.filter(({ id }) => this.isLastReader(id) && this.discarded.delete(id))
      await Promise.all(freed.map(({ id }) => removeIfThere(this.pathOf(id))))
    }
  }

  /** Whether the files of spans are there and long enough; their bytes are not read. */
  async areWhole(spans: readonly PieceSpan[]): Promise<boolean> {
    for (const { id, last } of spans) {
      const found = await stat(this.pathOf(id)).catch(unlessMissing)
      if (found === undefined || found.size <= last) {
        return false
      }
    }
    return true
  }

  /** Removes pieces that the catalogue no longer names, as soon as nobody reads them. */
  async discard(ids: readonly string[]): Promise<void> {
    const free = ids.filter((id) => !this.readers.has(id) || !this.discarded.add(id))
    await Promise.all(free.map((id) => removeIfThere(this.pathOf(id))))
  }

  /** Removes every file that `isKnown` doesn't know, left by a crash between disk and catalogue. */
  async sweepOrphans(isKnown: (id: string) => boolean): Promise<number> {
    let removed = 0
    for (const folder of await readdir(this.pieces)) {
      for (const id of await readdir(join(this.pieces, folder))) {
        if (!this.arriving.has(id) && !this.readers.has(id) && !isKnown(id)) {
          await removeIfThere(join(this.pieces, folder, id))
          removed++
        }
      }
    }
    return removed
  }

  private async fillFile<Filled>(path: string, fill: (sink: Sink) => Promise<Filled>): Promise<Filled> {
    const file = await open(path, 'wx', 0o600)
    const writer = new BatchWriter(file)
    try {
      const filled = await fill((data) => writer.take(data))
      await writer.finish()
      await file.sync()
      return filled
    } finally {
      await writer.waitForWrite()
      await file.close()
    }
  }

  private async moveIntoPlace(temporary: string, id: string): Promise<void> {
    const folder = join(this.pieces, id.slice(0, 2))
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) {
      await syncFolder(this.pieces)
    }
    await rename(temporary, this.pathOf(id))
    await syncFolder(folder)
  }

  private async readSpan(
    { id, first, last }: PieceSpan,
    block: Buffer,
    write: (block: Buffer) => Promise<void>,
  ): Promise<void> {
    const file = await open(this.pathOf(id), 'r')
    try {
      for (let at = first; at <= last; ) {
        const { bytesRead } = await file.read(block, 0, Math.min(block.length, last - at + 1), at)
        if (bytesRead === 0) {
          throw Object.assign(new Error(`The piece ${id} is shorter than the catalogue says.`), {
            code: 'EIO',
          })
        }
        at += bytesRead
        await write(block.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  }

  /** Counts a reader out; returns whether it was the last. */
  private isLastReader(id: string): boolean {
    const left = (this.readers.get(id) ?? 1) - 1
    if (left > 0) {
      this.readers.set(id, left)
      return false
    }
    this.readers.delete(id)
    return true
  }

  private pathOf(id: string): string {
    return join(this.pieces, id.slice(0, 2), id)
  }
}

/**
 * Gathers what arrives in one of two blocks while the other is being written. Copying costs less than
 * keeping the small buffers alive, which burdens the garbage collector.
 */
class BatchWriter {
  private block = Buffer.allocUnsafeSlow(FIRST_WRITE_SIZE)
  private other = Buffer.alloc(0)
  private filled = 0
  private writing: Promise<unknown> = Promise.resolve()
  private readonly file: FileHandle

  constructor(file: FileHandle) {
    this.file = file
  }

  take(data: Buffer): Promise<void> | undefined {
    if (data.length > this.block.length - this.filled) {
      return this.takeInPieces(data)
    }
    this.filled += data.copy(this.block, this.filled)
    return undefined
  }

  async finish(): Promise<void> {
    await this.flush()
    await this.writing
  }

  /** Waits for a write under way, however it ends: `flush` has thrown its failure or will throw it. */
  async waitForWrite(): Promise<void> {
    await Promise.allSettled([this.writing])
  }

  private async takeInPieces(data: Buffer): Promise<void> {
    for (let at = 0; at < data.length; ) {
      const taken = data.copy(this.block, this.filled, at)
      this.filled += taken
      at += taken
      if (this.filled === this.block.length) {
        await this.flush()
      }
    }
  }

  private async flush(): Promise<void> {
    await this.writing
    const { block, filled } = this
    this.block =
      this.other.length === WRITE_SIZE
        ? this.other
        : Buffer.allocUnsafeSlow(Math.min(block.length * 4, WRITE_SIZE))
    this.other = block
    this.filled = 0
    this.writing = writeAll(this.file, block.subarray(0, filled))
    // Seen by the next flush; until then it must not count as unhandled.
    this.writing.catch(() => undefined)
  }
}

/** A full disk shows as a short write first. */
async function writeAll(file: FileHandle, data: Buffer): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const { bytesWritten } = await file.write(data, at)
    at += bytesWritten
  }
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') {
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
