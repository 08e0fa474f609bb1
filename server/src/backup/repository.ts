import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type FileLock, lockFile } from '../file-lock.ts'
import { BackupError, toUserError } from './backup-error.ts'
import { FORMAT } from './copy-manifest.ts'
import { IS_COPY } from './copy-names.ts'
import { type ObjectVault, openVault } from './object-vault.ts'
import { ageCipher, type Cipher, makeIdentity, openIdentityFile, PLAIN } from './repository-cipher.ts'
import { flushFolder, makeFolder, readBytes, readSmall, writeWhole } from './whole-file.ts'

/** This text lies in every repository, for somebody who finds it without having Vestry. */
const README = `These are copies of a church's Vestry: its database, its recordings and posters, and its key.
Children's names are in it, and whoever has all of it can try to guess passwords: keep it as you keep the church's keys.

To put a copy back:         npm run vestry -- restore --from THIS-FOLDER
To verify it:              npm run vestry -- backup verify --to THIS-FOLDER

WITHOUT VESTRY
Files that end with .age are encrypted (https://age-encryption.org). The program age opens them with key.age,
which opens with the passphrase:

    age --decrypt --identity key.age FILE.age > FILE

Those that end with .gz are then opened by gunzip.

copies/TIME/manifest.json       what the copy is of: tables with their columns, counts and checksums
copies/TIME/rows/TABLE.jsonl.gz a table, one row a line, a JSON list in the order of the columns
copies/TIME/objects.jsonl.gz    the recordings and posters: key, size, headers, and "content"
copies/TIME/identity.key        the key file of the data folder (keys/identity.key)
copies/TIME/SHA256SUMS          checksums of these files as they lie there, for sha256sum --check
objects/AB/ABCDEF…              the bytes of the object whose "content" is ABCDEF…. Where nothing is encrypted, that
                                is their SHA-256; otherwise, a digest that needs the key.
`

const HEADER = 'vestry-backup.json'
const KEY = 'key.age'
const MIN_PASSPHRASE = 12
/** Copies that were made earlier call the church this; format 1 keeps the name. */
const header = z.object({ format: z.int(), parish: z.string(), encrypted: z.boolean() })

/** A folder of copies of one church, opened by one process at a time. */
export type Repository = {
  folder: string
  church: string
  cipher: Cipher
  vault: ObjectVault
  /** The names of whole copies, which say their times. */
  listCopies(): Promise<string[]>
  /** The folder of one copy. */
  copyFolder(id: string): string
  /** Makes a folder for a new copy; what an interrupted one left is removed. */
  beginCopy(): Promise<string>
  /** Turns the finished copy into one of the whole ones, under a name after its time. */
  finishCopy(draft: string, made: number): Promise<string>
  removeCopy(id: string): Promise<void>
  close(): void
}

/**
 * Returns the passphrase that was given. Where one is needed and was not given, whoever is there may be asked, twice
 * for a new one: a slip would make all copies worthless.
 */
export type AskPassphrase = (use: 'new' | 'needed' | 'unneeded') => Promise<string | undefined>

type Opening = {
  folder: string
  passphrase: AskPassphrase
  /** Which church the copies must belong to; an empty folder becomes this church's. */
  church?: string
}

/** Opens the repository in a folder. Throws a `BackupError` when it is not what it should be. */
export async function openRepository({ folder, passphrase, church }: Opening): Promise<Repository> {
  try {
    if (!(await readHeader(folder))) {
      if (church === undefined) {
        throw new BackupError(`There are no copies of Vestry in ${folder}.`)
      }
      await prepare(folder)
    }
    const lock = takeLock(folder)
    try {
      // Read under the lock: when two begin at once, only one makes the repository and its key.
      const found = (await readHeader(folder)) ?? (await make(folder, church ?? '', passphrase))
      if (church !== undefined && found.church !== church) {
        throw new BackupError(
          `${folder} holds copies of another church (${found.church}, and this is ${church}); name another folder.`,
        )
      }
      const cipher = found.identity
        ? await ageCipher(found.identity)
        : await openCipher(folder, found.encrypted, passphrase)
      return {
        ...copiesOf(folder, cipher),
        folder,
        church: found.church,
        cipher,
        vault: await openVault(join(folder, 'objects'), cipher),
        close: () => lock?.release(),
      }
    } catch (error) {
      lock?.release()
      throw error
    }
  } catch (error) {
    throw toUserError(error, folder)
  }
}

export const isRepository = (folder: string): boolean => existsSync(join(folder, HEADER))

async function readHeader(folder: string) {
  let text: string
  try {
    text = String(await readSmall(readBytes(join(folder, HEADER))))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) {
      return undefined
    }
    throw error
  }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {}
  const read = header.safeParse(given)
  if (!read.success) {
    throw new BackupError(`${join(folder, HEADER)} is damaged; take it from another copy of this folder.`)
  }
  if (read.data.format !== FORMAT) {
    throw new BackupError(
      `${folder} was written by another version of Vestry (format ${read.data.format}, and this one knows ${FORMAT}).`,
    )
  }
  const { format, parish: church, encrypted } = read.data
  return { format, church, encrypted, identity: undefined }
}

async function prepare(folder: string) {
  await makeFolder(folder)
  // A first start that was killed before the header was written has left only these.
  const mayBe = new Set([KEY, 'README.txt', 'objects', 'copies', 'lock.sqlite'])
  const other = (await readdir(folder)).find((name) => !mayBe.has(name) && !name.startsWith('.'))
  if (other !== undefined) {
    throw new BackupError(
      `${folder} is not empty and holds no copies of Vestry (there is ${other}); name an empty folder.`,
    )
  }
}

async function make(folder: string, church: string, ask: Opening['passphrase']) {
  const passphrase = await ask('new')
  if (passphrase !== undefined && passphrase.length < MIN_PASSPHRASE) {
    throw new BackupError(
      `The passphrase must have ${MIN_PASSPHRASE} characters or more; five words chosen by dice are a good one.`,
    )
  }
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'copies'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'README.txt'), README)
  const key = passphrase === undefined ? undefined : await makeIdentity(passphrase)
  if (key) {
    await writeWhole(join(folder, KEY), [key.keyFile])
  }
  const encrypted = key !== undefined
  const written = { format: FORMAT, parish: church, encrypted }
  await writeWhole(join(folder, HEADER), [Buffer.from(`${JSON.stringify(written)}\n`)])
  return { format: FORMAT, church, encrypted, identity: key?.identity }
}

/** Nobody else can be writing into a folder that isn't writable. */
function takeLock(folder: string): FileLock | undefined {
  let lock: FileLock | undefined
  try {
    lock = lockFile(join(folder, 'lock.sqlite'))
  } catch (error) {
    if (['SQLITE_READONLY', 'SQLITE_CANTOPEN'].includes((error as { code?: string }).code ?? '')) {
      return undefined
    }
    throw error
  }
  if (!lock) {
    throw new BackupError(`Another backup or restore is running in ${folder}; wait until it has ended.`)
  }
  return lock
}

async function openCipher(folder: string, encrypted: boolean, passphrase: Opening['passphrase']) {
  const given = await passphrase(encrypted ? 'needed' : 'unneeded')
  if (!encrypted) {
    if (given !== undefined) {
      throw new BackupError(
        `The copies in ${folder} are not encrypted; leave the passphrase out, or name another folder.`,
      )
    }
    return PLAIN
  }
  if (given === undefined) {
    throw new BackupError(`The copies in ${folder} are encrypted, and no passphrase was given.`)
  }
  return await ageCipher(await openIdentityFile(await readSmall(readBytes(join(folder, KEY))), given))
}

function copiesOf(folder: string, cipher: Cipher) {
  const copies = join(folder, 'copies')
  const copyFolder = (id: string) => join(copies, id)

  async function listCopies() {
    return (await readdir(copies)).filter((name) => IS_COPY.test(name)).sort()
  }

  return {
    cipher,
    copyFolder,
    listCopies,
    async beginCopy() {
      for (const left of await readdir(copies)) {
        if (left.startsWith('.')) {
          await rm(join(copies, left), { recursive: true })
        }
      }
      const draft = join(copies, '.unfinished')
      await mkdir(draft, { mode: 0o700 })
      return draft
    },
    async finishCopy(draft: string, made: number) {
      const time = new Date(made).toISOString().slice(0, 19).replaceAll(':', '-')
      const taken = (await listCopies()).filter((id) => id.startsWith(`${time}Z`)).length
      const id = taken === 0 ? `${time}Z` : `${time}Z-${taken + 1}`
      await flushFolder(draft)
      await rename(draft, copyFolder(id))
      await flushFolder(copies)
      return id
    },
    async removeCopy(id: string) {
      // Renamed first: a copy that is half removed must not look whole.
      await rename(copyFolder(id), join(copies, `.removed-${id}`))
      await flushFolder(copies)
      await rm(join(copies, `.removed-${id}`), { recursive: true })
    },
  }
}
