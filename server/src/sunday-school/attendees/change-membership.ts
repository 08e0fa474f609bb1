import type { AttendeeSameChange } from '@vestry/contract/calls/attendees.ts'
import type { Transaction } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { attendeesById } from './attendees-sql.ts'
import { requireDetails } from './names-only.ts'

type Undo = AttendeeSameChange & { version: number }
type Left = { id: number; why: 'not_found' | 'changed_meanwhile' }

/** Changes the membership of several attendees under the caller's lock, and returns the changes that undo this. */
export async function changeMembership(
  db: Transaction<Tables>,
  changes: readonly AttendeeSameChange[],
  { auditLog, actor }: { auditLog: AuditLog; actor: { caller: Caller; address: string } },
): Promise<{ undo: Undo[]; left: Left[] }> {
  const wanted = new Map(changes.map((change) => [change.id, change]))
  const formers = await attendeesById(db, [...wanted.keys()])
  const found = new Set(formers.map(({ id }) => id))
  await requireDetails(db, actor.caller, [...found])
  const left: Left[] = [...wanted.keys()]
    .filter((id) => !found.has(id))
    .map((id) => ({ id, why: 'not_found' }))
  const undo: Undo[] = []
  for (const { id, is_member, version } of formers) {
    const change = wanted.get(id)
    if (change === undefined || change.is_member === is_member) {
      continue
    }
    if (change.version !== undefined && change.version !== version) {
      left.push({ id, why: 'changed_meanwhile' })
    } else {
      undo.push({ id, version: version + 1, is_member })
    }
  }
  for (const [is_member, some] of Map.groupBy(undo, ({ id }) => wanted.get(id)?.is_member ?? 0)) {
    const ids = some.map(({ id }) => id)
    await db
      .updateTable('attendee')
      .set((row) => ({ is_member, version: row('version', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
    const records = ids.map((id) => `attendee/${id}` as const)
    await auditLog.recordChange(db, { kind: 'attendee_changed', records, ...actor })
  }
  return { undo, left }
}
