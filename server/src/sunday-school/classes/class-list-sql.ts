import type { ClassFilter, ClassPage, ClassSession, Teacher } from '@vestry/contract/classes.ts'
import type { ClassOrder } from '@vestry/contract/sunday-school-rules.ts'
import { expressionBuilder } from 'kysely'
import { createListWalker } from '../../database/list-walker.ts'
import { holdsAll, trigramWay } from '../../database/list-words.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { findAssigned } from './assigned-teachers-sql.ts'
import { inTime } from './class-time-sql.ts'
import { countRecordsOfEach } from './sessions-sql.ts'
import { teachersOf } from './teachers.ts'
import { titleWords } from './title-key.ts'

const ORDERS: Record<ClassOrder, string[]> = {
  date: ['session_datetime'],
  title: ['search_key', 'session_datetime'],
}

/** Lists class sessions, one page at a time; with `sub` only those that are assigned to this person. */
export function createClassList(database: Database) {
  const { sql: db } = database
  const walk = createListWalker(database, { area: 'classes', table: 'class_session' })

  return async (filter: ClassFilter, people: readonly Teacher[], sub?: string): Promise<ClassPage> => {
    const { session_datetime: asked, operator, orderBy, direction, limit, offset } = filter
    const words = titleWords(filter.search)
    if (words?.length === 0) {
      return { results: [], totalCount: 0 }
    }
    const sessions = expressionBuilder<Tables, 'class_session'>()
    const own = sub === undefined ? undefined : assignedTo(sub)
    const time = asked === undefined ? undefined : inTime(asked, operator)
    const conditions = [
      words && holdsAll(words),
      time,
      own && sessions('class_session.id', 'in', own),
    ].filter((condition) => condition !== undefined)
    const { ids, totalCount } = await walk({
      key: JSON.stringify([words, asked, operator, sub]),
      where: conditions.length === 0 ? undefined : sessions.and(conditions),
      ways: [
        ...(own ? [own] : []),
        ...(words ? trigramWay(database, 'class_session_search', words) : []),
        ...(time ? [db.selectFrom('class_session').select('id').where(time)] : []),
      ],
      order: ORDERS[orderBy],
      direction,
      limit,
      offset,
    })
    return { results: await sessionsById(ids, filter.includeAttendanceCount, people), totalCount }
  }

  function assignedTo(sub: string) {
    return db.selectFrom('class_teacher').select('class_id as id').where('sub', '=', sub)
  }

  async function sessionsById(
    ids: readonly number[],
    withCounts: boolean,
    people: readonly Teacher[],
  ): Promise<ClassSession[]> {
    if (ids.length === 0) {
      return []
    }
    const rows = await db
      .selectFrom('class_session')
      .select(['id', 'series_id', 'title', 'session_datetime', 'room', 'cancelled'])
      .where('id', 'in', ids)
      .execute()
    const assigned = await findAssigned(db, rows)
    const counts = withCounts ? await countRecordsOfEach(db, rows) : undefined
    const byId = new Map(
      rows.map((row) => [
        row.id,
        {
          ...row,
          cancelled: row.cancelled === 1,
          teachers: teachersOf(assigned.get(row.id), people).map(({ name }) => name),
          ...(counts && { attendance_count: counts.get(row.id) ?? 0 }),
        },
      ]),
    )
    return ids.map((id) => byId.get(id)).filter((session) => session !== undefined)
  }
}
