import type { NewsScope } from '@vestry/contract/rules/news-topics.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The number of changes of every scope and, if it is asked for, the number of the newest entry of the audit trail. */
export async function readCounters(
  db: Kysely<Tables>,
  ofAudit: boolean,
): Promise<Record<NewsScope, number> & { audit: number }> {
  const rows = await db
    .selectFrom('lock_scope')
    .select(['name', 'changes'])
    .$if(ofAudit, (query) =>
      query.select((row) =>
        row
          .selectFrom('audit_event')
          .select((event) => event.fn.max('id').as('newest'))
          .as('audit'),
      ),
    )
    .execute()
  const scopes = Object.fromEntries(rows.map(({ name, changes }) => [name, changes]))
  return { ...(scopes as Record<NewsScope, number>), audit: rows[0]?.audit ?? 0 }
}
