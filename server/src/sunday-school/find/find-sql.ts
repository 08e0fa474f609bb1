import { FOUND_OF_EACH, type Found } from '@vestry/contract/calls/find.ts'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containsAll } from '../../database/list-query.ts'
import type { Database } from '../../database/open-database.ts'
import { isIndexed, LAST_LETTER, rowsToSearch, type SearchedTable } from '../../database/trigram-search.ts'
import { titleWords } from '../classes/title-key.ts'
import { childrenOf } from '../families/families-sql.ts'

/**
 * At most this many rows that contain a text are looked at, in whatever order they come, and at most this many along an
 * index with the likeliest ones: whatever somebody types, no more is read.
 */
const MAX_LOOKED_AT = 1000

/** Children: first those whose first or last name begins with the text, then others. */
export async function findChildren(
  database: Database,
  text: string,
  today: string,
): Promise<Found['children']> {
  const words = searchWords(text) ?? []
  const beginning = words.join(' ')
  const hits = await searchIn(database, 'attendee', words)
  if (!hits) {
    return []
  }
  const begins = (key: string) =>
    sql<SqlBool>`${sql.ref(key)} >= ${beginning} and ${sql.ref(key)} < ${beginning + LAST_LETTER}`
  const along = (...keys: [string, string]) => sql`select id from attendee where ${begins(keys[0])}
    order by ${sql.join(keys.map((key) => sql.ref(key)))}, id limit ${FOUND_OF_EACH}`
  const found = await sql<{ id: number; first_name: string; last_name: string; birthdate: string }>`
    with hit as materialized (${union(
      hits.indexed,
      along('last_key', 'first_key'),
      along('first_key', 'last_key'),
    )})
    select attendee.id, first_name, last_name, birthdate from hit left join attendee on attendee.id = hit.id
    order by case when ${begins('last_key')} or ${begins('first_key')} then 0 else 1 end,
      last_key, first_key, attendee.id limit ${FOUND_OF_EACH}`.execute(database.sql)
  return found.rows.map(({ birthdate, ...child }) => ({
    ...child,
    age: birthdate === '' ? null : ageOn(today, birthdate),
  }))
}

/** Families by name, found by their adults and telephone numbers too. */
export async function findFamilies(database: Database, text: string): Promise<Found['families']> {
  const words = searchWords(text) ?? []
  const hits = await searchIn(database, 'family', words)
  if (!hits) {
    return []
  }
  const found = await sql<{ id: number; name: string }>`
    with hit as materialized (${hits.indexed})
    select family.id, name from hit left join family on family.id = hit.id
    order by ${beginFirst(words)}, name_key, family.id limit ${FOUND_OF_EACH}`.execute(database.sql)
  const children = await childrenOf(
    database.sql,
    found.rows.map(({ id }) => id),
  )
  return found.rows.map((family) => ({
    ...family,
    children: (children.get(family.id) ?? []).map(({ first_name }) => first_name),
  }))
}

/** Sermons: first those with title words that begin with the text, then others; of each, the newest first. */
export async function findSermons(database: Database, text: string): Promise<Found['sermons']> {
  const words = titleWords(text) ?? []
  const hits = await searchIn(database, 'preaching_item', words)
  if (!hits) {
    return []
  }
  const found = await sql<Found['sermons'][number]>`
    with hit as materialized (${union(
      hits.indexed,
      sql`select id from (select id, search_key from preaching_item
        order by event_datetime desc, id desc limit ${MAX_LOOKED_AT}) as newest where ${hits.has}`,
    )})
    select uuid, localizedname, event_datetime from hit left join preaching_item on preaching_item.id = hit.id
    order by ${beginFirst(words)}, event_datetime desc, preaching_item.id desc limit ${FOUND_OF_EACH}`.execute(
    database.sql,
  )
  return found.rows
}

/**
 * For each series the class that is held next or was held last, first those with title words that begin with the text;
 * with `sub`, only classes assigned to this person.
 */
export async function findClasses(
  database: Database,
  text: string,
  { today, sub }: { today: string; sub: string | undefined },
): Promise<Found['classes']> {
  const words = titleWords(text) ?? []
  const searched = await searchIn(database, 'class_session', words)
  if (!searched) {
    return []
  }
  const { has, indexed } = searched
  const hits =
    sub === undefined
      ? union(
          indexed,
          sql`select id from (select id, search_key from class_session where session_datetime >= ${today}
            order by session_datetime, id limit ${MAX_LOOKED_AT}) as coming where ${has}`,
        )
      : union(
          sql`select class_id as id from class_teacher where sub = ${sub} and class_id in (${indexed})`,
          // Written in this way so that PostgreSQL looks up these keys instead of reading all rows.
          sql`with own as materialized (select class_id as id,
              (select search_key from class_session where class_session.id = class_id) as search_key
              from class_teacher where sub = ${sub} order by class_id desc limit ${MAX_LOOKED_AT})
            select id from own where ${has}`,
        )
  // First the classes to come, by time, and then the others, the latest first.
  const order = sql`case when session_datetime >= ${today} and cancelled = 0 then session_datetime else '9999' end,
    session_datetime desc, id`
  const found = await sql<{ id: number; title: string; session_datetime: string; cancelled: number }>`
    with hit as materialized (${hits}),
    session as (select id, title, search_key, session_datetime, cancelled,
      row_number() over (partition by series_id order by ${order}) as place
      from class_session where id in (select id from hit))
    select id, title, session_datetime, cancelled from session where place = 1
    order by ${beginFirst(words)}, ${order} limit ${FOUND_OF_EACH}`.execute(database.sql)
  return found.rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }))
}

/**
 * A condition that a key has all the words or, if none of them is long enough for trigrams, has them one after the
 * other; and the rows that meet it. undefined if even that is too short.
 */
async function searchIn(database: Database, table: SearchedTable, words: readonly string[]) {
  const texts = words.some(isIndexed) ? words : [words.join(' ')].filter(isIndexed)
  if (texts.length === 0) {
    return undefined
  }
  const has = containsAll(texts)
  const rows = await rowsToSearch(database, table, texts.filter(isIndexed))
  return { has, indexed: sql`select id from ${rows} as candidate where ${has} limit ${MAX_LOOKED_AT}` }
}

/** Sorts keys in which each of these texts begins a word before keys in which one of them is within a word. */
function beginFirst(words: readonly string[]) {
  const begin = words.map((word) => sql`' ' || search_key like ${`% ${word}%`}`)
  return sql`case when ${sql.join(begin, sql` and `)} then 0 else 1 end`
}

/** The rows of all queries, each once. */
function union(...queries: Expression<unknown>[]) {
  return sql.join(
    queries.map((query, at) => sql`select id from (${query}) as ${sql.ref(`part_${at}`)}`),
    sql` union `,
  )
}
