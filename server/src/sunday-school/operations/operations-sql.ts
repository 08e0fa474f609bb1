import { ANSWERS_KEPT_DAYS } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'

export type AnsweredOperation = Selectable<Tables['attendance_operation']>

/** A device of one person: nobody else's operations are ever looked at, even if they came from the same device. */
export type OwnDevice = Pick<AnsweredOperation, 'sub' | 'device'>

const KEPT = ANSWERS_KEPT_DAYS * 24 * 60 * 60_000

function ofDevice(db: Kysely<Tables>, { sub, device }: OwnDevice) {
  return db.selectFrom('attendance_operation').selectAll().where('sub', '=', sub).where('device', '=', device)
}

export async function findAnswers(
  db: Kysely<Tables>,
  device: OwnDevice,
  numbers: readonly number[],
): Promise<AnsweredOperation[]> {
  return await ofDevice(db, device).where('number', 'in', numbers).execute()
}

/** What the device has done in these classes, and the guests with these request ids. */
export async function findDone(
  db: Kysely<Tables>,
  device: OwnDevice,
  { class_ids, request_ids }: { class_ids: readonly number[]; request_ids: readonly string[] },
): Promise<AnsweredOperation[]> {
  const done =
    class_ids.length === 0 ? [] : await ofDevice(db, device).where('class_id', 'in', class_ids).execute()
  const guests =
    request_ids.length === 0
      ? []
      : await ofDevice(db, device)
          .where('kind', '=', 'guest')
          .where('request_id', 'in', request_ids)
          .execute()
  return [...done, ...guests]
}

export async function insertAnswers(db: Kysely<Tables>, rows: readonly AnsweredOperation[]): Promise<void> {
  await inParts(rows, async (some) => {
    await db.insertInto('attendance_operation').values(some).execute()
  })
}

/** What could not be done about guests while there were no such children is about these children from now on. */
export async function nameGuests(
  db: Kysely<Tables>,
  guests: ReadonlyMap<string, number>,
  added: readonly number[],
): Promise<void> {
  const requests = [...guests].filter(([, child]) => added.includes(child))
  const unnamed = await inParts(requests, (some) =>
    db
      .selectFrom('attendance_claim')
      .select('request_id')
      .distinct()
      .where(
        'request_id',
        'in',
        some.map(([request_id]) => request_id),
      )
      .where('attendee_id', 'is', null)
      .execute(),
  )
  for (const { request_id } of unnamed) {
    for (const table of ['attendance_claim', 'attendance_operation'] as const) {
      await db
        .updateTable(table)
        .set({ attendee_id: guests.get(request_id ?? '') ?? null })
        .where('request_id', '=', request_id)
        .where('attendee_id', 'is', null)
        .execute()
    }
  }
}

/** Forgets what was answered so long ago that no device sends it again. */
export async function forgetAnswers(db: Kysely<Tables>, now: number): Promise<void> {
  for (const table of ['attendance_operation', 'door_operation'] as const) {
    await db
      .deleteFrom(table)
      .where('answered_at', '<', now - KEPT)
      .execute()
  }
  await db
    .deleteFrom('attendance_claim')
    .where('settled_at', '<', now - KEPT)
    .execute()
}
