import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type CopiedObject, type CopyManifest, readCopiedObject, readManifest } from './copy-manifest.ts'
import type { Repository } from './repository.ts'
import type { Bytes, Cipher } from './repository-cipher.ts'
import { makeFolder, readBytes, readSmall, writeFlushed } from './whole-file.ts'

const SUMS = 'SHA256SUMS'
const MANIFEST = 'manifest.json'
/** In characters: the longest row is an import of sermons, which has 48 MB before it is written down. */
const LONGEST_LINE = 128 * 1024 * 1024
const OBJECTS = 'objects.jsonl.gz'
export const KEY_FILE = 'identity.key'
const rowsFile = (table: string) => `rows/${table}.jsonl.gz`

/** Writes the files of a copy and remembers their checksums. */
export async function createCopyWriter(folder: string, cipher: Cipher) {
  const sums = new Map<string, string>()
  let size = 0
  await makeFolder(join(folder, 'rows'))

  async function write(name: string, plain: Bytes | Iterable<Uint8Array>) {
    const sha256 = createHash('sha256')
    size += await writeFlushed(
      join(folder, name + cipher.ending),
      tap(cipher.encrypt(Readable.from(plain)), (part) => sha256.update(part)),
    )
    sums.set(name + cipher.ending, sha256.digest('hex'))
  }
  const packed = (lines: AsyncIterable<string> | Iterable<string>): Bytes =>
    pipe(Readable.from(lines, { objectMode: true }), createGzip())

  return {
    writeRows: (table: string, lines: AsyncIterable<string>) => write(rowsFile(table), packed(lines)),
    writeObjects: (objects: Iterable<CopiedObject>) => write(OBJECTS, packed(linesOf(objects))),
    writeKeyFile: (bytes: Uint8Array) => write(KEY_FILE, [bytes]),
    /** Writes the last of the files, which makes the copy whole. Returns the bytes that all of them take. */
    async finish(manifest: CopyManifest): Promise<number> {
      await write(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)])
      const text = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('')
      return size + (await writeFlushed(join(folder, SUMS), [Buffer.from(text)]))
    },
  }
}

/** Reads the files of a copy. */
export function openCopy({ cipher, copyFolder }: Pick<Repository, 'cipher' | 'copyFolder'>, id: string) {
  const folder = copyFolder(id)
  const read = (name: string): Bytes => cipher.decrypt(readBytes(join(folder, name + cipher.ending)))

  return {
    async manifest(): Promise<CopyManifest> {
      try {
        return readManifest((await readSmall(read(MANIFEST))).toString())
      } catch (cause) {
        throw new BackupError(`The copy ${id} can't be read: its ${MANIFEST} is missing or damaged.`, {
          cause,
        })
      }
    },
    /** The lines of a table's dump, without their ends. */
    rows: (table: string) => unpack(read(rowsFile(table))),
    async *objects(): AsyncGenerator<CopiedObject> {
      for await (const line of unpack(read(OBJECTS))) {
        yield readCopiedObject(line)
      }
    },
    keyFile: () => readSmall(read(KEY_FILE)),

    /** The files that are missing, damaged or not the copy's, in sentences. */
    async flaws(): Promise<string[]> {
      const flaws: string[] = []
      const sums = await readSmall(readBytes(join(folder, SUMS))).then(String, () => '')
      const listed = new Map<string, string>()
      for (const line of sums.split('\n').filter(Boolean)) {
        const [, sum, name] = /^([0-9a-f]{64}) {2}([a-z_./]+)$/.exec(line) ?? []
        if (sum === undefined || name === undefined || name.includes('..')) {
          return [`copies/${id}/${SUMS} is damaged.`]
        }
        listed.set(name, sum)
      }
      if (!listed.has(MANIFEST + cipher.ending)) {
        return [`copies/${id}/${SUMS} is missing or damaged.`]
      }
      for (const [name, sum] of listed) {
        const sha256 = createHash('sha256')
        try {
          for await (const part of readBytes(join(folder, name))) {
            sha256.update(part)
          }
        } catch (error) {
          const { code = 'no plain file' } = error as { code?: string }
          flaws.push(`copies/${id}/${name} ${code === 'ENOENT' ? 'is missing' : `can't be read (${code})`}.`)
          continue
        }
        if (sha256.digest('hex') !== sum) {
          flaws.push(`copies/${id}/${name} is damaged.`)
        }
      }
      return flaws
    },
  }
}

export type Copy = ReturnType<typeof openCopy>

/** Objects that are noted while they are copied, so that a copy that is killed has not read them in vain. */
export function* linesOf(objects: Iterable<CopiedObject>): Generator<string> {
  for (const object of objects) {
    yield `${JSON.stringify(object)}\n`
  }
}

async function* tap(bytes: Bytes, see: (part: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    see(part)
    yield part
  }
}

/** `pipe` alone would lose an error of the source. */
function pipe(source: Readable, through: NodeJS.ReadWriteStream & Readable): Readable {
  source.on('error', (error) => through.destroy(error))
  source.pipe(through)
  return through
}

/** Splits at line feeds only: a text may hold other characters that end a line. */
async function* unpack(packed: Bytes): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let open: string[] = []
  let length = 0
  for await (const part of pipe(Readable.from(packed), createGunzip())) {
    const [more = '', ...lines] = decoder.write(part as Buffer).split('\n')
    open.push(more)
    length += more.length
    if (length > LONGEST_LINE) {
      throw new BackupError('A row of the copy is longer than any that Vestry writes.')
    }
    const rest = lines.pop()
    if (rest !== undefined) {
      yield open.join('')
      yield* lines
      open = [rest]
      length = rest.length
    }
  }
}
