import { type Expression, sql } from 'kysely'
import type { Dialect } from './database.ts'

// How the trigram indexes find two letters, though they know no text that is shorter than three.

const TRIGRAMS = {
  attendee: 'attendee_trigrams',
  class_session: 'class_session_trigrams',
  preaching_item: 'preaching_trigrams',
}
type Table = keyof typeof TRIGRAMS

/** The rows whose search key holds both letters, one after the other; nothing if no index finds them. */
export function containingPair(
  dialect: Dialect,
  table: Table,
  pair: string,
): Expression<unknown> | undefined {
  if (dialect === 'postgres') {
    return PLAIN_PAIR.test(pair) ? containingOnPostgres(table, pair) : undefined
  }
  // FTS5 takes a few letters, such as the long s, for others; they change here too.
  const isKept = pair.toUpperCase().toLowerCase() === pair
  return isKept && [...pair].length === 2 ? containingOnSqlite(table, pair) : undefined
}

/** SQLite's own view of each index, for one connection: a row for each trigram of each key, in their order. */
export const TRIGRAM_TABLES = Object.entries(TRIGRAMS)
  .map(
    ([table, index]) =>
      `create virtual table temp.${table}_by_trigram using fts5vocab (main, ${index}, instance)`,
  )
  .join('; ')

/** No key holds it, and it comes after every letter. */
const LAST = '\u{10FFFF}'

/** A pair begins a trigram, or at the end of its key ends one, after any letter that one begins with, or is the key. */
function containingOnSqlite(table: Table, pair: string): Expression<unknown> {
  const trigrams = sql.table(`temp.${table}_by_trigram`)
  const firstFrom = (least: Expression<unknown>) =>
    sql`(select substr(term, 1, 1) from ${trigrams} where term >= ${least} order by term limit 1)`
  return sql`(
    with recursive letter (first) as (
      select ${firstFrom(sql`''`)}
      union all
      select ${firstFrom(sql`char(unicode(first) + 1)`)} from letter where first is not null
    ),
    beginning (text) as (
      select ${pair} union all select first || ${pair} from letter where first is not null
    )
    select distinct id from (
      select doc as id from beginning cross join ${trigrams} on term between text and text || ${LAST}
      union all
      select id from ${sql.table(table)} where search_key = ${pair}
    )
  ) as containing_pair`
}

const PLAIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789 .,-'
const PLAIN_PAIR = /^[a-z0-9]{2}$/

/**
 * The pair with each letter that may come after it, or at the end. Keys that hold any other letter have an index of
 * their own. Without either index the first condition spares the others.
 */
function containingOnPostgres(table: Table, pair: string): Expression<unknown> {
  const like = (pattern: string) => sql`search_key like ${pattern}`
  const found = [
    ...Array.from(PLAIN_LETTERS, (next) => like(`%${pair}${next}%`)),
    like(`%${pair}`),
    sql`search_key ~ '[^a-z0-9 .,-]'`,
  ]
  return sql`${sql.table(table)} where (${like(`%${pair}%`)}) is true and (${sql.join(found, sql` or `)})`
}
