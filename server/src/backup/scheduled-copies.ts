import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { BackupSettings, Config } from '../config.ts'
import { BackupError } from './backup-error.ts'
import { IS_COPY, sortCopies, timeOfCopy } from './copy-names.ts'
import type { BackedUp } from './run-backup.ts'

/** What the process is given, and what it answers with. */
export type CopyOrder = { config: Config; backup: BackupSettings; now: number }
export type CopyReport = { done: BackedUp } | { failed: string }

export type ScheduledCopies = {
  /** Makes a copy, reads it again and removes those that are too old. Throws a sentence when that fails. */
  makeCopy(): Promise<BackedUp>
  /** Ends a copy that is being made; the next one goes on with what it has. */
  stop(): Promise<void>
}

/**
 * Copies that the server makes by itself, each in a process of its own, so that requests don't wait for checksums and
 * encryption, and a crash of the copy leaves the server alone. The process does what the command line does.
 */
export function scheduleCopies(
  config: Config,
  backup: BackupSettings,
  parts: {
    clock: Clock
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>
    /** Called with the reason when a copy fails, unless it was stopped. */
    onFailure?(reason: string): Promise<unknown>
  },
): ScheduledCopies {
  const { clock, log, onFailure } = parts
  let running: ChildProcess | undefined
  let stopped = false
  function logBackup(done: BackedUp): BackedUp {
    const { id: copy, rows, objects, added, removed, unread, flaws } = done
    log.info({ copy, rows, objects, added, removed: removed.length }, 'A backup was made and verified.')
    if (flaws.length > 0) {
      log.warn(
        { copy, flaws: flaws.length },
        'The church names recordings or posters that its store has lost; "backup" from the command line names them.',
      )
    }
    if (unread.length > 0) {
      log.warn(
        { unread },
        'Older copies remain, for the lists of these can not be read: remove them by hand.',
      )
    }
    return done
  }

  return {
    async makeCopy() {
      const { promise, resolve, reject } = Promise.withResolvers<BackedUp>()
      const order: CopyOrder = { config, backup, now: clock.now() }
      const child = fork(join(import.meta.dirname, 'copy-process.ts'), {
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      running = child
      child.once('message', (report: CopyReport) =>
        'done' in report ? resolve(logBackup(report.done)) : reject(new BackupError(report.failed)),
      )
      child.on('error', reject)
      child.once('close', (code, signal) => {
        const by = signal === null ? `with exit code ${code}` : `by ${signal}`
        reject(new BackupError(`The backup was stopped before it was complete, ${by}.`))
      })
      child.send(order)
      try {
        return await promise
      } catch (error) {
        if (!stopped) {
          await onFailure?.((error as Error).message.split('\n', 1).join()).catch((err: unknown) =>
            log.warn({ err }, 'Nobody could be told that the backup failed.'),
          )
        }
        throw error
      }
    },
    async stop() {
      stopped = true
      if (running?.kill('SIGKILL')) {
        await once(running, 'exit')
      }
    },
  }
}

/** When the newest whole copy in a folder was made, in milliseconds; for monitoring. */
export async function newestCopy(folder: string, clock: Clock): Promise<number | undefined> {
  const names = await readdir(join(folder, 'copies')).catch((): string[] => [])
  const newest = sortCopies(
    names.filter((name) => IS_COPY.test(name)),
    clock.now(),
  ).at(-1)
  return newest === undefined ? undefined : timeOfCopy(newest)
}
