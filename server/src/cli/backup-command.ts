import type { Writable } from 'node:stream'
import { BackupError } from '../backup/backup-error.ts'
import { openCopy } from '../backup/copy-files.ts'
import { megabytes } from '../backup/make-copy.ts'
import type { Repository } from '../backup/repository.ts'
import { runBackup } from '../backup/run-backup.ts'
import { verifyCopy } from '../backup/verify-copy.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import {
  type CopyOptions,
  findCopy,
  folderOf,
  PASSPHRASE_OPTIONS,
  passphraseReader,
  type RepositoryOptions,
  readOptions,
  type Streams,
  showProgress,
  withRepository,
} from './copy-options.ts'
import { rejectUnknownOptions } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

/** Runs `backup …` and returns the exit code. Throws UsageError or BackupError, both with one sentence to show. */
export async function runBackupCommand(
  config: Config,
  streams: Streams,
  args: readonly string[],
): Promise<number> {
  const { values, positionals } = readOptions(args)
  const [what = 'make', more] = positionals
  const options = { make: ['to', 'keep'], list: ['to'], verify: ['to', 'copy'] }[what]
  if (!options || more !== undefined) {
    throw new UsageError(`There is no command "backup ${more ?? what}".`)
  }
  rejectUnknownOptions(`backup${what === 'make' ? '' : ` ${what}`}`, values, [
    ...options,
    ...PASSPHRASE_OPTIONS,
  ])
  const folder = folderOf(config, values.to, '--to')
  const passphrase = passphraseReader(config, streams, values)
  if (what === 'make') {
    return await make(config, streams, { folder, passphrase, keep: keepOf(config, values) })
  }
  return await withRepository({ folder, passphrase }, async (repository) => {
    if (what === 'list') {
      return await list(repository, streams.output)
    }
    await verify(repository, streams, await findCopy(repository, values.copy))
    return 0
  })
}

function keepOf({ backup }: Config, { keep, to }: CopyOptions): number | undefined {
  if (keep === undefined) {
    return to === undefined ? backup?.keep : undefined
  }
  if (!/^[1-9]\d{0,3}$/.test(keep)) {
    throw new UsageError(`--keep needs a number from 1 to 9999, not "${keep}".`)
  }
  return Number(keep)
}

async function make(
  config: Config,
  { output, errors }: Streams,
  plan: RepositoryOptions & { keep: number | undefined },
): Promise<number> {
  const progress = showProgress(errors)
  try {
    const made = await runBackup(config, { ...plan, clock: systemClock }, progress.show)
    progress.end()
    const removed = made.removed.length > 0 ? ` Removed ${made.removed.length} older.` : ''
    output.write(
      `The copy ${made.id} is made: ${made.rows} rows and ${made.objects} objects, ${megabytes(made.added)} new.${removed}\n`,
    )
    if (made.leftOut.length > 0) {
      output.write(`Buckets of your own are not in it: ${made.leftOut.join(', ')}.\n`)
    }
    for (const { key, flaw } of made.flaws) {
      errors.write(
        flaw === 'missing'
          ? `The church names ${key}, which the store does not have.\n`
          : `The store has not kept ${key} as it was uploaded.\n`,
      )
    }
    for (const id of made.unread) {
      errors.write(
        `Nothing older was removed, for the list of the copy ${id} can't be read; remove its folder, or repair its disk.\n`,
      )
    }
    return made.flaws.length + made.unread.length > 0 ? 3 : 0
  } finally {
    progress.end()
  }
}

async function list(repository: Repository, output: Writable): Promise<number> {
  const ids = await repository.listCopies()
  let unread = 0
  for (const id of ids) {
    try {
      const { tables, objects, version } = await openCopy(repository, id).manifest()
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      output.write(
        `${id}\t${rows} rows\t${objects.count} objects, ${megabytes(objects.bytes)}\tVestry ${version}\n`,
      )
    } catch (error) {
      if (!(error instanceof BackupError)) {
        throw error
      }
      unread += 1
      output.write(`${id}\tcan't be read\n`)
    }
  }
  if (ids.length === 0) {
    output.write('There is no copy yet.\n')
  }
  return unread > 0 ? 3 : 0
}

async function verify(repository: Repository, { output, errors }: Streams, id: string) {
  const progress = showProgress(errors)
  try {
    const { flaws, rows, objects } = await verifyCopy(repository, id, progress.show)
    progress.end()
    if (flaws.length > 0) {
      throw new BackupError(`The copy ${id} is damaged.\n${flaws.join('\n')}`)
    }
    output.write(`The copy ${id} is intact: ${rows} rows and ${objects} objects, all compared.\n`)
  } finally {
    progress.end()
  }
}
