import type { DIRECTIONS, ListFilters } from './list-rules.ts'

// The constants of the preaching area. No schema is here, so that the browser may load it.

export const PREACHING_PAGE_SIZE = 10
export const DEFAULT_LANGUAGE_ID = 1
export const DEFAULT_PREACHER_ID = 1
export const DEFAULT_CATEGORY_ID = 6
/** How long the name of a presenter, a category, a series, a topic or an attachment may be. */
export const MAX_NAME = 120
/** The year filter runs from the current year down to this one, and includes earlier ones that have sermons. */
export const FIRST_YEAR = 2022

/** How many sermons may be changed at once. */
export const MAX_SEVERAL = 200

export const SERMON_STATES = ['draft', 'scheduled', 'published'] as const
export type SermonState = (typeof SERMON_STATES)[number]

export const SERIES_ORDERS = ['oldest', 'newest'] as const
export type SeriesOrder = (typeof SERIES_ORDERS)[number]

/** What the list of sermons is filtered by, in the order of its panel. */
export const PREACHING_FILTERS = {
  years: { kind: 'numbers', least: 1900, most: 2999 },
  presenters: { kind: 'ids' },
  categories: { kind: 'ids' },
  series: { kind: 'ids' },
  topics: { kind: 'ids' },
  states: { kind: 'words', of: SERMON_STATES },
} as const satisfies ListFilters
export type PreachingFilterName = keyof typeof PREACHING_FILTERS
export const PREACHING_FILTER_NAMES = Object.keys(PREACHING_FILTERS) as PreachingFilterName[]

export const PREACHING_ORDERS = ['date', 'title', 'presenter', 'category'] as const
export type PreachingOrder = (typeof PREACHING_ORDERS)[number]
export type Direction = (typeof DIRECTIONS)[number]
