import type { Direction, PreachingOrder } from '@vestry/contract/preaching-rules.ts'
import { FEW } from '../database/list-walker.ts'
import type { Database } from '../database/open-database.ts'
import { conditionsOf, inYears, patternOf, searchSource, type Wanted } from './preaching-filter-sql.ts'
import { groupColumn, type Segment } from './preaching-segments-sql.ts'

export type Slice = { order: PreachingOrder; direction: Direction; limit: number; offset: number }

/** How many titles a search key hits, counted no further than {@link FEW} and one. */
export async function countHits({ sql: db }: Database, key: string): Promise<number> {
  const { hits } = await db
    .selectFrom((from) =>
      from
        .selectFrom(searchSource(key))
        .select('id')
        .where('search_key', 'like', patternOf(key))
        .limit(FEW + 1)
        .as('hit'),
    )
    .select((hit) => hit.fn.countAll<number>().as('hits'))
    .executeTakeFirstOrThrow()
  return hits
}

/** All of the few items that a search key hits, in order. */
export async function gatherHits(
  { sql: db }: Database,
  { search = '', ...wanted }: Wanted,
  slice: Pick<Slice, 'order' | 'direction'>,
): Promise<number[]> {
  const [turn, date] = turnsOf(slice)
  let hits = db
    .with(
      (hit) => hit('hit').materialized(),
      (from) =>
        from.selectFrom(searchSource(search)).select('id').where('search_key', 'like', patternOf(search)),
    )
    .selectFrom('hit')
    .innerJoin('preaching_item', 'preaching_item.id', 'hit.id')
    .select('preaching_item.id')
    .where((items) => conditionsOf(items, wanted, 'none'))
  if (slice.order === 'title') {
    hits = hits.orderBy('preaching_item.search_key', turn)
  } else if (slice.order === 'presenter') {
    hits = hits.innerJoin('preacher', 'preacher.id', 'preacher_id').orderBy('preacher.name_key', turn)
  } else if (slice.order === 'category') {
    hits = hits
      .innerJoin('preaching_category', 'preaching_category.id', 'preaching_category_id')
      .orderBy('preaching_category.name_key', turn)
  }
  if (slice.order !== 'title') {
    hits = hits.orderBy('event_datetime', date)
  }
  const rows = await hits.orderBy('preaching_item.id', date).execute()
  return rows.map(({ id }) => id)
}

/** The way of the first key, and the way of the keys after it: within a name the newest sermon is always first. */
function turnsOf({ order, direction }: Pick<Slice, 'order' | 'direction'>): ['asc' | 'desc', 'asc' | 'desc'] {
  const turn = direction === 'ASC' ? 'asc' : 'desc'
  return [turn, groupColumn(order) ? 'desc' : turn]
}

/** One page of the items wanted, walked along the order's index inside the segments that the page lies in. */
export async function walkPage(
  database: Database,
  wanted: Wanted,
  slice: Slice,
  segments: readonly Segment[],
): Promise<number[]> {
  const ids: number[] = []
  let { offset } = slice
  for (const segment of inOrder(segments, slice)) {
    if (ids.length === slice.limit) {
      break
    }
    if (offset >= segment.items) {
      offset -= segment.items
      continue
    }
    const take = Math.min(slice.limit - ids.length, segment.items - offset)
    ids.push(...(await walkSegment(database, wanted, slice, segment, offset, take)))
    offset = 0
  }
  return ids
}

/** Segments come by group ascending and year descending. */
function inOrder(segments: readonly Segment[], { order, direction }: Slice): readonly Segment[] {
  if (order === 'date') {
    return direction === 'DESC' ? segments : segments.toReversed()
  }
  if (direction === 'ASC' || order === 'title') {
    return segments
  }
  const groups = Map.groupBy(segments, ({ group }) => group)
  return [...groups.values()].reverse().flat()
}

async function walkSegment(
  { sql: db }: Database,
  wanted: Wanted,
  slice: Slice,
  segment: Segment,
  offset: number,
  take: number,
): Promise<number[]> {
  const left = segment.items - offset - take
  const fromTheEnd = left < offset
  const [first, date] = turnsOf(slice)
  const forwards = slice.order === 'title' ? first : date
  const turn = fromTheEnd ? (forwards === 'asc' ? 'desc' : 'asc') : forwards
  const column = groupColumn(slice.order)
  let query = db
    .selectFrom('preaching_item')
    .select('id')
    .where((items) => conditionsOf(items, wanted, leadOf(wanted, slice)))
  if (column && segment.group !== undefined) {
    query = query.where(column, '=', segment.group)
  }
  const { year } = segment
  if (year !== undefined) {
    query = query.where((items) => inYears(items, [year]))
  }
  const rows = await query
    .orderBy(slice.order === 'title' ? 'search_key' : 'event_datetime', turn)
    .orderBy('id', turn)
    .limit(take)
    .offset(fromTheEnd ? left : offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  return fromTheEnd ? ids.reverse() : ids
}

/** A single preacher's or category's items lie by date in an index of their own. */
function leadOf({ presenters, categories }: Wanted, { order }: Slice) {
  if (order !== 'date') {
    return 'none'
  }
  if (presenters?.length === 1) {
    return 'preacher_id'
  }
  return categories?.length === 1 ? 'preaching_category_id' : 'none'
}
