import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'

export type SessionRow = Selectable<Tables['class_session']>
export type SeriesRow = Selectable<Tables['class_series']>

/**
 * The `sub` of a person who arranges no classes and so sees only their own; undefined for a person who sees all
 * classes.
 */
export function ownAlone(caller: Pick<Caller, 'sub' | 'rights'>): string | undefined {
  return may(caller, 'arrange') ? undefined : caller.sub
}

/** The class session, if it exists and the caller may see it: Teachers may see those assigned to them. */
export async function requireClass(
  db: Kysely<Tables>,
  caller: Caller,
  class_id: number,
): Promise<SessionRow> {
  const row = await db.selectFrom('class_session').selectAll().where('id', '=', class_id).executeTakeFirst()
  if (!row) {
    throw new ApiError('not_found', 'There is no such class; it may have been deleted.')
  }
  if (!may(caller, 'arrange')) {
    const own = await db
      .selectFrom('class_teacher')
      .select('class_id')
      .where('class_id', '=', class_id)
      .where('sub', '=', caller.sub)
      .executeTakeFirst()
    if (!own) {
      throw new ApiError('not_allowed', 'This class is not one of yours.')
    }
  }
  return row
}

/** Those of these classes that exist, and whether the caller may see each. */
export async function findClasses(
  db: Kysely<Tables>,
  caller: Pick<Caller, 'sub' | 'rights'>,
  class_ids: readonly number[],
): Promise<Map<number, { session: SessionRow; seen: boolean }>> {
  if (class_ids.length === 0) {
    return new Map()
  }
  const sessions = await db.selectFrom('class_session').selectAll().where('id', 'in', class_ids).execute()
  const own = await db
    .selectFrom('class_teacher')
    .select('class_id')
    .where('class_id', 'in', class_ids)
    .where('sub', '=', caller.sub)
    .execute()
  const seen = new Set(own.map(({ class_id }) => class_id))
  return new Map(
    sessions.map((session) => [
      session.id,
      { session, seen: may(caller, 'arrange') || seen.has(session.id) },
    ]),
  )
}

/** The series, if it exists and the caller may see it: Teachers may if any session of it is assigned to them. */
export async function requireSeries(
  db: Kysely<Tables>,
  caller: Caller,
  series_id: number,
): Promise<SeriesRow> {
  const row = await db.selectFrom('class_series').selectAll().where('id', '=', series_id).executeTakeFirst()
  if (!row) {
    throw new ApiError('not_found', 'There is no such series of classes; it may have been deleted.')
  }
  if (!may(caller, 'arrange')) {
    const own = await db
      .selectFrom('class_teacher')
      .innerJoin('class_session', 'class_session.id', 'class_id')
      .select('class_id')
      .where('sub', '=', caller.sub)
      .where('series_id', '=', series_id)
      .limit(1)
      .executeTakeFirst()
    if (!own) {
      throw new ApiError('not_allowed', 'This class is not one of yours.')
    }
  }
  return row
}
