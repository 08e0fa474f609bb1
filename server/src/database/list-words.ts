import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { Tables } from './tables.ts'

/** A trigram index knows no shorter text than this. */
const TRIGRAM = 3

/** A row is found when each of these texts stands somewhere in its search key. They hold no sign that LIKE knows. */
export function holdsAll(words: readonly string[]): Expression<SqlBool> {
  const rows = expressionBuilder<{ searched: { search_key: string } }, 'searched'>()
  return rows.and(words.map((word) => rows('search_key', 'like', `%${word}%`)))
}

/** The way that a trigram index knows to such rows; none if every text is too short for it. */
export function trigramWay(
  db: Kysely<Tables>,
  view: 'attendee_search' | 'class_session_search',
  words: readonly string[],
): Expression<{ id: number }>[] {
  return words.some((word) => [...word].length >= TRIGRAM)
    ? [db.selectFrom(view).select('id').where(holdsAll(words))]
    : []
}
