import type { PreachingFilter, PreachingItem } from '@vestry/contract/preaching.ts'
import type { Direction, PreachingOrder } from '@vestry/contract/preaching-rules.ts'
import { searchKey } from '@vestry/contract/search-key.ts'
import { expressionBuilder, sql } from 'kysely'
import { createListQuery, type ListPage } from '../database/list-query.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { itemsByRowId } from './preaching-sql.ts'

const NEWEST = ['event_datetime']
const ORDERS: Record<PreachingOrder, string[]> = {
  date: NEWEST,
  title: ['search_key'],
  presenter: NEWEST,
  category: NEWEST,
}

type Filter = Pick<PreachingFilter, 'presenters' | 'categories' | 'years'>

/** Lists items, one page at a time. Within a presenter or a category the newest comes first, whichever way those go. */
export function createPreachingList(
  database: Database,
): (filter: PreachingFilter) => Promise<ListPage<PreachingItem>> {
  const { sql: db } = database
  const find = createListQuery<Filter, PreachingOrder, PreachingItem>(database, {
    table: 'preaching_item',
    scope: 'preaching',
    orders: ORDERS,

    where({ presenters, categories, years }) {
      const conditions = [
        presenters && items('preacher_id', 'in', presenters),
        categories && items('preaching_category_id', 'in', categories),
        years && withinYears(years),
        years && items(sql<string>`substr(event_datetime, 1, 4)`, 'in', years.map(String)),
      ].filter((condition) => condition !== undefined)
      return conditions.length === 0 ? undefined : items.and(conditions)
    },

    range: ({ years }, orderBy) => (years && orderBy !== 'title' ? withinYears(years) : undefined),

    async groups({ filter: { presenters, categories }, orderBy, direction }) {
      if (orderBy === 'presenter') {
        const values = await idsByName('preacher', direction, presenters)
        return { column: 'preacher_id', values, direction: 'DESC' }
      }
      if (orderBy === 'category') {
        const values = await idsByName('preaching_category', direction, categories)
        return { column: 'preaching_category_id', values, direction: 'DESC' }
      }
      if (orderBy === 'date' && presenters?.length === 1) {
        return { column: 'preacher_id', values: presenters, direction }
      }
      if (orderBy === 'date' && categories?.length === 1) {
        return { column: 'preaching_category_id', values: categories, direction }
      }
      return undefined
    },

    read: (ids) => itemsByRowId(database, ids),
  })

  return ({ search, presenters, categories, years, ...page }) =>
    find({ texts: textsOf(search), filter: { presenters, categories, years }, ...page })

  /** There are few enough names to read them all. */
  async function idsByName(
    table: 'preacher' | 'preaching_category',
    direction: Direction,
    among: readonly number[] | undefined,
  ): Promise<number[]> {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .orderBy('name_key', direction === 'ASC' ? 'asc' : 'desc')
      .execute()
    return rows.map(({ id }) => id).filter((id) => among === undefined || among.includes(id))
  }
}

const items = expressionBuilder<Tables, 'preaching_item'>()

/** From the first of the years to the last. */
function withinYears(years: readonly number[]) {
  return items.and([
    items('event_datetime', '>=', String(Math.min(...years))),
    items('event_datetime', '<', String(Math.max(...years) + 1)),
  ])
}

/** A title is searched for as a whole, and not by its words. */
function textsOf(search: string | undefined): string[] | undefined {
  return search === undefined || search.trim() === '' ? undefined : [searchKey(search)].filter(Boolean)
}
