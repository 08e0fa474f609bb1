import type { LastChange } from '@vestry/contract/calls/last-change.ts'
import type { AuditKind, RecordName } from '@vestry/contract/rules/audit-kinds.ts'
import type { Database } from '../database/open-database.ts'
import { latestChange } from './audit-sql.ts'

/** Finds who changed a record last: by their present name, or else by the address they had then. */
export type FindLastChange = (record: RecordName, kinds: readonly AuditKind[]) => Promise<LastChange>

export function createFindLastChange(
  { sql }: Database,
  findName: (sub: string) => Promise<string | undefined>,
): FindLastChange {
  return async (record, kinds) => {
    const entry = await latestChange(sql, record, kinds)
    if (entry === undefined) {
      return null
    }
    const name = entry.actor === null ? undefined : await findName(entry.actor)
    return { at: entry.at, by: name ?? entry.actor_name ?? '' }
  }
}
