import type { Direction } from '@vestry/contract/preaching-rules.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { memoizeByVersion } from './memoize-by-version.ts'
import type { Database } from './open-database.ts'
import type { LockScope } from './tables.ts'

/** From this many rows on, walking along an order meets them often enough; fewer are gathered and sorted. */
export const FEW = 2000
const MAX_REMEMBERED = 200

/** What a list is asked for. */
export type ListQuestion = {
  /** Tells what is wanted from everything else that this list is asked for; order and page left aside. */
  key: string
  /** The rows wanted, as a condition on the table; all of them without one. */
  where?: Expression<SqlBool> | undefined
  /**
   * Selects of the `id`s of all rows wanted, perhaps with others among them, that an index answers. The first one
   * that finds but few is taken.
   */
  ways?: readonly Expression<{ id: number }>[] | undefined
  /** The columns sorted by, all in one direction. An index begins with them; `id`, the last, makes the order whole. */
  order: readonly string[]
  direction: Direction
  limit: number
  offset: number
}

type ListAnswer = { ids: number[]; totalCount: number }

/**
 * Answers which rows of a table lie on a page of a list, and how many there are in all. Few rows are gathered,
 * sorted and kept: every page is a slice of them. Among many the page is walked to along the order's index, from
 * its nearer end, and the count is kept. What is kept stands as long as nothing in the area changes.
 */
export function createListWalker(
  database: Database,
  { area, table }: { area: LockScope; table: 'attendee' | 'class_session' },
) {
  const { sql: db } = database
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const gathered = memoizeByVersion<number[] | undefined>(MAX_REMEMBERED)
  const totals = memoizeByVersion<number>(MAX_REMEMBERED)

  return async (question: ListQuestion): Promise<ListAnswer> => {
    const { changes, items } = await database.readVersioned(area)
    const { key, order, direction, limit, offset, where } = question
    const few = await gathered(changes, JSON.stringify([key, order, direction]), () => gatherFew(question))
    if (few) {
      return { ids: few.slice(offset, offset + limit), totalCount: few.length }
    }
    const totalCount = where ? await totals(changes, key, () => count(where)) : items
    return { ids: await walk(question, totalCount), totalCount }
  }

  async function gatherFew(question: ListQuestion): Promise<number[] | undefined> {
    for (const way of question.ways ?? []) {
      const ids = await gather(way, question)
      if (ids) {
        return ids
      }
    }
    return undefined
  }

  /** One look along a way tells how many it finds and, if they are few, gathers those that are wanted of them. */
  async function gather(way: Expression<{ id: number }>, { where, order, direction }: ListQuestion) {
    const found = await sql<{ hits: number; id: number | null }>`with
      hit as materialized (select id from ${way} as way limit ${FEW + 1}),
      found as (select count(*) as hits from hit)
      select found.hits, ${id} as id from found
      left join hit on found.hits <= ${FEW}
      left join ${rows} on ${id} = hit.id and ${where ?? ALL}
      order by ${inTurn(order, direction === 'ASC')}`.execute(db)
    const { hits = 0 } = found.rows[0] ?? {}
    return hits > FEW ? undefined : found.rows.map((hit) => hit.id).filter((hit) => hit !== null)
  }

  async function count(where: Expression<SqlBool>): Promise<number> {
    const counted = sql<{ items: number }>`select count(*) as items from ${rows} where ${where}`
    return (await counted.execute(db)).rows[0]?.items ?? 0
  }

  async function walk({ where, order, direction, limit, offset }: ListQuestion, total: number) {
    const take = Math.min(limit, total - offset)
    if (take <= 0) {
      return []
    }
    const left = total - offset - take
    const fromTheEnd = left < offset
    const walked = await sql<{ id: number }>`select ${id} from ${rows} where ${where ?? ALL}
      order by ${inTurn(order, (direction === 'ASC') !== fromTheEnd)}
      limit ${take} offset ${fromTheEnd ? left : offset}`.execute(db)
    const ids = walked.rows.map((row) => row.id)
    return fromTheEnd ? ids.reverse() : ids
  }

  function inTurn(order: readonly string[], ascending: boolean) {
    const turn = sql.raw(ascending ? 'asc' : 'desc')
    return sql.join([...order, 'id'].map((column) => sql`${sql.ref(`${table}.${column}`)} ${turn}`))
  }
}

const ALL = sql<SqlBool>`1 = 1`
