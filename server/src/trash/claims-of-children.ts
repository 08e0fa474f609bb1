import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Takes out of the claims about a child that is gone for good what somebody has written of it. */
export async function blankClaims(db: Kysely<Tables>, attendee_id: number): Promise<void> {
  await db
    .updateTable('attendance_claim')
    .set({ wanted_text: '', there_text: '', guest: '' })
    .where('attendee_id', '=', attendee_id)
    .execute()
}

/** Claims and operations about an entry are about the one into which it was merged, once that can't be undone. */
export async function moveClaims(
  db: Kysely<Tables>,
  { merged, kept }: { merged: number; kept: number },
): Promise<void> {
  for (const table of ['attendance_claim', 'attendance_operation'] as const) {
    await db.updateTable(table).set({ attendee_id: kept }).where('attendee_id', '=', merged).execute()
  }
}
