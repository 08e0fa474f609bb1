import type { PreachingOrder } from '@vestry/contract/preaching-rules.ts'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { conditionsOf, type Wanted, YEAR } from './preaching-filter-sql.ts'

/**
 * A run of neighbours in a sorted list and how many they are: a year of sermons, or a preacher's or a
 * category's. Where a page begins is told by adding up segments, and not by walking over the rows before it.
 */
export type Segment = { group: number | undefined; year: number | undefined; items: number }

const GROUPED = { presenter: 'preacher_id', category: 'preaching_category_id' } as const
const NAMED = { presenter: 'preacher', category: 'preaching_category' } as const

/** The column that an order groups by before it goes by date. */
export function groupColumn(order: PreachingOrder): 'preacher_id' | 'preaching_category_id' | undefined {
  return order === 'presenter' || order === 'category' ? GROUPED[order] : undefined
}

/**
 * The segments of the items wanted, as `order` has them ascending by group and descending by year. Without a
 * search they come from the tally, and no item is read; with one, every title is looked at once.
 */
export async function listSegments(
  database: Database,
  wanted: Wanted,
  order: PreachingOrder,
): Promise<Segment[]> {
  const rows =
    wanted.search === undefined
      ? await tallied(database, wanted, order)
      : await counted(database, wanted, order)
  const segments = rows.filter(({ items }) => items > 0)
  if (order === 'title') {
    const items = segments.reduce((sum, segment) => sum + segment.items, 0)
    return [{ group: undefined, year: undefined, items }]
  }
  if (order === 'date') {
    return segments.map((segment) => ({ ...segment, group: undefined })).sort((a, b) => b.year - a.year)
  }
  const rank = await ranksOf(database, NAMED[order])
  return segments.sort((a, b) => (rank.get(a.group) ?? 0) - (rank.get(b.group) ?? 0) || b.year - a.year)
}

async function tallied({ sql: db }: Database, wanted: Wanted, order: PreachingOrder) {
  const column = groupColumn(order)
  let query = db
    .selectFrom('preaching_tally')
    .select([groupOf(column).as('group'), 'year', sql<number>`cast(sum(items) as bigint)`.as('items')])
    .groupBy(column ? ['year', column] : ['year'])
  for (const [name, ids] of [
    ['preacher_id', wanted.presenters],
    ['preaching_category_id', wanted.categories],
  ] as const) {
    if (ids) {
      query = query.where(name, 'in', ids)
    } else {
      query = query.where(name, column === name ? '>' : '=', 0)
    }
  }
  if (wanted.years) {
    query = query.where('year', 'in', wanted.years)
  }
  return await query.execute()
}

async function counted({ sql: db }: Database, wanted: Wanted, order: PreachingOrder) {
  const column = groupColumn(order)
  return await db
    .selectFrom('preaching_item')
    .select((items) => [
      groupOf(column).as('group'),
      YEAR.as('year'),
      items.fn.countAll<number>().as('items'),
    ])
    .where((items) => conditionsOf(items, wanted, 'none'))
    .groupBy(column ? [YEAR, column] : [YEAR])
    .execute()
}

function groupOf(column: ReturnType<typeof groupColumn>) {
  return column ? sql<number>`${sql.ref(column)}` : sql<number>`0`
}

/** The place of each name among all of them; there are few enough to read them all. */
async function ranksOf({ sql: db }: Database, table: 'preacher' | 'preaching_category') {
  const rows = await db.selectFrom(table).select('id').orderBy('name_key').execute()
  return new Map(rows.map(({ id }, rank) => [id, rank]))
}
