import { readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { refuseImportTarget } from '../database/migrate.ts'
import { openUnmigrated } from '../database/open-database.ts'
import { requireFile } from '../database/open-snapshot.ts'
import { openStoreToRead } from '../open-store.ts'
import { VERSION } from '../version.ts'
import { BackupError, toUserError } from './backup-error.ts'
import { type MadeCopy, makeCopy } from './make-copy.ts'
import { type PrunedCopies, pruneCopies } from './prune-copies.ts'
import { type AskPassphrase, isRepository, openRepository } from './repository.ts'
import { verifyCopy } from './verify-copy.ts'
import { makeFolder, writeWhole } from './whole-file.ts'

export type BackupPlan = {
  folder: string
  passphrase: AskPassphrase
  /** How many copies are kept; without it, all of them. */
  keep?: number | undefined
  /**
   * Whether nobody watches: then the new copy is read again at once, and no first copy is begun where earlier ones have
   * disappeared.
   */
  unattended?: boolean
  clock: Clock
}

export type BackedUp = MadeCopy &
  PrunedCopies & {
    /** Buckets that operators made, which the copy leaves out. */
    leftOut: readonly string[]
  }

/** Where a server's key file is. */
export const keyFileOf = ({ keyFile, dataFolder }: Pick<Config, 'keyFile' | 'dataFolder'>) =>
  keyFile ?? join(dataFolder, 'keys', 'identity.key')

/** Makes a copy of the server that these settings describe, whether it is running or not. */
export async function runBackup(
  config: Config,
  { folder, passphrase, keep, unattended = false, clock }: BackupPlan,
  onProgress: (progress: string) => void,
): Promise<BackedUp> {
  if (unattended) {
    await refuseMissing(folder, config.dataFolder)
  }
  await refuseWithin(folder, config.dataFolder)
  const { church, key } = await identify(config)
  const repository = await openRepository({ folder, passphrase, church })
  try {
    const store = await openStoreToRead(config, clock)
    const leftOut = store.otherBuckets?.() ?? []
    let made: MadeCopy
    try {
      const settings = settingsOf(config)
      made = await makeCopy(
        repository,
        { database: config, store, key, settings, version: VERSION, clock },
        onProgress,
      )
    } finally {
      await store.close()
    }
    if (unattended) {
      const { flaws, damaged } = await verifyCopy(repository, made.id, (progress) =>
        onProgress(`Reading again: ${progress}`),
      )
      for (const name of damaged) {
        await repository.vault.setAside(name)
      }
      if (flaws.length > 0) {
        await repository.removeCopy(made.id)
        // Without the names of objects, which don't belong in a log.
        throw new BackupError(
          `The copy ${made.id} was read again, and as ${flaws.length} of its parts were damaged, it was removed; look at the disk of ${folder}.`,
        )
      }
    }
    const now = clock.now()
    if (unattended) {
      await writeWhole(join(config.dataFolder, COPIED_TO), [Buffer.from(folder)])
    }
    const kept = keep === undefined ? undefined : await pruneCopies(repository, { keep, made: made.id, now })
    return { ...made, removed: [], freed: 0, unread: [], ...kept, leftOut }
  } finally {
    repository.close()
  }
}

/** Names the folder of the server's last own copy. */
const COPIED_TO = 'copied-to'

/**
 * The folder of a disk that is not plugged in is empty, or can be made: a first copy there would hide that the disk is
 * missing.
 */
async function refuseMissing(folder: string, dataFolder: string) {
  const copiedTo = await readFile(join(dataFolder, COPIED_TO), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') {
        throw toUserError(error, dataFolder)
      }
      return ''
    },
  )
  if (copiedTo === folder && !isRepository(folder)) {
    throw new BackupError(
      `The copies in ${folder} are gone: look whether its disk is plugged in. To begin anew there, make the first one with "backup --to".`,
    )
  }
}

/** Copies inside the data folder would be copied along, grow each time, and be lost together with it. */
async function refuseWithin(folder: string, dataFolder: string) {
  try {
    await makeFolder(folder)
    if (`${await realpath(folder)}${sep}`.startsWith(`${await realpath(dataFolder)}${sep}`)) {
      throw new BackupError(
        `${folder} lies in the data folder; copies belong elsewhere, best on another disk.`,
      )
    }
  } catch (error) {
    throw toUserError(error, folder)
  }
}

/**
 * Whose server it is, and the key that its secrets are encrypted with. The schema is not brought up to date: a copy
 * that is made before an update is the way back from it.
 */
async function identify(config: Config) {
  if (!config.databaseUrl) {
    requireFile(config.dataFolder)
  }
  const { database } = await openUnmigrated(config)
  try {
    await refuseImportTarget(database.sql)
    const tables = await database.sql.introspection.getTables()
    const rows = tables.some(({ name }) => name === 'identity_setting')
      ? await database.sql.selectFrom('identity_setting').selectAll().execute()
      : []
    const setting = (name: string) => rows.find((row) => row.name === name)?.value
    const church = setting('user_pool_id') ?? config.cognito?.userPoolId
    if (church === undefined) {
      throw new BackupError('There is nothing to copy yet: no Vestry was started with these settings.')
    }
    const file = keyFileOf(config)
    const key = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' && setting('key_mark') === undefined) {
        return undefined
      }
      throw new BackupError(`The key file ${file} can't be read, and a copy without it would be worthless.`, {
        cause,
      })
    })
    return { church, key }
  } finally {
    await database.close()
  }
}

function settingsOf({ publicUrl, timeZone, region, databaseUrl, cognito, s3, signIn }: Config) {
  return {
    publicUrl,
    timeZone,
    region,
    database: databaseUrl ? 'PostgreSQL' : 'SQLite',
    signIn,
    ...(cognito && { cognito }),
    ...(s3 && { s3 }),
  }
}
