import type { PreachingFilter, PreachingItem } from '@vestry/contract/preaching.ts'
import { FEW } from '../database/list-walker.ts'
import { memoizeByVersion } from '../database/memoize-by-version.ts'
import type { Database } from '../database/open-database.ts'
import { searchedFor, type Wanted } from './preaching-filter-sql.ts'
import { countHits, gatherHits, type Slice, walkPage } from './preaching-page-sql.ts'
import { listSegments, type Segment } from './preaching-segments-sql.ts'
import { itemsByRowId } from './preaching-sql.ts'

export type PreachingList = { results: PreachingItem[]; totalCount: number }

const MAX_REMEMBERED = 200

/**
 * Lists items, one page at a time. What was worked out stands as long as nothing in the area changes, whoever
 * changes it: the same question again costs the reading of one number.
 */
export function createPreachingList(database: Database, keep: (list: PreachingList) => PreachingList) {
  const answers = memoizeByVersion<PreachingList>(MAX_REMEMBERED)
  const plans = memoizeByVersion<Plan>(MAX_REMEMBERED)

  return async (filter: PreachingFilter): Promise<PreachingList> => {
    const { changes } = await database.readVersioned('preaching')
    return await answers(changes, JSON.stringify(filter), async () => keep(await list(filter, changes)))
  }

  async function list(filter: PreachingFilter, changes: number): Promise<PreachingList> {
    const { presenters, categories, years, limit, offset, direction, orderBy: order } = filter
    const wanted: Wanted = { search: searchedFor(filter.search), presenters, categories, years }
    const slice: Slice = { order, direction, limit, offset }
    const { hits, segments } = await plans(changes, JSON.stringify([wanted, order, direction]), () =>
      planFor(wanted, slice),
    )
    const ids = hits?.slice(offset, offset + limit) ?? (await walkPage(database, wanted, slice, segments))
    const totalCount = hits?.length ?? segments.reduce((sum, { items }) => sum + items, 0)
    return { results: await itemsByRowId(database, ids), totalCount }
  }

  async function planFor(wanted: Wanted, slice: Slice): Promise<Plan> {
    if (wanted.search !== undefined) {
      const count = wanted.search === '' ? 0 : await countHits(database, wanted.search)
      if (count <= FEW) {
        return { hits: count === 0 ? [] : await gatherHits(database, wanted, slice), segments: [] }
      }
    }
    return { hits: undefined, segments: await listSegments(database, wanted, slice.order) }
  }
}

/** How the pages of one question are found: cut from its few hits, or walked through its segments. */
type Plan = { hits: number[] | undefined; segments: Segment[] }
