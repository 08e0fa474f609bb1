import type { SermonChange } from '@vestry/contract/calls/preaching.ts'
import type { Transaction } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { wallClockAt } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import type { Trash } from '../trash/create-trash.ts'
import {
  type ChurchClock,
  deleteItem,
  findWholeItem,
  hasContent,
  type Item,
  type ItemContent,
  stateOf,
  updateItem,
} from './preaching-sql.ts'
import { changedContent } from './sermon-content.ts'

export type Left = { uuid: string; title: string; why: 'not_found' | 'changed_meanwhile' }

/**
 * Changes several items under the caller's lock, and returns the changes that undo this. A change with a version, as an
 * undo has, leaves an item alone if names that it would get are gone; a change without one then refuses them all.
 */
export async function changeSeveral(
  db: Transaction<Tables>,
  changes: readonly SermonChange[],
  {
    time,
    isKnown,
    refuseUnknown,
    auditLog,
    actor,
  }: {
    time: ChurchClock
    isKnown(item: ItemContent): Promise<boolean>
    refuseUnknown(item: ItemContent): Promise<void>
    auditLog: AuditLog
    actor: Actor
  },
): Promise<{ undo: SermonChange[]; left: Left[] }> {
  const undo: SermonChange[] = []
  const left: Left[] = []
  for (const change of changes) {
    const { uuid } = change
    const former = await findWholeItem(db, uuid)
    if (former === undefined) {
      left.push({ uuid, title: '', why: 'not_found' })
      continue
    }
    if (change.version !== undefined && change.version !== former.version) {
      left.push({ uuid, title: former.localizedname, why: 'changed_meanwhile' })
      continue
    }
    const { id, ...item } = former
    const content = changedContent(item, change, time)
    if (!hasContent(item, content)) {
      if (change.version !== undefined && !(await isKnown(content))) {
        left.push({ uuid, title: former.localizedname, why: 'changed_meanwhile' })
        continue
      }
      await refuseUnknown(content)
      const version = former.version + 1
      await updateItem(db, id, { ...content, uuid, version })
      await auditLog.recordChange(db, { kind: 'item_changed', records: [`item/${uuid}`], ...actor })
      undo.push({ uuid, version, ...whatStood(item, time) })
    }
  }
  return { undo, left }
}

/** Deletes several items under the caller's lock. */
export async function removeSeveral(
  db: Transaction<Tables>,
  uuids: readonly string[],
  { trash, auditLog, actor }: { trash: Pick<Trash, 'putItem'>; auditLog: AuditLog; actor: Actor },
): Promise<{ deleted: string[]; left: Left[] }> {
  const deleted: string[] = []
  const left: Left[] = []
  for (const uuid of new Set(uuids)) {
    if (await findWholeItem(db, uuid)) {
      await trash.putItem(db, uuid, actor)
      await deleteItem(db, uuid)
      await auditLog.recordChange(db, { kind: 'item_deleted', records: [`item/${uuid}`], ...actor })
      deleted.push(uuid)
    } else {
      left.push({ uuid, title: '', why: 'not_found' })
    }
  }
  return { deleted, left }
}

/** Everything that a change of several items may have changed, as it was. */
function whatStood(
  { preacher_id, preaching_category_id, series_id, topics, speakers, publish_at }: Item,
  { clock, timeZone }: ChurchClock,
) {
  const state = stateOf(publish_at, clock.now())
  return {
    preacher_id,
    preaching_category_id,
    series_id,
    topics,
    speakers,
    state,
    ...(state === 'scheduled' && { publish_at: wallClockAt(publish_at ?? 0, timeZone()) }),
  }
}
