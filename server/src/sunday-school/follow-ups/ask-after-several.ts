import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { Transaction } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { findAskable } from './find-tasks.ts'
import { deleteEntries, insertEntries, listWritten, newestEntries, requestAbout } from './follow-up-sql.ts'

type Actor = { auditLog: AuditLog; caller: Caller; address: string }
type Question = {
  request_id: string
  attendee_ids: readonly number[]
  seen: number
  note: string
  assigned_to: string
  due_day: string
}
type Answer = CallAnswer<'POST /follow-up/several'>

/** The parts of an entry that say who wrote it, and when. */
export type Written = { at: number; day: string; written_by: string; written_by_name: string }

/**
 * Writes the same entry about each of several children, under the caller's lock; who can't be asked after, or has a
 * newer entry than was seen, is left alone. What the same request has written before is not written again.
 */
export async function writeSeveral(
  db: Transaction<Tables>,
  { request_id, attendee_ids, seen, ...entry }: Question,
  written: Written,
  { auditLog, ...actor }: Actor,
): Promise<Pick<Answer, 'entries' | 'left'>> {
  const ids = [...new Set(attendee_ids)]
  const requestFor = (id: number) => requestAbout(request_id, id)
  const before = await listWritten(db, { request_ids: ids.map(requestFor) })
  const done = new Set(before.map(({ attendee_id }) => attendee_id))
  const there = new Set((await attendeesById(db, ids)).map(({ id }) => id))
  const askable = await findAskable(db, actor.caller, ids)
  const newest = await newestEntries(db, ids)
  const left: Answer['left'] = []
  const asked: number[] = []
  for (const id of ids.filter((one) => !done.has(one))) {
    if (!there.has(id)) {
      left.push({ id, why: 'not_found' })
    } else if (!askable.has(id)) {
      left.push({ id, why: 'not_allowed' })
    } else if ((newest.get(id) ?? 0) > seen) {
      left.push({ id, why: 'changed_meanwhile' })
    } else {
      asked.push(id)
    }
  }
  const entries = await insertEntries(
    db,
    asked.map((attendee_id) => ({
      ...{ request_id: requestFor(attendee_id), attendee_id, outcome: '', until_day: '' },
      ...entry,
      ...written,
    })),
  )
  const records = asked.map((id) => `attendee/${id}` as const)
  await auditLog.recordChange(db, { kind: 'followed_up', records, ...actor })
  return { entries: [...before.map(({ id }) => id), ...entries], left }
}

/** Takes back those of these entries that the caller wrote and that are still the newest about their child. */
export async function undoSeveral(
  db: Transaction<Tables>,
  ids: readonly number[],
  { auditLog, ...actor }: Actor,
): Promise<number[]> {
  const { caller } = actor
  const rows = (await listWritten(db, { ids })).filter(({ written_by }) => written_by === caller.sub)
  const children = rows.map(({ attendee_id }) => attendee_id)
  if (rows.length === 0) {
    return []
  }
  const askable = await findAskable(db, caller, children)
  const newest = await newestEntries(db, children)
  const undone = rows.filter(
    ({ id, attendee_id }) => askable.has(attendee_id) && newest.get(attendee_id) === id,
  )
  const attendee_ids = undone.map(({ attendee_id }) => attendee_id)
  if (undone.length > 0) {
    await deleteEntries(
      db,
      undone.map(({ id }) => id),
    )
    const records = attendee_ids.map((id) => `attendee/${id}` as const)
    await auditLog.recordChange(db, { kind: 'follow_up_undone', records, ...actor })
  }
  return attendee_ids
}
