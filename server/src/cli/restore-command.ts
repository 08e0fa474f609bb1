import { restoreCopy } from '../backup/restore-copy.ts'
import { keyFileOf } from '../backup/run-backup.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openStoreAlone } from '../open-store.ts'
import {
  findCopy,
  folderOf,
  PASSPHRASE_OPTIONS,
  passphraseReader,
  readOptions,
  type Streams,
  showProgress,
  withRepository,
} from './copy-options.ts'
import { rejectUnknownOptions } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

/** Runs `restore …`. */
export async function runRestoreCommand(
  config: Config,
  streams: Streams,
  args: readonly string[],
): Promise<number> {
  const { values, positionals } = readOptions(args)
  if (positionals[0] !== undefined) {
    throw new UsageError(`"restore" takes nothing like "${positionals[0]}".`)
  }
  rejectUnknownOptions('restore', values, ['from', 'copy', ...PASSPHRASE_OPTIONS])
  const folder = folderOf(config, values.from, '--from')
  const options = { folder, passphrase: passphraseReader(config, streams, values) }
  return await withRepository(options, async (repository) => {
    const id = await findCopy(repository, values.copy)
    const store = await openStoreAlone(config, systemClock)
    const progress = showProgress(streams.errors)
    try {
      const server = { database: config, store, keyFile: keyFileOf(config) }
      const { rows, objects, manifest } = await restoreCopy(repository, id, server, progress.show)
      progress.end()
      streams.output.write(
        `The copy ${id} was restored: ${rows} rows and ${objects} objects, all compared.\n`,
      )
      const { publicUrl } = manifest.settings
      if (typeof publicUrl === 'string' && publicUrl !== config.publicUrl) {
        streams.output.write(
          `It was served at ${publicUrl}: set VESTRY_PUBLIC_URL to that, or everybody has to sign in again and passkeys of another host are worthless.\n`,
        )
      }
    } finally {
      progress.end()
      await store.close()
    }
    return 0
  })
}
