import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BackupError } from '../backup/backup-error.ts'
import { sortCopies } from '../backup/copy-names.ts'
import { type AskPassphrase, openRepository, type Repository } from '../backup/repository.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { passphraseFrom } from './passphrase.ts'
import { readArguments } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

export const BACKUP_HELP = `vestry backup [--to FOLDER] [--keep N]
    Copies database, recordings, posters and key into a folder (VESTRY_BACKUP_FOLDER, if none is named), while the
    server runs or not. What the folder has already is not copied again. With --keep, the newest N copies remain;
    without --keep and --to, as many as VESTRY_BACKUP_KEEP says, and older ones are removed.
vestry backup list [--to FOLDER]
    The copies in the folder.
vestry backup verify [--to FOLDER] [--copy ID]
    Reads a copy, the newest one if none is named, and compares every checksum.
vestry restore [--from FOLDER] [--copy ID]
    Puts a copy back, the newest one if none is named, where there is no data yet, and compares what it wrote.

Copies are encrypted if the first one in their folder is made with a passphrase: VESTRY_BACKUP_PASSPHRASE,
--passphrase-file FILE, or --ask-passphrase. Exit code 3: the copy is made, but the church itself lacks something, or
an older copy can't be read; the lines before say which.`

export type Streams = { input: Readable; output: Writable; errors: Writable }
export type CopyOptions = ReturnType<typeof readOptions>['values']

export function readOptions(args: readonly string[]) {
  return readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      copy: { type: 'string' },
      keep: { type: 'string' },
      'passphrase-file': { type: 'string' },
      'ask-passphrase': { type: 'boolean' },
    },
  })
}

/** The options of every command that has to do with copies. */
export const PASSPHRASE_OPTIONS = ['passphrase-file', 'ask-passphrase']

export function folderOf({ backup }: Config, named: string | undefined, option: string): string {
  const folder = named ?? backup?.folder
  if (folder === undefined) {
    throw new UsageError(`Name the folder of the copies with ${option}, or set VESTRY_BACKUP_FOLDER.`)
  }
  return resolve(folder)
}

export function passphraseReader(
  { backupPassphrase }: Config,
  { input, errors }: Streams,
  values: CopyOptions,
) {
  return passphraseFrom({
    file: values['passphrase-file'],
    given: backupPassphrase,
    ask: values['ask-passphrase'] ?? false,
    input,
    output: errors,
  })
}

export type RepositoryOptions = { folder: string; passphrase: AskPassphrase }

export async function withRepository(
  options: RepositoryOptions,
  work: (repository: Repository) => Promise<number>,
) {
  const repository = await openRepository(options)
  try {
    return await work(repository)
  } finally {
    repository.close()
  }
}

export async function findCopy(repository: Repository, named: string | undefined): Promise<string> {
  const ids = sortCopies(await repository.listCopies(), systemClock.now())
  const id = named ?? ids.at(-1)
  if (id === undefined || !ids.includes(id)) {
    throw new BackupError(
      id === undefined
        ? `There is no complete copy in ${repository.folder}.`
        : `There is no copy ${id} in ${repository.folder}; "backup list" shows which there are.`,
    )
  }
  return id
}

/** One line that changes, for somebody who watches a terminal; nothing goes to a log. */
export function showProgress(errors: Writable) {
  const watched = (errors as NodeJS.WriteStream).isTTY === true
  let latest = 0
  let shown = false
  return {
    show(progress: string) {
      if (watched && systemClock.now() - latest > 200) {
        latest = systemClock.now()
        shown = true
        errors.write(`\r\u001b[K${progress}`)
      }
    },
    end() {
      if (shown) {
        errors.write('\r\u001b[K')
        shown = false
      }
    },
  }
}
