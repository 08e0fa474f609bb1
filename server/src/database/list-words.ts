import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './open-database.ts'

/** Whether a trigram index can look a text up: it knows none that is shorter than three letters. */
export function hasTrigrams(text: string): boolean {
  return [...text].length >= 3
}

/** A row is found when each of these texts stands somewhere in its search key. They hold no sign that LIKE knows. */
export function holdsAll({ dialect }: Database, words: readonly string[]): Expression<SqlBool> {
  // PostgreSQL is not to guess whether the trigrams would be quicker than an order's index: where they are, they
  // are a way of their own.
  return eachIn(
    dialect === 'postgres' ? sql<string>`(search_key || '')` : sql.ref<string>('search_key'),
    words,
  )
}

/** The way that a trigram index knows to such rows; none if every text is too short for it. */
export function trigramWay(
  { sql: db }: Database,
  view: 'attendee_search' | 'class_session_search',
  words: readonly string[],
): Expression<{ id: number }>[] {
  return words.some(hasTrigrams)
    ? [
        db
          .selectFrom(view)
          .select('id')
          .where(eachIn(sql.ref<string>('search_key'), words)),
      ]
    : []
}

function eachIn(key: Expression<string>, words: readonly string[]): Expression<SqlBool> {
  const rows = expressionBuilder()
  return rows.and(words.map((word) => rows(key, 'like', `%${word}%`)))
}
