import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { idsOf } from './sessions-sql.ts'

/** The `sub`s of the people to whom each session is assigned. */
export async function findAssigned(
  db: Kysely<Tables>,
  sessions: readonly { id: number }[],
): Promise<Map<number, string[]>> {
  if (sessions.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('class_teacher')
    .selectAll()
    .where('class_id', 'in', idsOf(sessions))
    .execute()
  const byClass = Map.groupBy(rows, ({ class_id }) => class_id)
  return new Map([...byClass].map(([class_id, assigned]) => [class_id, assigned.map(({ sub }) => sub)]))
}

/** Assigns sessions to these people and to nobody else. */
export async function assignTeachers(
  db: Kysely<Tables>,
  sessions: readonly { id: number }[],
  subs: readonly string[],
): Promise<void> {
  const ids = idsOf(sessions)
  await db.deleteFrom('class_teacher').where('class_id', 'in', ids).execute()
  for (const sub of new Set(subs)) {
    await db
      .insertInto('class_teacher')
      .columns(['class_id', 'sub'])
      .expression((from) =>
        from
          .selectFrom('class_session')
          .select((session) => ['id', session.val(sub).as('sub')])
          .where('id', 'in', ids),
      )
      .execute()
  }
}
