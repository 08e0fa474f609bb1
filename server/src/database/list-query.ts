import type { Direction } from '@vestry/contract/rules/preaching-rules.ts'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import type { LockScope } from './tables.ts'
import { rowsToSearch, type SearchedTable } from './trigram-search.ts'
import { createVersionedCache } from './versioned-cache.ts'

/**
 * How many rows are gathered, counted and sorted. Where there are more, reading along the order's index meets them soon
 * enough. A search ends at this number.
 */
const MAX_GATHERED = 10_000

type Condition = Expression<SqlBool>

/** One page of a list: which rows, in which order. The cache's key is made of this, so it holds nothing else. */
export type ListQuestion<Filter, Order extends string> = {
  /**
   * A row's search key must contain all of these texts; no row is found by an empty list. Without this, nothing is
   * searched.
   */
  texts?: readonly string[] | undefined
  filter: Filter
  orderBy: Order
  direction: Direction
  limit: number
  offset: number
}

/** Rows in groups, one group after the other: first by a column's values in this order, then by the list's order. */
export type Groups = { column: string; values: readonly number[]; direction: Direction }

export type ListDefinition<Filter, Order extends string, Row> = {
  table: SearchedTable
  /**
   * Its `items` count the table's rows; its `changes` grow with every change of what the list sorts by, filters by or
   * shows.
   */
  scope: LockScope
  /** The columns of each order. An index begins with them (with groups: after the group's column); `id` is last. */
  orders: Record<Order, readonly string[]>
  /** The condition of a filter; undefined if it lets all rows through. */
  where?(filter: Filter): Condition | undefined
  /** How many of all rows (`items`) a filter lets through, where that is known without a look at each. */
  countOf?(filter: Filter, items: number): Promise<number | undefined>
  /** Whether a filter looks at what does not count up the scope's `changes`: its pages are never kept. */
  looksElsewhere?(filter: Filter): boolean
  groups?(question: ListQuestion<Filter, Order>): Promise<Groups | undefined>
  /** The rows with these ids, in the order of the ids. */
  read(ids: readonly number[]): Promise<Row[]>
}

/** `totalExceeded`: the search finds more than `totalCount`, but neither counts nor answers the rest. */
export type ListPage<Row> = { results: Row[]; totalCount: number; totalExceeded?: true }

/**
 * Answers pages of a list. A page is kept until the scope changes, whoever changes it; asking for the same page again
 * returns the same object.
 */
export function createListQuery<Filter, Order extends string, Row>(
  database: Database,
  {
    table: name,
    scope,
    orders,
    where: whereOf,
    countOf,
    looksElsewhere,
    groups: groupsOf,
    read,
  }: ListDefinition<Filter, Order, Row>,
  most = MAX_GATHERED,
) {
  type Question = ListQuestion<Filter, Order>
  const { sql: db } = database
  const table = sql.table(name)
  const column = (of: string) => sql.ref(`${name}.${of}`)
  const cached = createVersionedCache()

  return async (question: Question): Promise<ListPage<Row>> => {
    const { changes, items } = await database.readVersioned(scope)
    const find = async () => {
      const { ids, ...total } = await findIds(question, items)
      return { results: await read(ids), ...total }
    }
    return looksElsewhere?.(question.filter) ? await find() : await cached(changes, 'page', question, find)
  }

  async function findIds(
    question: Question,
    items: number,
  ): Promise<Omit<ListPage<Row>, 'results'> & { ids: number[] }> {
    const { texts, filter, orderBy, direction, limit, offset } = question
    if (texts?.length === 0) {
      return { ids: [], totalCount: 0 }
    }
    const where = allOf([whereOf?.(filter), texts && containsAll(texts)])
    const groups = await groupsOf?.(question)
    let sizes: Promise<Map<number, number>> | undefined
    if (!where) {
      return { ids: await readAlong(items), totalCount: items }
    }
    const { found, ids } = await gather(texts ? await rowsToSearch(database, name, texts) : table)
    if (found <= most) {
      return { ids, totalCount: found }
    }
    if (texts) {
      return { ids: await readAlong(most), totalCount: most, totalExceeded: true }
    }
    const totalCount = (await countOf?.(filter, items)) ?? (await count())
    return { ids: await readAlong(totalCount), totalCount }

    /** Counts those of the rows that are wanted, and answers their page unless they are too many. */
    async function gather(candidates: Expression<unknown>): Promise<{ found: number; ids: number[] }> {
      const columns = sql.join([...orders[orderBy], 'id'].map((of) => column(of)))
      const places = groups?.values.map((value, place) => sql`(${sql.lit(value)}, ${sql.lit(place)})`)
      const listed = places?.length
        ? { join: sql`join (values ${sql.join(places)}) as listed on column1 = value`, order: sql`column2,` }
        : { join: sql``, order: sql`` }
      const { rows } = await sql<{ found: number; id: number | null }>`with
        hit as materialized (select ${columns}, ${groupOf()} as value
          from ${candidates} as ${table} where ${where} limit ${most + 1}),
        counted as materialized (select count(*) as found from hit),
        placed as (select ${column('id')}, row_number() over (order by ${listed.order} ${sorted()}) as place
          from hit as ${table} ${listed.join} where (select found from counted) <= ${most})
        select found, id from counted left join placed on place > ${offset} and place <= ${offset + limit}
        order by place`.execute(db)
      return { found: rows[0]?.found ?? 0, ids: rows.map(({ id }) => id).filter((id) => id !== null) }
    }

    /** Reads the page along the order's index, group after group. */
    async function readAlong(total: number): Promise<number[]> {
      const take = Math.min(limit, total - offset)
      const ids: number[] = []
      let skip = offset
      for (const value of groups?.values ?? [undefined]) {
        if (ids.length >= take) {
          break
        }
        const rows = allOf([where, value === undefined ? undefined : inGroup(value)]) ?? ALL
        const found = await sql<{ id: number }>`select ${column('id')} from ${table} where ${rows}
          order by ${sorted()} limit ${take - ids.length} offset ${skip}`.execute(db)
        ids.push(...found.rows.map(({ id }) => id))
        skip = found.rows.length > 0 || skip === 0 ? 0 : skip - ((await countGroups()).get(value ?? 0) ?? 0)
      }
      return ids
    }

    async function count(): Promise<number> {
      const counted = sql<{ size: number }>`select count(*) as size from ${table} where ${where ?? ALL}`
      return (await counted.execute(db)).rows[0]?.size ?? 0
    }

    /** How many rows each group has; without groups, all rows are one group. */
    function countGroups(): Promise<Map<number, number>> {
      sizes ??= sql<{ value: number; size: number }>`select ${groupOf()} as value, count(*) as size
        from ${table} where ${where ?? ALL} group by 1`
        .execute(db)
        .then(({ rows }) => new Map(rows.map(({ value, size }) => [value, size])))
      return sizes
    }

    function groupOf() {
      return groups ? column(groups.column) : sql`0`
    }

    function inGroup(value: number): Condition {
      return sql<SqlBool>`${column(groups?.column ?? 'id')} = ${value}`
    }

    function sorted() {
      const way = sql.raw(groups?.direction ?? direction)
      return sql.join([...orders[orderBy], 'id'].map((of) => sql`${column(of)} ${way}`))
    }
  }
}

const ALL = sql<SqlBool>`1 = 1`

/** The conditions that are given, together; undefined if there is none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : expressionBuilder().and(given)
}

/** The texts hold no character that means something to LIKE: `searchKey` has removed them. */
export function containsAll(texts: readonly string[]): Condition {
  const rows = expressionBuilder<{ searched: { search_key: string } }, 'searched'>()
  return rows.and(texts.map((text) => rows('search_key', 'like', `%${text}%`)))
}
