import type { Direction } from '@vestry/contract/preaching-rules.ts'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import type { LockScope } from './tables.ts'
import { isIndexed, rowsByTrigrams, type SearchedTable } from './trigram-search.ts'
import { createVersionedCache } from './versioned-cache.ts'

/** Of a filter, up to so many rows are gathered, sorted and kept; more are met soon enough along the order's index. */
export const FEW = 2000
/** A search gathers and counts no further, and its pages end here. */
const MAX_FOUND = 10_000
/** Of a great table, one row in so many may hold a search's trigrams for the hits of a far page to be gathered and sorted. */
const ONE_IN = 30
/** A page is far behind this part of the order. */
const FAR = 0.25
/** So many of the newest rows tell what is frequent, and where it stands. */
const SAMPLE = 500
/** A shorter text that a greater share of the rows holds is not asked of the index: its trigrams cost more than they spare. */
const FREQUENT = 0.4

type Condition = Expression<SqlBool>

/** One page of a list: which rows, in which order. The cache's key is made of it, so it holds nothing else. */
export type ListQuestion<Filter, Order extends string> = {
  /** Texts that a row's search key contains, all of them; no row is found by none. Without this, nothing is searched. */
  texts?: readonly string[] | undefined
  filter: Filter
  orderBy: Order
  direction: Direction
  limit: number
  offset: number
}

/** Rows in groups, one after the other: first by a column's values as they are listed, then by the order. */
export type Groups = { column: string; values: readonly number[]; direction: Direction }

export type ListDefinition<Filter, Order extends string, Row> = {
  table: SearchedTable
  /** Its `items` count the table's rows, and its `changes` grow with whatever the list goes by or shows. */
  scope: LockScope
  /** The columns of each order. An index begins with them (with groups: after the group's column); `id` comes last. */
  orders: Record<Order, readonly string[]>
  /** The rows of a filter; nothing if it lets all through. */
  where?(filter: Filter): Condition | undefined
  /** The part of `where` that names a range of the order's index. */
  range?(filter: Filter, orderBy: Order): Condition | undefined
  groups?(question: ListQuestion<Filter, Order>): Promise<Groups | undefined>
  /** The rows with these ids, in the order of the ids. */
  read(ids: readonly number[]): Promise<Row[]>
}

/** How many of the candidates are wanted and, if those were few, the first of them. */
type Gathered = { wanted: number; ids?: number[] }

/** `totalExceeded`: the search finds more than `totalCount`, which it counts no further, and answers no more of them. */
export type ListPage<Row> = { results: Row[]; totalCount: number; totalExceeded?: true }

/**
 * Answers pages of a list. Few rows are gathered, sorted and kept, and every page is a slice of them. Of many, the
 * page is read along the order's index, from its nearer end if they are counted, and their count is kept. What is kept
 * stands until the scope changes, whoever changes it; the same page again is the same object.
 */
export function createListQuery<Filter, Order extends string, Row>(
  database: Database,
  {
    table: name,
    scope,
    orders,
    where: whereOf,
    range,
    groups: groupsOf,
    read,
  }: ListDefinition<Filter, Order, Row>,
  maxFound = MAX_FOUND,
) {
  type Question = ListQuestion<Filter, Order>
  const { sql: db } = database
  const table = sql.table(name)
  const column = (of: string) => sql.ref(`${name}.${of}`)
  const cached = createVersionedCache()

  return async (question: Question): Promise<ListPage<Row>> => {
    const { changes, items } = await database.readVersioned(scope)
    return cached(changes, 'page', question, async () => {
      const { ids, ...total } = await findIds(question, changes, items)
      return { results: await read(ids), ...total }
    })
  }

  async function findIds(
    question: Question,
    changes: number,
    items: number,
  ): Promise<Omit<ListPage<Row>, 'results'> & { ids: number[] }> {
    const { texts, filter, orderBy, direction, limit, offset } = question
    if (texts?.length === 0) {
      return { ids: [], totalCount: 0 }
    }
    const filtered = whereOf?.(filter)
    const where = allOf([filtered, texts && containsAll(texts)])
    const groups = await groupsOf?.(question)
    const most = texts ? maxFound : FEW
    if (!where) {
      return { ids: await readIds(items), totalCount: items }
    }
    const indexed = texts && (await findCandidates(texts))
    const key = { texts, filter, orderBy, direction, bound: indexed?.bound }
    const { ids, wanted } = await cached(changes, 'few', key, gatherFew)
    if (ids && wanted <= most) {
      return { ids: ids.slice(offset, offset + limit), totalCount: wanted }
    }
    if (texts) {
      const page = ids?.slice(offset, offset + limit) ?? (await readIds(most))
      return { ids: page, totalCount: most, totalExceeded: true }
    }
    const totalCount = await cached(changes, 'count', { filter }, count)
    return { ids: await readIds(totalCount), totalCount }

    async function gatherFew(): Promise<Gathered> {
      const found = indexed && (await gather(indexed.rows, indexed.bound))
      return found?.ids || (found && found.wanted > most)
        ? found
        : gather(sql`select * from ${table} where ${where}`, most)
    }

    /** What an index of trigrams finds, if that is less than reading the keys, and how many of it may be gathered. */
    async function findCandidates(searched: readonly string[]) {
      const sample = await cached(changes, 'sample', { orderBy, direction }, async () => {
        const newest = sql<{ search_key: string }>`select search_key from
          (select * from ${table} order by id desc limit ${SAMPLE}) as ${table} order by ${sorted(direction)}`
        return (await newest.execute(db)).rows.map(({ search_key }) => search_key)
      })
      const holding = (held: readonly string[]) =>
        [...sample.keys()].filter((at) => held.every((text) => sample[at]?.includes(text)))
      const hits = holding(searched)
      const narrow = searched.filter(
        (text) => isIndexed(text) || holding([text]).length <= FREQUENT * sample.length,
      )
      if (narrow.length === 0 || hits.length > (2 / ONE_IN) * sample.length) {
        return undefined
      }
      const place = hits[Math.floor(((offset + limit) * sample.length) / items)] ?? sample.length
      const isFar = !groups && hits.length <= sample.length / ONE_IN && place >= FAR * sample.length
      return {
        rows: rowsByTrigrams(database.dialect, name, narrow),
        bound: isFar ? Math.max(most, Math.floor(items / ONE_IN)) : most,
      }
    }

    /** One query finds whether the candidates are few and, if so, answers those of them that are wanted, sorted. */
    async function gather(candidates: Expression<unknown>, few: number): Promise<Gathered> {
      const columns = sql.join([...orders[orderBy], 'id'].map((of) => column(of)))
      const { rows } = await sql<{
        candidates: number
        wanted: number
        id: number | null
        value: number
      }>`with
        candidate as materialized (
          select ${columns}, ${groups ? column(groups.column) : sql`0`} as value,
            case when ${where} then 1 else 0 end as wanted
          from (${candidates} limit ${few + 1}) as ${table}),
        found as (select count(*) as candidates, coalesce(sum(wanted), 0) as wanted from candidate)
        select found.candidates, found.wanted, ${column('id')} as id, ${table}.value from found
        left join candidate as ${table} on found.candidates <= ${few} and ${table}.wanted = 1
        order by ${sorted(groups?.direction ?? direction)} limit ${most}`.execute(db)
      const wanted = rows[0]?.wanted ?? 0
      if ((rows[0]?.candidates ?? 0) > few) {
        return { wanted }
      }
      const rank = new Map(groups?.values.map((value, place) => [value, place]))
      const ids = rows
        .toSorted((a, b) => (rank.get(a.value) ?? 0) - (rank.get(b.value) ?? 0))
        .map(({ id }) => id)
        .filter((id) => id !== null)
      return { wanted, ids }
    }

    async function count(value?: number): Promise<number> {
      const rows = value === undefined ? where : allOf([inGroup(value), where && withoutIndex(where)])
      const counted = sql<{ rows: number }>`select count(*) as rows from
        (select 1 from ${table} where ${rows ?? ALL} ${texts ? sql`limit ${maxFound}` : sql``}) as counted`
      return (await counted.execute(db)).rows[0]?.rows ?? 0
    }

    function inGroup(value: number | undefined): Condition | undefined {
      return groups && value !== undefined ? sql<SqlBool>`${column(groups.column)} = ${value}` : undefined
    }

    async function readIds(total: number): Promise<number[]> {
      const take = Math.min(limit, total - offset)
      if (take <= 0) {
        return []
      }
      const left = total - offset - take
      // Where a search ends is not known.
      const backwards = !texts && left < offset
      const values = groups?.values ?? [undefined]
      const ids: number[] = []
      let skip = backwards ? left : offset
      for (const value of backwards ? values.toReversed() : values) {
        if (skip > 0 && values.length > 1) {
          const group = { texts, filter, column: groups?.column, value }
          const size = await cached(changes, 'size', group, () => count(value))
          if (skip >= size) {
            skip -= size
            continue
          }
        }
        ids.push(...(await readGroup(value, { backwards, skip, take: take - ids.length })))
        skip = 0
        if (ids.length === take) {
          break
        }
      }
      return backwards ? ids.reverse() : ids
    }

    async function readGroup(
      value: number | undefined,
      { backwards, skip, take }: { backwards: boolean; skip: number; take: number },
    ): Promise<number[]> {
      const forwards = groups?.direction ?? direction
      const conditions = allOf([inGroup(value), range?.(filter, orderBy), where && alongIndex(where)])
      const found = await sql<{ id: number }>`select ${column('id')} from ${table} where ${conditions ?? ALL}
        order by ${sorted(backwards ? OPPOSITE[forwards] : forwards)} limit ${take} offset ${skip}`.execute(
        db,
      )
      return found.rows.map(({ id }) => id)
    }

    function sorted(way: Direction) {
      const columns = [...orders[orderBy], 'id']
      return sql.join(columns.map((of) => sql`${column(of)} ${sql.raw(way)}`))
    }
  }
}

const ALL = sql<SqlBool>`1 = 1`
const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const

function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : expressionBuilder().and(given)
}

/** The texts hold no sign that LIKE knows: `searchKey` has taken them out. */
export function containsAll(texts: readonly string[]): Condition {
  const rows = expressionBuilder<{ searched: { search_key: string } }, 'searched'>()
  return rows.and(
    texts.map((text) => {
      const contained = rows('search_key', 'like', `%${text}%`)
      // For a short text PostgreSQL may read the whole trigram index, and then every row.
      return isIndexed(text) ? contained : withoutIndex(contained)
    }),
  )
}

/** The same condition, written so that it suits no index. */
function withoutIndex(condition: Condition): Condition {
  return sql<SqlBool>`(${condition}) is true`
}

/** The same, but PostgreSQL expects it of every second row, so that it reads a page along the order's index. */
function alongIndex(condition: Condition): Condition {
  return sql<SqlBool>`case when ${condition} then true else false end`
}
