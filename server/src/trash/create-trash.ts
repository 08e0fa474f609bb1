import { TRASH_DAYS, type TrashKind } from '@vestry/contract/rules/trash-rules.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { churchDay } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import type { Leases } from '../database/leases.ts'
import type { Database } from '../database/open-database.ts'
import type { LockScope, Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import { collectAttendee, collectClasses, collectItem, OF_A_CHILD } from './collect-rows.ts'
import { doEach, removeDiscarded } from './discarded-objects.ts'
import { eraseChild } from './erase-child.ts'
import { forgetChanges } from './families-of-children.ts'
import { mergeEntries } from './merge-entries.ts'
import { purgeEntry } from './purge-trash.ts'
import { isPublished, restoreEntry } from './restore-entry.ts'
import { type NameTable, readContent, renameUses } from './trash-content.ts'
import {
  entriesOfKind,
  findExpired,
  findHolder,
  findRecords,
  insertEntry,
  type NewEntry,
  saveContent,
  type TrashRow,
} from './trash-sql.ts'
import { undoMerge } from './undo-merge.ts'

export const KEPT = TRASH_DAYS * 24 * 60 * 60_000
const PURGED_AT_ONCE = 100

const SCOPES: Record<TrashKind, LockScope> = {
  item: 'preaching',
  attendee: 'sunday_school',
  class: 'sunday_school',
  merge: 'sunday_school',
}

/** The name in the audit trail of the entry that a merge took away. */
function childOf({ record }: Pick<TrashRow, 'record'>): string {
  return record.replace('merge/', 'attendee/')
}

export type Trash = ReturnType<typeof createTrash>

/**
 * Keeps what is deleted as it was. Before a record is deleted, `put…` is called in the same transaction, under the lock
 * of that record.
 */
export function createTrash({
  database,
  leases,
  auditLog,
  clock,
  timeZone,
  removeObject,
}: {
  database: Database
  leases: Leases
  auditLog: AuditLog
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
  /** Removes an object of the store. */
  removeObject: (path: string) => Promise<void>
}) {
  async function put(db: Kysely<Tables>, entry: NewEntry, actor: Actor): Promise<void> {
    const { caller } = actor
    // Only an id that was chosen by the caller can come twice.
    const former = await findHolder(db, entry.record)
    if (former) {
      await purgeInto(db, former, actor)
    }
    await insertEntry(db, entry, {
      deleted: clock.now(),
      deleted_by: caller.sub,
      deleted_by_name: caller.email,
    })
  }

  async function purgeInto(db: Kysely<Tables>, entry: TrashRow, actor?: Actor): Promise<void> {
    const { kind, merged_into } = entry
    const records = await findRecords(db, entry)
    await purgeEntry(db, entry)
    if (kind === 'merge') {
      const parts = { from: childOf(entry) }
      const records = [`attendee/${merged_into}`] as const
      await auditLog.recordChange(db, { kind: 'attendee_merge_purged', records, parts, ...actor })
    } else {
      await auditLog.recordChange(db, { kind: `${kind}_purged`, records, ...actor })
    }
  }

  /** Both trails say with which other entry. */
  async function recordMerge(
    db: Kysely<Tables>,
    kind: 'attendee_merged' | 'attendee_merge_undone',
    { kept, merged }: { kept: number; merged: number },
    actor: Actor,
  ): Promise<void> {
    const [into, from] = [`attendee/${kept}`, `attendee/${merged}`] as const
    await auditLog.recordChange(db, { kind, records: [into], parts: { from }, ...actor })
    await auditLog.recordChange(db, { kind, records: [from], parts: { into }, ...actor })
  }

  /** Restores what was deleted with this record; false if it is not in the trash. */
  async function restoreInto(
    db: Transaction<Tables>,
    record: string,
    actor: Actor,
    deletedBy?: string,
  ): Promise<boolean> {
    const entry = await findHolder(db, record)
    if (entry === undefined) {
      return false
    }
    if (deletedBy !== undefined && entry.deleted_by !== deletedBy) {
      throw new ApiError('not_allowed', 'Somebody else has deleted this.')
    }
    if (entry.kind === 'merge') {
      const [kept, merged] = await undoMerge(db, entry)
      await recordMerge(db, 'attendee_merge_undone', { kept, merged }, actor)
      return true
    }
    const records = await findRecords(db, entry)
    for (const { noun, id } of await restoreEntry(db, entry)) {
      await auditLog.recordChange(db, { kind: `${noun}_added`, records: [`${noun}/${id}`], ...actor })
    }
    await auditLog.recordChange(db, { kind: `${entry.kind}_undeleted`, records, ...actor })
    return true
  }

  /** Deletes for good; false if it is no longer in the trash, or was deleted again since `before`. */
  async function purge(
    kind: TrashKind,
    record: string,
    { actor, before = Number.POSITIVE_INFINITY }: { actor?: Actor | undefined; before?: number },
  ): Promise<boolean> {
    return await withWriteLock(database, SCOPES[kind], async (db) => {
      const entry = await findHolder(db, record)
      if (entry === undefined || entry.deleted >= before) {
        return false
      }
      await purgeInto(db, entry, actor)
      return true
    })
  }

  return {
    async putItem(db: Kysely<Tables>, uuid: string, actor: Actor) {
      await put(db, await collectItem(db, uuid), actor)
    },

    /** Keeps the recording in the store when the sermon is deleted for good. */
    async putWithoutRecording(db: Kysely<Tables>, uuid: string, actor: Actor) {
      const { path, ...entry } = await collectItem(db, uuid)
      await put(db, { ...entry, path: '', kept: path }, actor)
    },

    async putAttendee(db: Kysely<Tables>, id: number, actor: Actor) {
      await put(db, await collectAttendee(db, id), actor)
    },

    /** Sessions of one series, by time. */
    async putClasses(db: Kysely<Tables>, sessions: Parameters<typeof collectClasses>[1], actor: Actor) {
      await put(db, await collectClasses(db, sessions), actor)
    },

    /**
     * Merges one entry of a child into another, and keeps both as they were; false where two marks clash of which nobody
     * has decided which stands.
     */
    async merge(
      db: Kysely<Tables>,
      merge: Parameters<typeof mergeEntries>[1] & { name: string },
      actor: Actor,
    ): Promise<boolean> {
      const { name, ...of } = merge
      const content = await mergeEntries(db, of)
      if (content === undefined) {
        return false
      }
      const record = `merge/${of.merged}`
      await put(db, { record, kind: 'merge', name, ...OF_A_CHILD, content, merged_into: of.kept }, actor)
      await recordMerge(db, 'attendee_merged', of, actor)
      return true
    },

    eraseChild: (db: Kysely<Tables>, id: number): Promise<boolean> =>
      eraseChild(db, id, { today: churchDay(clock, timeZone()), timeZone: timeZone() }),

    /** Makes deleted sermons of, say, one presenter name the presenter that it was merged into. */
    async moveUses(db: Kysely<Tables>, table: NameTable, { id, into }: { id: number; into: number }) {
      const named = await db.selectFrom(table).selectAll().where('id', '=', into).execute()
      for (const entry of await entriesOfKind(db, 'item')) {
        const { rows, needs } = readContent(entry)
        const [item] = rows.preaching_item ?? []
        if (item && renameUses(rows, table, id, into)) {
          item.version += 1
          const others = (needs[table] ?? []).filter((row) => row.id !== id && row.id !== into)
          await saveContent(db, entry.record, { rows, needs: { ...needs, [table]: [...others, ...named] } })
        }
      }
    },

    /** With `deletedBy`, only what this person deleted. */
    restore: (kind: TrashKind, record: string, actor: Actor, deletedBy?: string): Promise<boolean> =>
      withWriteLock(database, SCOPES[kind], (db) => restoreInto(db, record, actor, deletedBy)),

    /** Restores several sermons; returns which are not in the trash, and which have been published again. */
    restoreItems: (uuids: readonly string[], actor: Actor) =>
      withWriteLock(database, SCOPES.item, async (db) => {
        const missing: string[] = []
        const refused: { uuid: string; title: string; why: 'already_exists' }[] = []
        for (const uuid of new Set(uuids)) {
          const record = `item/${uuid}`
          const entry = await findHolder(db, record)
          if (entry === undefined) {
            missing.push(uuid)
          } else if (await isPublished(db, uuid)) {
            refused.push({ uuid, title: entry.name, why: 'already_exists' })
          } else {
            await restoreInto(db, record, actor)
          }
        }
        return { missing, ...(refused.length > 0 && { refused }) }
      }),

    purge: (kind: TrashKind, record: string, actor?: Actor) => purge(kind, record, { actor }),

    removeDiscarded: () => removeDiscarded(database, leases, removeObject),

    /** Deletes for good, with its recordings, what has been in the trash long enough. */
    async sweep() {
      try {
        await withWriteLock(database, 'sunday_school', (db) => forgetChanges(db, clock.now() - KEPT))
        for (;;) {
          const before = clock.now() - KEPT
          const expired = await findExpired(database.sql, before, PURGED_AT_ONCE)
          await doEach(expired, ({ kind, record }) => purge(kind, record, { before }))
          if (expired.length < PURGED_AT_ONCE) {
            break
          }
        }
      } finally {
        await removeDiscarded(database, leases, removeObject)
      }
    },
  }
}
