import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The names of those with a record in this session who have one in another at this time too. */
export async function findBooked(db: Kysely<Tables>, class_id: number, time: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attendance as mine')
    .innerJoin('attendance as other', 'other.attendee_id', 'mine.attendee_id')
    .innerJoin('attendee', 'attendee.id', 'mine.attendee_id')
    .select(['first_name', 'last_name'])
    .where('mine.class_id', '=', class_id)
    .where('other.session_datetime', '=', time)
    .where('other.class_id', '<>', class_id)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee.id')
    .execute()
  return rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
}

/** Gives a session its new time. The database has its records follow. */
export async function setTime(db: Kysely<Tables>, id: number, session_datetime: string): Promise<void> {
  await db.updateTable('class_session').set({ session_datetime }).where('id', '=', id).execute()
}
