import type { DoorAlert, DoorBoard, Stay } from '@vestry/contract/calls/door.ts'
import {
  ARRIVAL_REFUSALS,
  HANDOVER_REFUSALS,
  LATE_MINUTES,
} from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { countClasses, endOf, laterBy, listSessions } from './door-classes-sql.ts'
import { type Looking, listStays, ZERO } from './stays-sql.ts'

/** The classes and stays of a day, and who is here since before it; `now` is the church's wall clock. */
export async function readBoard(
  db: Kysely<Tables>,
  looking: Looking,
  now: string,
): Promise<Omit<DoorBoard, 'called'>> {
  const day = now.slice(0, 10)
  const sessions = await listSessions(db, day)
  // Their ids first: SQLite would look through all children, or all stays of years, for an `or`.
  const stays = await listStays(db, looking, (stay) =>
    stay('stay.id', 'in', (of) =>
      of
        .selectFrom('stay')
        .select('id')
        .where('day', '=', day)
        .union(of.selectFrom('stay').select('id').where('gone_at', '=', ZERO)),
    ),
  )
  const late = await findNotCollected(db, stays, now)
  return {
    now,
    classes: await countClasses(
      db,
      sessions,
      stays.filter((stay) => stay.day === day),
    ),
    stays,
    alerts: [...(await listOpen(db)), ...late],
  }
}

/** Who is still here some time after the end of its class. */
async function findNotCollected(
  db: Kysely<Tables>,
  stays: readonly Stay[],
  now: string,
): Promise<DoorAlert[]> {
  const here = stays.filter(({ gone }) => gone === null)
  const ids = [...new Set(here.map(({ class_id }) => class_id))]
  const sessions =
    ids.length === 0
      ? []
      : await db
          .selectFrom('class_session')
          .select(['id', 'session_datetime', 'end_time'])
          .where('id', 'in', ids)
          .execute()
  const ends = new Map(sessions.map((session) => [session.id, endOf(session)]))
  const lateSince = laterBy(now, -LATE_MINUTES)
  return here.flatMap(({ id, class_id, day, first_name, last_name }) => {
    // Of a class that was deleted, or moved to another day, nobody knows when it ended.
    const since = ends.get(class_id) ?? `${day}T00:00:00`
    return since <= lateSince
      ? [
          {
            kind: 'not_collected' as const,
            stay_id: id,
            child: `${first_name} ${last_name}`,
            since,
          },
        ]
      : []
  })
}

/** What somebody must see to: who was stopped, and what was done without a line and can't be so. */
async function listOpen(db: Kysely<Tables>): Promise<DoorAlert[]> {
  const rows = await db
    .selectFrom('door_alert')
    // SQLite begins with the first table of a cross join, and else with all children.
    .crossJoin('attendee')
    .whereRef('attendee.id', '=', 'attendee_id')
    .leftJoin('class_session', 'class_session.id', 'in_class')
    .selectAll('door_alert')
    .select(['first_name', 'last_name', 'title'])
    .where('closed_at', '=', ZERO)
    .orderBy('at', 'desc')
    .orderBy('door_alert.id', 'desc')
    .execute()
  return rows.map(({ kind, id, at, attendee_id, adult, stopped_by: by, why, title, ...row }) => {
    const child = `${row.first_name} ${row.last_name}`
    const about = { id, at, attendee_id, child, by }
    switch (kind) {
      case 'barred':
        return { kind, ...about, adult }
      case 'given_twice':
        return { kind, ...about, adult, first: { at: row.first_at, by: row.first_by, to: row.first_to } }
      case 'arrival_unsettled':
        return { kind, ...about, class_title: title ?? '', why: oneOf(ARRIVAL_REFUSALS, why) }
      default:
        return { kind, ...about, adult, why: oneOf(HANDOVER_REFUSALS, why) }
    }
  })
}

function oneOf<Reason extends string>(reasons: readonly Reason[], why: string): Reason | 'not_found' {
  return reasons.find((reason) => reason === why) ?? 'not_found'
}
