import type { SeriesSession } from '@vestry/contract/calls/classes.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from './class-access.ts'
import { sessionAnswer } from './session-answer.ts'

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

/** Gives a series the same number of absences as another one, after which somebody asks after a child. */
export async function copyMissLimit(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  await db
    .updateTable('class_series')
    .set(({ selectFrom }) => ({
      miss_limit: selectFrom('class_series as other').select('other.miss_limit').where('other.id', '=', from),
    }))
    .where('id', '=', to)
    .execute()
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

/** The times of a series' sessions; with `sub`, of those that are assigned to this person. */
export async function listSessions(
  db: Kysely<Tables>,
  series_id: number,
  sub: string | undefined,
): Promise<SeriesSession[]> {
  let query = db
    .selectFrom('class_session')
    .select(['id', 'session_datetime', 'end_time', 'cancelled'])
    .where('series_id', '=', series_id)
  if (sub !== undefined) {
    query = query.where('id', 'in', (own) =>
      own.selectFrom('class_teacher').select('class_id').where('sub', '=', sub),
    )
  }
  return (await query.orderBy('session_datetime').orderBy('id').execute()).map(sessionAnswer)
}

export async function renameSeries(db: Kysely<Tables>, id: number, title: string): Promise<void> {
  await db.updateTable('class_series').set({ title }).where('id', '=', id).execute()
}

/** Deletes a series and its roster if it has no session left. */
export async function deleteEmptySeries(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .deleteFrom('class_series')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('class_session').select('id').where('series_id', '=', id))),
    )
    .execute()
}
