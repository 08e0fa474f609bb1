import type { SermonImportReason } from '@vestry/contract/rules/sermon-import-rules.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Kysely, Transaction } from 'kysely'
import type { AuditLog } from '../audit/audit-log.ts'
import { findUnusedObjects } from '../database/is-used-object.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
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
  keepImport,
  saveImport,
  settleRow,
  takeImport,
} from './sermon-imports-sql.ts'

/** How often a working process says that it is alive, and after what silence it counts as dead. */
const SIGN_OF_LIFE = 1000
const DEAD_AFTER = 5000

export type ImportParts = ChurchClock & {
  database: Database
  store: Pick<ObjectStore, 'find' | 'read' | 'putNew' | 'remove'>
  auditLog: AuditLog
  fetchPublic: FetchPublic
  reportError: (error: unknown) => void
}

/**
 * Imports the sermons of the imports that were started, one after the other, each in a transaction of its own: after a
 * crash each sermon is there whole or not at all.
 */
export function createImporter(parts: ImportParts) {
  const { database, clock, reportError } = parts
  const { sql: db } = database
  /**
   * How long an import stays ours after each sign of life: with a database in a file there is no other process to leave
   * it to.
   */
  const oursUntil = (now: number) => (database.pool === undefined ? now : now + DEAD_AFTER)
  const ended = new AbortController()
  let running: Promise<void> | undefined
  /** The import whose sermon is being fetched, and what aborts that. */
  let fetching: { id: number; stopped: AbortController } | undefined

  /** Works until everything that was started is done, or another process works on it. */
  async function work(): Promise<void> {
    while (!ended.signal.aborted) {
      const now = clock.now()
      const taken = await takeImport(db, now, oursUntil(now))
      if (taken === undefined) {
        return
      }
      const lost = new AbortController()
      let signing = Promise.resolve()
      const signOfLife = async (until: number) => {
        const isOurs = await keepImport(db, taken, until)
        taken.busy_until = isOurs ? until : taken.busy_until
        if (!isOurs) {
          lost.abort()
        }
      }
      const life = setInterval(() => {
        signing = signing.then(() => signOfLife(oursUntil(clock.now()))).catch(() => undefined)
      }, SIGN_OF_LIFE)
      try {
        await bringIn(taken, AbortSignal.any([ended.signal, lost.signal]))
      } finally {
        clearInterval(life)
        await signing
        await keepImport(db, taken, 0)
      }
    }
  }

  /**
   * Goes on until the import is done or stopped, or `over` is aborted: at the end of the process, or once another
   * process has taken the import.
   */
  async function bringIn({ id }: ImportRecord, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const present = await findImport(db, id)
      const row = present?.state === 'running' ? await findNextRow(db, id) : undefined
      if (present?.state === 'running' && row === undefined) {
        await end(present)
      }
      if (row === undefined) {
        return
      }
      try {
        await bringInRow(row, over)
      } catch (error) {
        if (over.aborted) {
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

  async function bringInRow(row: ImportRow, over: AbortSignal): Promise<void> {
    const { import_id, event_datetime } = row
    const sermon = JSON.parse(row.content) as SourceSermon
    const stopped = new AbortController()
    fetching = { id: import_id, stopped }
    const signal = AbortSignal.any([over, stopped.signal])
    const watch = setInterval(() => {
      findImport(db, import_id)
        .then((present) => present?.state !== 'running' && stopped.abort())
        .catch(() => undefined)
    }, SIGN_OF_LIFE)
    const put: string[] = []
    try {
      if (await settleKnown(db, row, sermon)) {
        return
      }
      const files = await fetchFiles(sermon, Number(event_datetime.slice(0, 4)), {
        ...parts,
        signal,
        onPut: (path) => put.push(path),
      })
      await withWriteLock(database, 'preaching', async (change) => {
        const present = await findImport(change, import_id)
        const choices = present && choicesOf(present)
        if (present?.state !== 'running' || choices === undefined) {
          return
        }
        if (await settleKnown(change, row, sermon)) {
          await takeBack(change, put)
          return
        }
        if ((await parts.store.find(files.path)) === undefined) {
          throw new FetchError('not_found', `There is no ${files.path} in the store any more.`)
        }
        const why = files.isPartial ? 'without_files' : ''
        const actor = actorOf(present)
        const added = await addSermon(change, sermon, {
          choices,
          files,
          event_datetime,
          time: parts,
          auditLog: parts.auditLog,
          actor,
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
      if (error instanceof FormatError) {
        await withWriteLock(database, 'preaching', (change) => takeBack(change, put))
      }
      if (!stopped.signal.aborted) {
        throw error
      }
    } finally {
      fetching = undefined
      clearInterval(watch)
    }
  }

  /** Removes what was put into the store in vain, under the caller's lock; what something refers to by now stays. */
  async function takeBack(change: Transaction<Tables>, put: readonly string[]): Promise<void> {
    for (const path of await findUnusedObjects(change, put)) {
      await parts.store.remove(path)
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
    /** Starts to work, unless it works already, and goes on as long as there is something to do. */
    wake(): void {
      running ??= work()
        .catch(reportError)
        .finally(() => {
          running = undefined
        })
    },
    /** Drops the sermon of a stopped import that is being fetched here; other processes notice by themselves. */
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

/** Whether a sermon is there by now, or in the trash; if so, its row is marked so. */
async function settleKnown(db: Kysely<Tables>, row: ImportRow, sermon: SourceSermon): Promise<boolean> {
  const [known = await findByRecording(db, sermon)] = (await findKnown(db, [sermon.guid])).values()
  if (known === undefined && !(await findTrashed(db, sermon.guid)).has(sermon.guid)) {
    return false
  }
  const why = known === undefined ? 'in_trash' : ''
  await settleRow(db, row, { state: 'known', why, uuid: known ?? '' })
  return true
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
