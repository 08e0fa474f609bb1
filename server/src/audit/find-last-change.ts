import type { AuditKind, RecordName } from '@vestry/contract/audit-kinds.ts'
import type { LastChange } from '@vestry/contract/last-change.ts'
import type { Database } from '../database/open-database.ts'
import { latestChange } from './audit-sql.ts'

/** Tells who changed a record last, by the name that they have now, or else by the address of then. */
export type FindLastChange = (record: RecordName, kinds: readonly AuditKind[]) => Promise<LastChange>

export function createFindLastChange(
  { sql }: Database,
  listStaff: () => Promise<readonly { sub: string; name: string }[]>,
): FindLastChange {
  return async (record, kinds) => {
    const entry = await latestChange(sql, record, kinds)
    if (entry === undefined) {
      return null
    }
    const person = (await listStaff()).find(({ sub }) => sub === entry.actor)
    return { at: entry.at, by: person?.name ?? entry.actor_name ?? '' }
  }
}
