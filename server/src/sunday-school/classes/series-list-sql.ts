import type { Series } from '@vestry/contract/calls/classes.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { hasWords, titleWords } from './title-key.ts'

/** More than anybody reads through; a search finds the rest. */
const MAX_LISTED = 500

type Named = { id: number; title: string; key: string }

/**
 * The series that have a session on or after the day `since` or, with a search, those whose title has all its words,
 * however old they are; with `sub`, only those that are assigned to this person.
 */
export async function listSeries(
  db: Kysely<Tables>,
  wanted: { since: string; search: string | undefined; sub: string | undefined },
): Promise<Series[]> {
  const words = titleWords(wanted.search)
  const series = await nameSeries(db, words ? undefined : wanted.since, wanted.sub)
  const found = (words ? series.filter(({ title }) => hasWords(title, words)) : series)
    .map((each): Named => ({ ...each, key: nameKey(each.title) }))
    .sort((a, b) => compare(a.key, b.key) || b.id - a.id)
    .slice(0, MAX_LISTED)
  return found.length === 0 ? [] : await describe(db, found)
}

/** The series with a session on or after a day; without a day, all of them. */
async function nameSeries(
  db: Kysely<Tables>,
  since: string | undefined,
  sub: string | undefined,
): Promise<{ id: number; title: string }[]> {
  const series = db.selectFrom('class_series').select(['id', 'title'])
  if (since === undefined && sub === undefined) {
    return await series.execute()
  }
  let sessions = db.selectFrom('class_session').select('series_id')
  if (since !== undefined) {
    sessions = sessions.where('session_datetime', '>=', since)
  }
  if (sub !== undefined) {
    sessions = sessions.where('id', 'in', (own) =>
      own.selectFrom('class_teacher').select('class_id').where('sub', '=', sub),
    )
  }
  return await series.where('id', 'in', sessions).execute()
}

/**
 * Adds to each series its first and last session and how many are enrolled. Sorted by title; of the same title, the
 * latest first.
 */
async function describe(db: Kysely<Tables>, found: readonly Named[]): Promise<Series[]> {
  const ids = found.map(({ id }) => id)
  const spans = await db
    .selectFrom('class_session')
    .select(({ fn }) => [
      'series_id',
      fn.countAll<number>().as('sessions'),
      fn.min('session_datetime').as('first'),
      fn.max('session_datetime').as('last'),
    ])
    .where('series_id', 'in', ids)
    .groupBy('series_id')
    .execute()
  const rosters = await db
    .selectFrom('roster')
    .select(({ fn }) => ['series_id', fn.countAll<number>().as('enrolled')])
    .where('series_id', 'in', ids)
    .groupBy('series_id')
    .execute()
  const spanOf = new Map(spans.map(({ series_id, ...span }) => [series_id, span]))
  const enrolled = new Map(rosters.map((row) => [row.series_id, row.enrolled]))
  return found
    .map(({ key, id, title }) => ({
      key,
      series: {
        id,
        title,
        ...(spanOf.get(id) ?? { sessions: 0, first: '', last: '' }),
        enrolled: enrolled.get(id) ?? 0,
      },
    }))
    .sort((a, b) => compare(a.key, b.key) || compare(b.series.last, a.series.last))
    .map(({ series }) => series)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
