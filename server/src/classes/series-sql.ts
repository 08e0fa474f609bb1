import type { Series } from '@vestry/contract/classes.ts'
import { nameKey, searchKey } from '@vestry/contract/search-key.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { SessionRow } from './class-access.ts'

export async function insertSeries(
  db: Kysely<Tables>,
  title: string,
  request_id: string | undefined,
): Promise<number> {
  const { id } = await db
    .insertInto('class_series')
    .values({ title, request_id: request_id ?? null, roster_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The sessions of the series that a call has planned, if it has planned one. */
export async function findPlanned(db: Kysely<Tables>, request_id: string): Promise<SessionRow[]> {
  return await db
    .selectFrom('class_session')
    .selectAll()
    .where('series_id', 'in', (from) =>
      from.selectFrom('class_series').select('id').where('request_id', '=', request_id),
    )
    .orderBy('session_datetime')
    .orderBy('id')
    .execute()
}

export async function sessionsOfSeries(db: Kysely<Tables>, series_id: number): Promise<SessionRow[]> {
  return await db
    .selectFrom('class_session')
    .selectAll()
    .where('series_id', '=', series_id)
    .orderBy('session_datetime')
    .orderBy('id')
    .execute()
}

export async function renameSeries(db: Kysely<Tables>, id: number, title: string): Promise<void> {
  await db.updateTable('class_series').set({ title }).where('id', '=', id).execute()
}

/** Deletes a series, and its roster with it, if no session of it is left. */
export async function deleteEmptySeries(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .deleteFrom('class_series')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('class_session').select('id').where('series_id', '=', id))),
    )
    .execute()
}

/**
 * The series that have a session on or after the day `since`, or with a search those whose title has all its
 * words, however long ago; with `sub` only those that are assigned to this person.
 */
export async function listSeries(
  db: Kysely<Tables>,
  wanted: { since: string; search: string | undefined; sub: string | undefined },
): Promise<Series[]> {
  const found = await findSeries(db, wanted)
  if (found.length === 0) {
    return []
  }
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
  const enrolled = new Map(rosters.map((row) => [row.series_id, row.enrolled]))
  const titles = new Map(found.map(({ id, title }) => [id, title]))
  return spans
    .map(({ series_id: id, ...span }) => ({
      id,
      title: titles.get(id) ?? '',
      ...span,
      enrolled: enrolled.get(id) ?? 0,
    }))
    .sort(byTitleThenNewest)
}

function byTitleThenNewest(a: Series, b: Series): number {
  const [left, right] = [nameKey(a.title), nameKey(b.title)]
  if (left !== right) {
    return left < right ? -1 : 1
  }
  return a.last === b.last ? a.id - b.id : a.last > b.last ? -1 : 1
}

async function findSeries(
  db: Kysely<Tables>,
  { since, search = '', sub }: { since: string; search: string | undefined; sub: string | undefined },
): Promise<{ id: number; title: string }[]> {
  const searches = search.trim() !== ''
  let query = db.selectFrom('class_series').select(['id', 'title'])
  if (!searches || sub !== undefined) {
    query = query.where('id', 'in', (from) => {
      let sessions = from.selectFrom('class_session').select('series_id')
      if (!searches) {
        sessions = sessions.where('session_datetime', '>=', since)
      }
      if (sub !== undefined) {
        sessions = sessions.where('id', 'in', (own) =>
          own.selectFrom('class_teacher').select('class_id').where('sub', '=', sub),
        )
      }
      return sessions
    })
  }
  const series = await query.execute()
  const words = searchKey(search).split(' ')
  return searches
    ? series.filter(({ title }) => words.every((word) => searchKey(title).includes(word)))
    : series
}
