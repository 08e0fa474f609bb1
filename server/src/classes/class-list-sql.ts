import type { ClassFilter, ClassPage, Teacher } from '@vestry/contract/classes.ts'
import { searchKey } from '@vestry/contract/search-key.ts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { findAssigned } from './assigned-teachers-sql.ts'
import { countRecordsOfEach } from './sessions-sql.ts'
import { teachersOf } from './teachers.ts'

type Sessions = ExpressionBuilder<Tables, 'class_session'>

/** One page of the sessions that a filter lets through; with `sub` only of those assigned to this person. */
export async function listClasses(
  db: Kysely<Tables>,
  filter: ClassFilter,
  people: readonly Teacher[],
  sub?: string,
): Promise<ClassPage> {
  const wanted = (sessions: Sessions) => conditionsOf(sessions, filter, sub)
  const { totalCount } = await db
    .selectFrom('class_session')
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .where(wanted)
    .executeTakeFirstOrThrow()
  const turn = filter.direction === 'ASC' ? 'asc' : 'desc'
  let query = db
    .selectFrom('class_session')
    .select(['id', 'series_id', 'title', 'session_datetime', 'room', 'cancelled'])
    .where(wanted)
  if (filter.orderBy === 'title') {
    query = query.orderBy('search_key', turn)
  }
  const rows = await query
    .orderBy('session_datetime', turn)
    .orderBy('id', turn)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  const assigned = await findAssigned(db, rows)
  const counts = filter.includeAttendanceCount ? await countRecordsOfEach(db, rows) : undefined
  const results = rows.map((row) => ({
    ...row,
    cancelled: row.cancelled === 1,
    teachers: teachersOf(assigned.get(row.id), people).map(({ name }) => name),
    ...(counts && { attendance_count: counts.get(row.id) ?? 0 }),
  }))
  return { results, totalCount }
}

function conditionsOf(sessions: Sessions, filter: ClassFilter, sub: string | undefined) {
  const { search = '', session_datetime, operator } = filter
  const conditions = []
  if (session_datetime !== undefined) {
    conditions.push(compared(sessions, session_datetime, operator))
  }
  if (search.trim() !== '') {
    const key = searchKey(search)
    const words = key.split(' ').map((word) => sessions('search_key', 'like', `%${word}%`))
    conditions.push(key === '' ? sql<boolean>`1 = 0` : sessions.and(words))
  }
  if (sub !== undefined) {
    conditions.push(
      sessions(
        'id',
        'in',
        sessions.selectFrom('class_teacher').select('class_id').where('class_teacher.sub', '=', sub),
      ),
    )
  }
  return sessions.and(conditions)
}

/** A day stands for all of its seconds. */
function compared(sessions: Sessions, asked: string, operator: ClassFilter['operator']) {
  const [first, last] = asked.includes('T') ? [asked, asked] : [`${asked}T00:00:00`, `${asked}T23:59:59`]
  const at = (sign: '<' | '<=' | '>=' | '>', time: string) => sessions('session_datetime', sign, time)
  switch (operator) {
    case 'eq':
      return sessions.and([at('>=', first), at('<=', last)])
    case 'neq':
      return sessions.or([at('<', first), at('>', last)])
    case 'gt':
      return at('>', last)
    case 'lt':
      return at('<', first)
    case 'gte':
      return at('>=', first)
    case 'lte':
      return at('<=', last)
  }
}
