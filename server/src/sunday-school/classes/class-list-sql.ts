import type { ClassFilter, ClassPage, ClassSession, Teacher } from '@vestry/contract/calls/classes.ts'
import type { ClassOrder, Operator } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { createListQuery } from '../../database/list-query.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { countTurnouts } from '../rosters/expected-sql.ts'
import { findAssigned } from './assigned-teachers-sql.ts'
import { SESSION_COLUMNS, sessionAnswer } from './session-answer.ts'
import { countRecordsOfEach } from './sessions-sql.ts'
import { teachersOf } from './teachers.ts'
import { titleWords } from './title-key.ts'

const ORDERS: Record<ClassOrder, string[]> = {
  date: ['session_datetime'],
  title: ['search_key', 'session_datetime'],
}

type Filter = { time: string | undefined; operator: Operator; sub: string | undefined }

/** Lists class sessions, one page at a time; with `sub`, only those that are assigned to this person. */
export function createClassList(database: Database) {
  const { sql: db } = database
  const sessions = expressionBuilder<Tables, 'class_session'>()
  const find = createListQuery<Filter, ClassOrder, number>(database, {
    table: 'class_session',
    scope: 'classes',
    orders: ORDERS,

    where({ time, operator, sub }) {
      const conditions = [
        time !== undefined && sessionTimeCondition(time, operator),
        sub !== undefined && sessions('class_session.id', 'in', assignedTo(sub)),
      ].filter((condition) => condition !== false)
      return conditions.length === 0 ? undefined : sessions.and(conditions)
    },

    // Only the ids are kept: teachers' names and counts change without a change of the sessions.
    read: async (ids) => [...ids],
  })

  return async (filter: ClassFilter, people: readonly Teacher[], sub?: string): Promise<ClassPage> => {
    const {
      search,
      session_datetime: time,
      operator,
      includeAttendanceCount,
      includeTurnout,
      ...page
    } = filter
    const { results, ...total } = await find({
      texts: titleWords(search),
      filter: { time, operator, sub },
      ...page,
    })
    return {
      results: await sessionsById(results, { includeAttendanceCount, includeTurnout }, people),
      ...total,
    }
  }

  function assignedTo(sub: string) {
    return db.selectFrom('class_teacher').select('class_id').where('sub', '=', sub)
  }

  async function sessionsById(
    ids: readonly number[],
    wanted: Pick<ClassFilter, 'includeAttendanceCount' | 'includeTurnout'>,
    people: readonly Teacher[],
  ): Promise<ClassSession[]> {
    if (ids.length === 0) {
      return []
    }
    const rows = await db.selectFrom('class_session').select(SESSION_COLUMNS).where('id', 'in', ids).execute()
    const assigned = await findAssigned(db, rows)
    const counts = wanted.includeAttendanceCount ? await countRecordsOfEach(db, rows) : undefined
    const turnouts = wanted.includeTurnout ? await countTurnouts(db, ids) : undefined
    const byId = new Map(
      rows.map((row) => [
        row.id,
        {
          ...sessionAnswer(row),
          teachers: teachersOf(assigned.get(row.id), people).map(({ name }) => name),
          ...(counts && { attendance_count: counts.get(row.id) ?? 0 }),
          ...(turnouts?.has(row.id) && { turnout: turnouts.get(row.id) }),
        },
      ]),
    )
    return ids.map((id) => byId.get(id)).filter((session) => session !== undefined)
  }
}

/** Sessions before, at or after a time, or not at it. A day means all of its seconds. */
function sessionTimeCondition(asked: string, operator: Operator): Expression<SqlBool> {
  const sessions = expressionBuilder<Tables, 'class_session'>()
  const at = (sign: '<' | '<=' | '>=' | '>', time: string) => sessions('session_datetime', sign, time)
  const [first, last] = asked.includes('T') ? [asked, asked] : [`${asked}T00:00:00`, `${asked}T23:59:59`]
  switch (operator) {
    case 'eq':
      return sessions.and([at('>=', first), at('<=', last)])
    case 'neq':
      // PostgreSQL would gather a union of two ranges row by row.
      return sessions.not(sessions.between('session_datetime', first, last))
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
