import { type Expression, type SqlBool, sql } from 'kysely'

// How the trigram indexes find two letters, though they know no text that is shorter than three.

const TRIGRAMS = {
  attendee: 'attendee_trigrams',
  class_session: 'class_session_trigrams',
  preaching_item: 'preaching_trigrams',
}
/** SQLite's own view of each index, for one connection: a row for each trigram of each key, in their order. */
export const TRIGRAM_TABLES = Object.entries(TRIGRAMS)
  .map(
    ([table, index]) =>
      `create virtual table temp.${table}_by_trigram using fts5vocab (main, ${index}, instance)`,
  )
  .join('; ')

/** No key holds it, and it comes after every letter. */
export const LAST_LETTER = '\u{10FFFF}'

/**
 * The rows of SQLite whose search key holds these two letters; nothing if the text is no such pair. The letters begin
 * a trigram, or at the end of their key end one, after any letter that one begins with, or they are the key.
 */
export function rowsWithPair(table: keyof typeof TRIGRAMS, pair: string): Expression<unknown> | undefined {
  // FTS5 takes a few letters, such as the long s, for others; they change here too.
  if ([...pair].length !== 2 || pair.toUpperCase().toLowerCase() !== pair) {
    return undefined
  }
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
      select doc as id from beginning cross join ${trigrams} on term between text and text || ${LAST_LETTER}
      union all
      select id from ${sql.table(table)} where search_key = ${pair}
    )
  ) as containing_pair`
}

/** The frequent ones first, since they are tried in this order. */
const PLAIN_LETTERS = 'aeio rnlstcdumpbghvyfqzjxkw0123456789,.-'
const PLAIN_PAIR = /^[a-z0-9]{2}$/

/**
 * What PostgreSQL finds such a pair by, beside comparing: each letter that may come after it, or the end. Keys with any
 * other letter have an index of their own. Undefined if the text is no pair that these find.
 */
export function pairByTrigrams(pair: string): Expression<SqlBool> | undefined {
  if (!PLAIN_PAIR.test(pair)) {
    return undefined
  }
  const found = [
    ...Array.from(PLAIN_LETTERS, (next) => sql`search_key like ${`%${pair}${next}%`}`),
    sql`search_key like ${`%${pair}`}`,
    sql`search_key ~ '[^a-z0-9 .,-]'`,
  ]
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}
