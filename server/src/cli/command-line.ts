import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { UserError } from '@vestry/cognito'
import { createAuditLog } from '../audit/audit-log.ts'
import { BackupError } from '../backup/backup-error.ts'
import { openChurchSettings } from '../church/live-settings.ts'
import { systemClock } from '../clock.ts'
import { type Environment, readConfig } from '../config.ts'
import { createLeases } from '../database/leases.ts'
import { openDatabase } from '../database/open-database.ts'
import { createDeliver } from '../mail/deliver.ts'
import { openSenders } from '../mail/open-senders.ts'
import { type Identity, openIdentity } from '../open-identity.ts'
import { StartupError } from '../startup-error.ts'
import { runBackupCommand } from './backup-command.ts'
import { BRIDGE_HELP, BridgeError, runBridgeCommand } from './bridge-command.ts'
import { CHECK_HELP, runCheckCommand } from './check-command.ts'
import { CONSOLE_CONFIG_HELP, runConsoleConfigCommand } from './console-config-command.ts'
import { BACKUP_HELP, type Streams } from './copy-options.ts'
import { KEYS_HELP, KeysError, runKeysCommand } from './keys-command.ts'
import { MOVE_HELP, runMoveCommand } from './move-command.ts'
import { runRestoreCommand } from './restore-command.ts'
import { UsageError } from './usage-error.ts'
import { runUsersCommand, USERS_HELP } from './users-command.ts'

const HELP = `Looks after Vestry from the command line. It uses the same settings as the server and, where nothing
else is said, may be used while the server runs.

${USERS_HELP}

${KEYS_HELP}

${CONSOLE_CONFIG_HELP}

${CHECK_HELP}

${MOVE_HELP}

${BRIDGE_HELP}

${BACKUP_HELP}`

/**
 * Runs one command and returns the exit code: 0 done, 1 it could not be done, 2 it was written wrongly, 3 done, but
 * something needs to be looked at.
 */
export async function runCommandLine(
  args: readonly string[],
  env: Environment,
  streams: Streams,
): Promise<number> {
  const { input, output, errors } = streams
  const write = (line: string) => {
    output.write(`${line}\n`)
  }
  const [topic, ...rest] = args
  if (topic === undefined || topic === 'help' || args.includes('--help') || args.includes('-h')) {
    write(HELP)
    return topic === undefined ? 2 : 0
  }
  try {
    if (topic === 'keys') {
      await withIdentity(env, (identity) => runKeysCommand({ identity, write }, rest))
    } else if (topic === 'bridge') {
      const config = readConfig(env)
      await untilStopped((signal) => runBridgeCommand({ config, write, signal }, rest))
    } else if (topic === 'move') {
      await runMoveCommand({ config: readConfig(env), output }, rest)
    } else if (topic === 'users') {
      const { cognito, mail } = readConfig(env)
      if (cognito) {
        throw new StartupError(
          'People are in the user pool that COGNITO_USER_POOL_ID names: use Staff in the console, or "aws cognito-idp" as docs/aws.md shows.',
        )
      }
      await withIdentity(env, ({ users }) =>
        runUsersCommand(
          { users, sendsEmail: mail.smtpUrl !== undefined, write, readLine: () => readLine(input) },
          rest,
        ),
      )
    } else if (topic === 'check') {
      return await runCheckCommand({ config: readConfig(env), clock: systemClock, write }, rest)
    } else if (topic === 'console-config') {
      await runConsoleConfigCommand(readConfig(env), write, rest)
    } else if (topic === 'backup') {
      return await runBackupCommand(readConfig(env), streams, rest)
    } else if (topic === 'restore') {
      return await runRestoreCommand(readConfig(env), streams, rest)
    } else {
      throw new UsageError(`There is no command "${topic}".`)
    }
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      errors.write(`${error.message} Use --help to see how.\n`)
      return 2
    }
    if (
      [UserError, KeysError, BackupError, BridgeError, StartupError].some((kind) => error instanceof kind)
    ) {
      errors.write(`${(error as Error).message}\n`)
      return 1
    }
    throw error
  }
}

async function withIdentity(env: Environment, work: (identity: Identity) => Promise<void>) {
  const config = readConfig(env)
  const database = await openDatabase(config)
  try {
    const settings = await openChurchSettings(database, config)
    const identity = await openIdentity(config, {
      database,
      clock: systemClock,
      leases: createLeases(database, systemClock),
      locale: settings.locale,
      heldRights: () => settings.current.rights,
      storagePrefixes: [],
      auditLog: createAuditLog(database, systemClock),
      deliver: createDeliver({
        publicUrl: config.publicUrl,
        churchName: () => settings.current.name,
        ...openSenders(config, join(config.dataFolder, 'outbox'), { clock: systemClock }),
      }),
    })
    await work(identity)
  } finally {
    await database.close()
  }
}

/** Runs what goes on until this process is asked to end. */
async function untilStopped(work: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  const end = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) {
    process.on(signal, end)
  }
  try {
    await work(stop.signal)
  } finally {
    for (const signal of signals) {
      process.off(signal, end)
    }
  }
}

async function readLine(input: Readable): Promise<string> {
  const lines = createInterface({ input })
  for await (const line of lines) {
    return line
  }
  throw new UsageError('There was no password on the input.')
}

if (import.meta.main) {
  // As in the server: the files that are written are for their owner alone.
  process.umask(0o077)
  process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  })
}
