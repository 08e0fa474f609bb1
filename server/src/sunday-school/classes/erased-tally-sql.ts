import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** What the records of erased children add up to, for each of these classes that has any. */
export async function findErased(
  db: Kysely<Tables>,
  class_ids: readonly number[],
): Promise<Map<number, Selectable<Tables['erased_tally']>>> {
  if (class_ids.length === 0) {
    return new Map()
  }
  const rows = await db.selectFrom('erased_tally').selectAll().where('class_id', 'in', class_ids).execute()
  return new Map(rows.map((row) => [row.class_id, row]))
}
