import { type Expression, sql } from 'kysely'
import type { Database, Dialect } from './database.ts'

// How an index of trigrams finds texts of any length: two spaces follow each key there, so that a trigram begins with
// every letter.

export type SearchedTable = 'attendee' | 'class_session' | 'preaching_item' | 'family'

const TRIGRAM = 3
/** No key holds this character, and it sorts after every letter. */
export const LAST_LETTER = '\u{10FFFF}'

/** SQLite's own view of each index, for one connection: a row for each trigram that occurs. */
export const TRIGRAM_TABLES = (
  ['attendee', 'class_session', 'preaching_item', 'family'] satisfies SearchedTable[]
)
  .map((table) => `create virtual table temp.${table}_trigram using fts5vocab (main, ${table}_trigrams, row)`)
  .join('; ')

/** How many of the newest rows show what is frequent. */
const SAMPLE = 500
/** A text in a greater share of the rows is found sooner by reading the rows themselves. */
const FREQUENT = 0.2

/** The set of rows that includes those that hold these texts. */
export async function rowsToSearch(
  { sql: db, dialect }: Database,
  table: SearchedTable,
  texts: readonly string[],
): Promise<Expression<unknown>> {
  const { rows } = await sql<{ search_key: string }>`select search_key from ${sql.table(table)}
    order by id desc limit ${SAMPLE}`.execute(db)
  const isRare = (text: string) =>
    rows.filter(({ search_key }) => search_key.includes(text)).length <= FREQUENT * rows.length
  const rare = texts.filter(isRare)
  return rare.length === 0 ? sql.table(table) : sql`(${rowsByTrigrams(dialect, table, rare)})`
}

/**
 * The rows that hold all trigrams of these texts, or one that begins with a shorter text: all rows that hold the texts,
 * and some others.
 */
export function rowsByTrigrams(
  dialect: Dialect,
  table: SearchedTable,
  texts: readonly string[],
): Expression<unknown> {
  if (dialect === 'postgres') {
    const words = texts.flatMap((text) =>
      isIndexed(text) ? trigramsOf(text).map((trigram) => `'${trigram}'`) : `'${text}':*`,
    )
    return sql`select * from ${sql.table(table)} where trigrams(search_key) @@ ${words.join(' & ')}::tsquery`
  }
  const index = sql.table(`${table}_trigrams`)
  const parts = texts.map((text) =>
    isIndexed(text)
      ? sql`${trigramsOf(text)
          .map((trigram) => `"${trigram}"`)
          .join(' AND ')}`
      : sql`(select coalesce('(' || group_concat('"' || term || '"', ' OR ') || ')', '""')
          from ${sql.table(`temp.${table}_trigram`)} where term between ${text} and ${text + LAST_LETTER})`,
  )
  return sql`select ${sql.table(table)}.* from
    (select rowid as candidate from ${index} where ${index} match ${sql.join(parts, sql` || ' AND ' || `)})
    cross join ${sql.table(table)} on ${sql.table(table)}.id = candidate`
}

/** Whether a text is long enough to have trigrams. */
export function isIndexed(text: string): boolean {
  return [...text].length >= TRIGRAM
}

function trigramsOf(text: string): string[] {
  const letters = [...text]
  return [...new Set(letters.slice(TRIGRAM - 1).map((_, at) => letters.slice(at, at + TRIGRAM).join('')))]
}
