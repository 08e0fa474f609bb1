import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** A series and when its first and its last class are. */
type Term = { series_id: number; first: string; last: string }

/** The latest series of the same title whose last class was before a day: the term that this one went on from. */
export async function findTermBefore(
  db: Kysely<Tables>,
  { id, title }: { id: number; title: string },
  day: string,
): Promise<Term | undefined> {
  return await db
    .selectFrom('class_series')
    .innerJoin('class_session', 'class_session.series_id', 'class_series.id')
    .where('class_series.title', '=', title)
    .where('class_series.id', '!=', id)
    .where('cancelled', '=', 0)
    .groupBy('class_series.id')
    .having(({ fn }) => fn.max('session_datetime'), '<', day)
    .select(({ fn }) => [
      'class_series.id as series_id',
      fn.min('session_datetime').as('first'),
      fn.max('session_datetime').as('last'),
    ])
    .orderBy('last', 'desc')
    .orderBy('series_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function daysOfTerm({ first, last }: Term): { from: string; to: string } {
  return { from: first.slice(0, 10), to: last.slice(0, 10) }
}
