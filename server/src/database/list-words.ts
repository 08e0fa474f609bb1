import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from './open-database.ts'

/** Whether a trigram index can look a text up: it knows none that is shorter than three letters. */
export function hasTrigrams(text: string): boolean {
  return [...text].length >= 3
}

/** A row is found when each of these texts stands somewhere in its search key. They hold no sign that LIKE knows. */
export function holdsAll(words: readonly string[]): Expression<SqlBool> {
  const rows = expressionBuilder<{ searched: { search_key: string } }, 'searched'>()
  return rows.and(words.map((word) => rows('search_key', 'like', `%${word}%`)))
}

/** The way that a trigram index knows to such rows; none if every text is too short for it. */
export function trigramWay(
  { sql: db }: Database,
  view: 'attendee_search' | 'class_session_search',
  words: readonly string[],
): Expression<{ id: number }>[] {
  return words.some(hasTrigrams) ? [db.selectFrom(view).select('id').where(holdsAll(words))] : []
}
