import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Tables } from '../database/tables.ts'
import { countUses, deleteLookup, findLookup, hasPodcast, type LookupKind } from '../lookups/lookups-sql.ts'
import type { CreatedName } from './import-sermon.ts'

const KINDS: Record<string, LookupKind> = {
  presenter: 'preacher',
  category: 'category',
  topic: 'topic',
  sermon_series: 'series',
}

/** Removes names that an import has added and that nothing uses any more, except a series that somebody has changed. */
export async function removeCreated(
  db: Kysely<Tables>,
  created: readonly CreatedName[],
  { auditLog, actor }: { auditLog: AuditLog; actor: Actor },
): Promise<void> {
  for (const record of created) {
    const [noun = '', text] = record.split('/')
    const kind = KINDS[noun]
    const id = Number(text)
    if (
      kind !== undefined &&
      (await findLookup(db, kind, id)) !== undefined &&
      (await countUses(db, kind, id)) === 0 &&
      !(await hasPodcast(db, kind, id)) &&
      !(kind === 'series' && (await isDescribed(db, id)))
    ) {
      await deleteLookup(db, kind, id)
      const deletion = `${noun}_deleted` as 'presenter_deleted'
      await auditLog.recordChange(db, { kind: deletion, records: [record], ...actor })
    }
  }
}

async function isDescribed(db: Kysely<Tables>, id: number): Promise<boolean> {
  const series = await db
    .selectFrom('sermon_series')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  return (series?.version ?? 1) > 1
}
