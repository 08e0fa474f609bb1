import type { SermonImportReason } from '@vestry/contract/sermon-import-rules.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { ObjectStore } from '@vestry/s3'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Database } from '../database/open-database.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import type { ChurchClock } from '../preaching/preaching-sql.ts'
import { FormatError, fetchFiles } from './fetch-files.ts'
import { FetchError, type FetchPublic } from './fetch-public.ts'
import { addSermon, type CreatedName } from './import-sermon.ts'
import { findByRecording, findKnown, findTrashed } from './known-sermons.ts'
import {
  choicesOf,
  findImport,
  findNextRow,
  type ImportRecord,
  type ImportRow,
  saveImport,
  settleRow,
  takeImport,
} from './sermon-imports-sql.ts'

/** Whoever is at work says so this often, and is taken for dead after so long. */
const SIGN_OF_LIFE = 1000
const DEAD_AFTER = 5000

export type ImportParts = ChurchClock & {
  database: Database
  store: Pick<ObjectStore, 'find' | 'read' | 'put' | 'remove'>
  auditLog: AuditLog
  fetchPublic: FetchPublic
  reportError: (error: unknown) => void
}

/**
 * Brings in the sermons of the imports that were started, one after the other, each in a transaction of its own: whoever
 * goes on after a crash finds each sermon there whole or not at all.
 */
export function createImporter(parts: ImportParts) {
  const { database, clock, reportError } = parts
  const { sql: db } = database
  /** How long an import is ours from a moment on: a database in a file has nobody else to leave it to. */
  const oursUntil = (now: number) => (database.pool === undefined ? now : now + DEAD_AFTER)
  const ended = new AbortController()
  let running: Promise<void> | undefined
  /** The import whose sermon is being fetched, and what ends that. */
  let fetching: { id: number; stopped: AbortController } | undefined

  /** Works until nothing is left that was started, and nobody else is at work on. */
  async function work(): Promise<void> {
    while (!ended.signal.aborted) {
      const now = clock.now()
      const taken = await takeImport(db, now, oursUntil(now))
      if (taken === undefined) {
        return
      }
      const life = setInterval(() => {
        saveImport(db, taken.id, { busy_until: oursUntil(clock.now()) }).catch(() => undefined)
      }, SIGN_OF_LIFE)
      try {
        await bringIn(taken)
      } finally {
        clearInterval(life)
        await saveImport(db, taken.id, { busy_until: 0 })
      }
    }
  }

  async function bringIn({ id }: ImportRecord): Promise<void> {
    while (!ended.signal.aborted) {
      const present = await findImport(db, id)
      const row = present?.state === 'running' ? await findNextRow(db, id) : undefined
      if (present?.state === 'running' && row === undefined) {
        await end(present)
      }
      if (row === undefined) {
        return
      }
      try {
        await bringInRow(row)
      } catch (error) {
        if (ended.signal.aborted) {
          return
        }
        const why = reasonOf(error)
        if (why === 'failed') {
          reportError(error)
        }
        await settleRow(db, row, { state: 'failed', why, uuid: '' })
      }
    }
  }

  async function bringInRow(row: ImportRow): Promise<void> {
    const { import_id, event_datetime } = row
    const sermon = JSON.parse(row.content) as SourceSermon
    const stopped = new AbortController()
    fetching = { id: import_id, stopped }
    const signal = AbortSignal.any([ended.signal, stopped.signal])
    const watch = setInterval(() => {
      findImport(db, import_id)
        .then((present) => present?.state !== 'running' && stopped.abort())
        .catch(() => undefined)
    }, SIGN_OF_LIFE)
    try {
      const files = await fetchFiles(sermon, Number(event_datetime.slice(0, 4)), { ...parts, signal })
      await withWriteLock(database, 'preaching', async (change) => {
        const present = await findImport(change, import_id)
        const choices = present && choicesOf(present)
        if (present?.state !== 'running' || choices === undefined) {
          return
        }
        const [known = await findByRecording(change, sermon)] = (
          await findKnown(change, [sermon.guid])
        ).values()
        if (known !== undefined || (await findTrashed(change, sermon.guid)).has(sermon.guid)) {
          const why = known === undefined ? 'in_trash' : ''
          await settleRow(change, row, { state: 'known', why, uuid: known ?? '' })
          return
        }
        const why = files.isPartial ? 'without_files' : ''
        const actor = actorOf(present)
        const added = await addSermon(change, sermon, {
          ...{ choices, files, event_datetime, time: parts, auditLog: parts.auditLog, actor },
        })
        if (!(await settleRow(change, row, { state: 'done', why, uuid: added.uuid }))) {
          throw new Error(`Sermon ${row.position} of import ${import_id} came in twice at once.`)
        }
        if (added.created.length > 0) {
          const created = [...(JSON.parse(present.created) as CreatedName[]), ...added.created]
          await saveImport(change, import_id, { created: JSON.stringify(created) })
        }
      })
    } catch (error) {
      if (!stopped.signal.aborted) {
        throw error
      }
    } finally {
      fetching = undefined
      clearInterval(watch)
    }
  }

  async function end(present: ImportRecord): Promise<void> {
    await withWriteLock(database, 'preaching', async (change) => {
      const now = await findImport(change, present.id)
      if (now?.state === 'running' && (await findNextRow(change, present.id)) === undefined) {
        await saveImport(change, present.id, { state: 'done' })
        await parts.auditLog.recordChange(change, {
          kind: 'sermons_imported',
          records: [`sermon_import/${present.id}`],
          ...actorOf(present),
        })
      }
    })
  }

  return {
    /** Goes to work, unless it is at it; it works for as long as there is something to do. */
    wake(): void {
      running ??= work()
        .catch(reportError)
        .finally(() => {
          running = undefined
        })
    },
    /** Leaves the sermon of a stopped import that is being fetched here; another process notices by itself. */
    halt(id: number): void {
      if (fetching?.id === id) {
        fetching.stopped.abort()
      }
    },
    async [Symbol.asyncDispose]() {
      ended.abort()
      await running
    },
  }
}

function actorOf({ imported_by, imported_by_name }: ImportRecord) {
  return { caller: { sub: imported_by, email: imported_by_name, name: undefined } }
}

function reasonOf(error: unknown): SermonImportReason {
  if (error instanceof FetchError) {
    return error.problem
  }
  return error instanceof FormatError ? 'format' : 'failed'
}
