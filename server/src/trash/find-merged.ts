import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Of these children, those whose entry was merged into another one, each with the one that is there now. */
export async function findMerged(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('trash')
    .select(['record', 'merged_into'])
    .where(
      'record',
      'in',
      ids.map((id) => `merge/${id}`),
    )
    .execute()
  const into = new Map(
    rows.flatMap(({ record, merged_into }) =>
      merged_into === null ? [] : [[Number(record.split('/')[1]), merged_into] as const],
    ),
  )
  const further = await findMerged(db, [...into.values()])
  return new Map([...into].map(([id, next]) => [id, further.get(next) ?? next]))
}
