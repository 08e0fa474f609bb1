import { searchKey } from '@vestry/contract/search-key.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { hasTrigrams } from '../database/list-words.ts'
import type { Tables } from '../database/tables.ts'

/** Which items are asked for, in no order yet. */
export type Wanted = {
  /** The search key, or undefined when nothing is searched for. */
  search?: string | undefined
  presenters?: readonly number[] | undefined
  categories?: readonly number[] | undefined
  years?: readonly number[] | undefined
}

type Items = ExpressionBuilder<Tables, 'preaching_item'>

/** The key that titles are searched by; undefined without a search text. */
export function searchedFor(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : searchKey(text)
}

/** Where to look a search key up: in the trigrams, or for a very short one through all titles. */
export function searchSource(key: string): 'preaching_search' | 'preaching_item' {
  return hasTrigrams(key) ? 'preaching_search' : 'preaching_item'
}

/** The LIKE pattern of a search key, which itself holds no character that LIKE knows. */
export function patternOf(key: string): string {
  return `%${key}%`
}

/**
 * The filters as conditions on `preaching_item`. `lead` names the column whose index is to find the rows; the
 * other columns are hidden from the planner behind an addition, because neither database guesses well here.
 */
export function conditionsOf(
  items: Items,
  wanted: Wanted,
  lead: 'preacher_id' | 'preaching_category_id' | 'none',
) {
  const column = (name: 'preacher_id' | 'preaching_category_id') =>
    lead === name ? items.ref(name) : sql<number>`(${items.ref(name)} + 0)`
  const conditions = [
    wanted.search !== undefined && items('search_key', 'like', patternOf(wanted.search)),
    wanted.presenters && items(column('preacher_id'), 'in', wanted.presenters),
    wanted.categories && items(column('preaching_category_id'), 'in', wanted.categories),
    wanted.years && inYears(items, wanted.years),
  ]
  return items.and(conditions.filter((condition) => condition !== false && condition !== undefined))
}

/** Items of these years. Neighbouring years make one range. */
export function inYears(items: Items, years: readonly number[]) {
  const ranges: [from: number, before: number][] = []
  for (const year of years.toSorted((a, b) => a - b)) {
    const latest = ranges.at(-1)
    if (latest?.[1] === year) {
      latest[1] = year + 1
    } else {
      ranges.push([year, year + 1])
    }
  }
  return items.or(
    ranges.map(([from, before]) =>
      items.and([
        items('event_datetime', '>=', fourDigits(from)),
        items('event_datetime', '<', fourDigits(before)),
      ]),
    ),
  )
}

/** A year as `event_datetime` begins with it. What follows 9999 sorts after every date. */
function fourDigits(year: number): string {
  return year > 9999 ? ':' : String(year).padStart(4, '0')
}

/** The year of an item as a number. */
export const YEAR = sql<number>`cast(substr(event_datetime, 1, 4) as integer)`
