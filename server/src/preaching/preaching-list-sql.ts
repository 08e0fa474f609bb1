import type { PreachingFilter, PreachingItem } from '@vestry/contract/calls/preaching.ts'
import type { FilterValues } from '@vestry/contract/rules/list-rules.ts'
import {
  type Direction,
  PREACHING_FILTER_NAMES,
  type PREACHING_FILTERS,
  type PreachingFilterName,
  type PreachingOrder,
  type SermonState,
} from '@vestry/contract/rules/preaching-rules.ts'
import { type Passage, verseOf } from '@vestry/contract/sermons/bible-books.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { wallClockAt } from '../church-time.ts'
import type { Dialect } from '../database/database.ts'
import { createListQuery, type ListPage } from '../database/list-query.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { rowsByTrigrams } from '../database/trigram-search.ts'
import { searchedPassages } from './passages/searched-passages.ts'
import { type ChurchClock, findLatestPublication, itemsByRowId } from './preaching-sql.ts'

const NEWEST = ['event_datetime']
const ORDERS: Record<PreachingOrder, string[]> = {
  date: NEWEST,
  title: ['search_key'],
  presenter: NEWEST,
  category: NEWEST,
}

type Condition = Expression<SqlBool>
type Values = FilterValues<typeof PREACHING_FILTERS>

type Chosen = { [Name in PreachingFilterName]?: Values[Name] | undefined }

type Filter = Chosen & {
  /** Whether the filter also finds sermons of other presenters in which one of these speaks. */
  alsoSpeak?: boolean
  /**
   * The time of the latest publication until now, by which states are told: no state changes between two publications.
   */
  now?: number
  /** The passages that are searched for, and the text that named them, which may also be part of a title. */
  touches?: { passages: readonly Passage[]; text: string }
}

/**
 * Lists items, one page at a time. Within a presenter or a category the newest comes first, whichever direction those
 * are sorted in.
 */
export function createPreachingList(
  database: Database,
  time: ChurchClock,
): (filter: PreachingFilter) => Promise<ListPage<PreachingItem>> {
  const { sql: db } = database
  /** The rows of each filter. */
  const conditions: { [Name in PreachingFilterName]: (values: Values[Name], filter: Filter) => Condition } = {
    presenters: (ids, { alsoSpeak }) =>
      alsoSpeak ? items('id', 'in', heardFrom(ids)) : items('preacher_id', 'in', ids),
    series: (ids) => items('series_id', 'in', ids),
    topics: (ids) =>
      items('id', 'in', db.selectFrom('sermon_topic').select('item_id').where('topic_id', 'in', ids)),
    states: (states, { now = 0 }) => items.or(states.map((state) => isIn(state, now))),
    categories: (ids) => items('preaching_category_id', 'in', ids),
    years: (years) =>
      items.and([
        withinYears(years),
        items(sql<string>`substr(event_datetime, 1, 4)`, 'in', years.map(String)),
      ]),
  }
  const find = createListQuery<Filter, PreachingOrder, PreachingItem>(database, {
    table: 'preaching_item',
    scope: 'preaching',
    orders: ORDERS,

    where(filter) {
      const narrowing = [
        ...PREACHING_FILTER_NAMES.map((name) => conditionOf(name, filter)),
        filter.touches && sql<SqlBool>`preaching_item.id in (${touching(database.dialect, filter.touches)})`,
      ].filter((condition) => condition !== undefined)
      return narrowing.length === 0 ? undefined : items.and(narrowing)
    },

    async groups({ filter: { presenters, alsoSpeak, categories }, orderBy, direction }) {
      if (orderBy === 'presenter') {
        const values = await idsByName('preacher', direction, alsoSpeak ? undefined : presenters)
        return { column: 'preacher_id', values, direction: 'DESC' }
      }
      if (orderBy === 'category') {
        const values = await idsByName('preaching_category', direction, categories)
        return { column: 'preaching_category_id', values, direction: 'DESC' }
      }
      return undefined
    },

    read: (ids) => itemsByRowId(database, ids, time),
  })

  return async ({ search, orderBy, direction, limit, offset, ...filters }) => {
    const filter: Filter = { ...filters }
    if (filter.presenters && (await findSpeaking(filter.presenters))) {
      filter.alsoSpeak = true
    }
    if (filter.states) {
      filter.now = await findLatestPublication(db, time.clock.now())
    }
    // A comma separates chapter and verse only in Spanish: people who type one mean that.
    const passages = search && (await searchedPassages(search, /\d,\s?\d/.test(search) ? 'es' : 'en'))
    if (search && passages) {
      filter.touches = { passages, text: searchKey(search) }
    }
    const texts = filter.touches ? undefined : textsOf(search)
    return upToDate(await find({ texts, filter, orderBy, direction, limit, offset }), time)
  }

  function conditionOf<Name extends PreachingFilterName>(name: Name, filter: Filter) {
    const chosen: Chosen = filter
    const values = chosen[name]
    return values && conditions[name](values, filter)
  }

  async function findSpeaking(presenters: readonly number[]): Promise<boolean> {
    const one = db
      .selectFrom('sermon_speaker')
      .select('item_id')
      .where('preacher_id', 'in', presenters)
      .limit(1)
    return (await one.executeTakeFirst()) !== undefined
  }

  /** The items in which one of the presenters speaks. */
  function heardFrom(presenters: readonly number[]) {
    return db
      .selectFrom('preaching_item')
      .select('id')
      .where('preacher_id', 'in', presenters)
      .union(db.selectFrom('sermon_speaker').select('item_id as id').where('preacher_id', 'in', presenters))
  }

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

/** The items that are about one of these passages, and those whose title has the text. */
function touching(dialect: Dialect, { passages, text }: NonNullable<Filter['touches']>) {
  const ofPassages = passages.map(({ from, to }) => {
    const [first, last] = [verseOf(from), verseOf(to)]
    const chapters = [from, to].map((verse) => Math.floor(verse / 1000))
    return sql`select item_id from sermon_passage where chapter between ${chapters[0]} and ${chapters[1]}
      and not (chapter = ${chapters[0]} and last_verse < ${first.verse})
      and not (chapter = ${chapters[1]} and first_verse > ${last.verse})`
  })
  const candidates = rowsByTrigrams(dialect, 'preaching_item', [text])
  const ofTitle = sql`select id from (${candidates}) as candidate where search_key like ${`%${text}%`}`
  return sql.join([ofTitle, ...ofPassages], sql` union `)
}

function isIn(state: SermonState, now: number) {
  if (state === 'draft') {
    return items('publish_at', 'is', null)
  }
  return items('publish_at', state === 'scheduled' ? '>' : '<=', now)
}

/** Returns the page itself, unless something on it has come out since it was read. */
function upToDate(page: ListPage<PreachingItem>, { clock, timeZone }: ChurchClock): ListPage<PreachingItem> {
  const now = wallClockAt(clock.now(), timeZone())
  const isDue = ({ publish_at }: PreachingItem) => publish_at !== undefined && publish_at <= now
  if (!page.results.some(isDue)) {
    return page
  }
  const results = page.results.map((item): PreachingItem => {
    const { publish_at: _, ...rest } = item
    return isDue(item) ? { ...rest, state: 'published' } : item
  })
  return { ...page, results }
}

/** From the first to the last of these years. */
function withinYears(years: readonly number[]) {
  return items.and([
    items('event_datetime', '>=', String(Math.min(...years))),
    items('event_datetime', '<', String(Math.max(...years) + 1)),
  ])
}

/** A title is searched for as a whole, not by its words. */
function textsOf(search: string | undefined): string[] | undefined {
  return search === undefined || search.trim() === '' ? undefined : [searchKey(search)].filter(Boolean)
}
