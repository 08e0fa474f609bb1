import { join } from 'node:path'
import { findCopiesState } from '../backup/find-copies-state.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { isUsedObject } from '../database/is-used-object.ts'
import { type Database, openUnmigrated } from '../database/open-database.ts'
import { requireFile } from '../database/open-snapshot.ts'
import { openStoreAlone, openStoreToRead } from '../open-store.ts'
import { checkAddress } from './check/check-address.ts'
import { checkClock } from './check/check-clock.ts'
import { checkDisk } from './check/check-disk.ts'
import { checkFiles } from './check/check-files.ts'
import { checkKeys } from './check/check-keys.ts'
import { checkMail } from './check/check-mail.ts'
import { checkObjects, type Orphan } from './check/check-objects.ts'
import { checkRows } from './check/check-rows.ts'
import { checkSettings } from './check/check-settings.ts'
import { count, type Finding } from './check/finding.ts'
import { readArguments } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

export const CHECK_HELP = `vestry check [--deep] [--send-mail-to ADDRESS] [--fix orphans]
    Looks at database, objects, keys, settings, mail, clock, disk and the rights of files, opens the address that people
    use, and says what to do. Changes nothing without --fix, and may be run while the server runs. The exit code is 1 when there is a fault.
    --deep reads every recording and compares its bytes with their checksum.
    --send-mail-to sends an email to this address.
    --fix orphans removes at once the objects that no recording names, and names each; those of the embedded store only
    while the server is stopped.`

type CheckServer = { config: Config; clock: Clock; write(line: string): void }

/** Runs `check …` and returns the exit code. Throws UsageError. */
export async function runCheckCommand(server: CheckServer, args: readonly string[]): Promise<number> {
  const { config, clock, write } = server
  const { deep = false, fix, 'send-mail-to': sendTo } = readOptions(args)
  const findings: Finding[] = []
  const report = (more: readonly Finding[]) => {
    for (const { about, level, what, todo } of more) {
      write(`${level.padEnd(7)}  ${about.padEnd(8)}  ${what}${todo ? ` → ${todo}` : ''}`)
    }
    findings.push(...more)
  }
  const trouble = (about: string, todo: string) => (error: unknown) => {
    report([{ about, level: 'fault', what: (error as Error).message, todo }])
    return undefined
  }
  report(await checkSettings(config, clock, findCopiesState))
  report(await checkAddress(config, clock))
  report(await checkDisk(config.dataFolder))
  report(await checkFiles(config.dataFolder))
  const outboxFolder = join(config.dataFolder, 'outbox')
  report(await checkMail({ mail: config.mail, outboxFolder, sendTo, clock }))
  const database = await openRows(config).catch(trouble('database', 'Fix that, and check again.'))
  if (database) {
    try {
      const isSound = await checkRows(database).then(
        (rows) => {
          report(rows)
          return true
        },
        trouble(
          'database',
          'Stop the server and restore the newest backup; keep the damaged database aside.',
        ),
      )
      if (isSound) {
        report(await checkKeys({ ...config, database, clock }))
        report(await checkClock({ database, storeAddress: config.s3 && addressOf(config), clock }))
        const orphans = await lookAtObjects(server, database, deep, report).catch(
          trouble('objects', 'Fix that, and check again.'),
        )
        if (fix && orphans) {
          await removeOrphans(server, database, orphans)
        }
      }
    } finally {
      await database.close()
    }
  }
  const number = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  write(`${count(number('fault'), 'fault')}, ${count(number('warning'), 'warning')}.`)
  return number('fault') > 0 ? 1 : 0
}

function readOptions(args: readonly string[]) {
  const { values } = readArguments({
    args: [...args],
    options: {
      deep: { type: 'boolean' },
      fix: { type: 'string' },
      'send-mail-to': { type: 'string' },
    },
  })
  if (values.fix !== undefined && values.fix !== 'orphans') {
    throw new UsageError(`"check --fix" can fix orphans, not "${values.fix}".`)
  }
  return values
}

/** The database as it is: it is not made if there is none, and not brought up to date. */
async function openRows(config: Config): Promise<Database> {
  if (!config.databaseUrl) {
    requireFile(config.dataFolder)
  }
  return (await openUnmigrated(config)).database
}

async function lookAtObjects(
  { config, clock }: CheckServer,
  database: Database,
  deep: boolean,
  report: (findings: readonly Finding[]) => void,
): Promise<Orphan[]> {
  const store = await openStoreToRead(config, clock)
  try {
    const { findings, orphans } = await checkObjects({ database, store, clock, deep })
    report(findings)
    return orphans
  } finally {
    await store.close()
  }
}

async function removeOrphans(
  { config, clock, write }: CheckServer,
  database: Database,
  orphans: readonly Orphan[],
): Promise<void> {
  if (orphans.length === 0) {
    write('There is nothing to remove.')
    return
  }
  const store = await openStoreAlone(config, clock)
  let removed = 0
  try {
    for (const { key, size } of orphans) {
      if (!(await isUsedObject(database.sql, key))) {
        write(`${key}\t${count(size, 'byte')}`)
        await store.remove(key)
        removed += 1
      }
    }
    write(`${count(removed, 'object')} removed.`)
  } finally {
    await store.close()
  }
}

function addressOf({ s3, region }: Config): string {
  return s3?.endpoint ?? `https://s3.${region}.amazonaws.com`
}
