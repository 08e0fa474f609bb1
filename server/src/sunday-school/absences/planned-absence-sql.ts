import type { PlannedAbsence } from '@vestry/contract/calls/planned-absences.ts'
import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

type NewAbsence = Insertable<Tables['planned_absence']>

/** The planned absences of a child, the latest first: all of them, or up to a number. */
export async function listAbsences(
  db: Kysely<Tables>,
  attendee_id: number,
  limit?: number,
): Promise<PlannedAbsence[]> {
  return await db
    .selectFrom('planned_absence')
    .select(['id', 'from_day', 'until_day', 'reason'])
    .where('attendee_id', '=', attendee_id)
    .orderBy('until_day', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
}

/** The child with this absence, if there is such an absence. */
export async function findAbsence(db: Kysely<Tables>, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('planned_absence')
    .select('attendee_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.attendee_id
}

export async function findSameAbsence(db: Kysely<Tables>, absence: NewAbsence): Promise<number | undefined> {
  const row = await db
    .selectFrom('planned_absence')
    .select('id')
    .where('attendee_id', '=', absence.attendee_id)
    .where('from_day', '=', absence.from_day)
    .where('until_day', '=', absence.until_day)
    .where('reason', '=', absence.reason)
    .executeTakeFirst()
  return row?.id
}

export async function insertAbsence(db: Kysely<Tables>, absence: NewAbsence): Promise<number> {
  const { id } = await db
    .insertInto('planned_absence')
    .values(absence)
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChanged(db)
  return id
}

export async function deleteAbsence(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('planned_absence').where('id', '=', id).execute()
  await noteChanged(db)
}

/** People who have a roll open see that something about its children has changed. */
async function noteChanged(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('lock_scope')
    .set((scope) => ({ changes: scope('changes', '+', 1) }))
    .where('name', '=', 'attendees')
    .execute()
}
