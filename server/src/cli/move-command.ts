import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { migrateDatabase } from '../database/migrate-database.ts'
import { StartupError } from '../startup-error.ts'
import { readArguments } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

export const MOVE_HELP = `vestry move --to postgres://…
    Copies everything that the database holds into an empty PostgreSQL database, and compares both. Stop the
    server first. Interrupted, it goes on when it is begun again.
vestry move --to FOLDER
    The way back: copies it into a SQLite file, FOLDER/vestry.db.`

type MoveServer = { config: Pick<Config, 'databaseUrl' | 'dataFolder' | 's3'>; output: Writable }

/** Runs `move …`; throws UsageError or StartupError, both with one sentence to show. */
export async function runMoveCommand({ config, output }: MoveServer, args: readonly string[]): Promise<void> {
  const to = target(args)
  if (to.databaseUrl === undefined) {
    if (config.databaseUrl === undefined && to.dataFolder === config.dataFolder) {
      throw new UsageError('The database is already there; name another folder, or a postgres:// address.')
    }
    makeFolder(to.dataFolder)
  }
  const progress = showProgress(output)
  const tables = await migrateDatabase(config, to, {
    resumed: () => progress.say('Resuming the interrupted move.'),
    copied: ({ rows, of }) => progress.show(rows, of),
    comparing: () => progress.say('Comparing every row.'),
  })
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  progress.say(`${rows} rows of ${Object.keys(tables).length} tables were moved; counts and checksums agree.`)
  progress.say(whatToDo(config, to))
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartupError(`The folder ${folder} can't be written.`, { cause })
  }
}

type Target = { databaseUrl: string | undefined; dataFolder: string; namedBy: string }

function target(args: readonly string[]): Target {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: 'string' } },
  })
  if (positionals.length > 0) {
    throw new UsageError(`"move" takes nothing like "${positionals[0]}".`)
  }
  if (!values.to) {
    throw new UsageError('Say where to with --to: a postgres:// address, or a folder.')
  }
  const isAddress = /^postgres(ql)?:\/\//.test(values.to)
  if (!isAddress && /^\w+:\/\//.test(values.to)) {
    throw new UsageError('--to must be a postgres:// address, or a folder.')
  }
  return isAddress
    ? { databaseUrl: values.to, dataFolder: '', namedBy: '--to' }
    : { databaseUrl: undefined, dataFolder: resolve(values.to), namedBy: '--to' }
}

function whatToDo(config: MoveServer['config'], to: Target): string {
  const inBucket = config.s3 !== undefined
  if (to.databaseUrl !== undefined) {
    const stays = inBucket ? 'key stays' : 'key and its recordings stay'
    return `Set DATABASE_URL to that address and start Vestry. Its ${stays} in ${config.dataFolder}.`
  }
  if (to.dataFolder === config.dataFolder) {
    return 'Take DATABASE_URL out of the settings and start Vestry.'
  }
  const takeOut = config.databaseUrl === undefined ? '' : ' take DATABASE_URL out of the settings,'
  const copied = inBucket ? 'keys' : 'keys and objects'
  return `Copy ${copied} from ${config.dataFolder} to ${to.dataFolder},${takeOut} set VESTRY_DATA to that folder and start Vestry.`
}

/** One line that changes at a terminal; elsewhere a line for every tenth part. */
function showProgress(output: Writable) {
  const isTerminal = 'isTTY' in output && output.isTTY === true
  let shown = 0
  let open = false
  return {
    say(line: string) {
      output.write(`${open ? '\n' : ''}${line}\n`)
      open = false
    },
    show(rows: number, of: number) {
      const percent = Math.floor((100 * rows) / Math.max(of, 1))
      if (isTerminal) {
        output.write(`\r${rows} of ${of} rows copied (${percent} %)`)
        open = true
      } else if (Math.floor(percent / 10) > shown) {
        shown = Math.floor(percent / 10)
        output.write(`${rows} of ${of} rows copied (${percent} %)\n`)
      }
    },
  }
}
