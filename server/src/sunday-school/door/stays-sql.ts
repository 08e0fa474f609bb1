import type { RollStay } from '@vestry/contract/calls/attendance.ts'
import type { Stay } from '@vestry/contract/calls/door.ts'
import { WITNESS_MS } from '@vestry/contract/sunday-school/door-rules.ts'
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from '../classes/class-access.ts'

export type StayRow = Selectable<Tables['stay']>

/** Who looks, and when. */
export type Looking = { sub: string; now: number }

/** The 0 of an index's condition. As a parameter, it would have SQLite plan the statement anew each time. */
export const ZERO = sql.lit(0)

type Where = (stay: ExpressionBuilder<Tables, 'stay'>) => Expression<SqlBool>

/** The stays of a condition, by last name, then first, then arrival. */
export async function listStays(db: Kysely<Tables>, { sub, now }: Looking, where: Where): Promise<Stay[]> {
  const rows = await db
    .selectFrom('stay')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .innerJoin('door_number', (join) =>
      join.onRef('door_number.day', '=', 'stay.day').onRef('door_number.code_of', '=', 'stay.code_of'),
    )
    .leftJoin('class_session', 'class_session.id', 'stay.in_class')
    .selectAll('stay')
    .select(['first_name', 'last_name', 'birthdate', 'allergies', 'needs', 'number', 'title', 'room'])
    // Looked up for each stay. In a join PostgreSQL begins with the codes of all days, until it has counted them.
    .select((stay) =>
      stay
        .selectFrom('door_code')
        .select('code')
        .whereRef('door_code.day', '=', 'stay.day')
        .whereRef('door_code.code_of', '=', 'stay.code_of')
        .where('lost', '=', ZERO)
        .where('spare', '=', ZERO)
        .as('code'),
    )
    .where(where as never)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee_id')
    .orderBy('stay.id')
    .execute()
  const coded = rows.filter((row) => row.code !== null)
  return coded.map((row) => ({
    id: row.id,
    attendee_id: row.attendee_id,
    first_name: row.first_name,
    last_name: row.last_name,
    birthdate: row.birthdate || null,
    allergies: row.allergies,
    needs: row.needs,
    day: row.day,
    class_id: row.in_class,
    class_title: row.title ?? '',
    room: row.room ?? '',
    code: row.code ?? '',
    number: row.number,
    arrived: row.arrived_at,
    arrived_by: row.arrived_by,
    brought_by: row.brought_by,
    reason: row.reason,
    witness: isWitnessed(row, now)
      ? {
          by: row.witness_by,
          own: row.witness_sub === sub,
          adult_id: row.witness_adult,
          adult: row.witness_name,
        }
      : null,
    gone:
      row.gone_at === 0 || row.gone_way === ''
        ? null
        : { at: row.gone_at, by: row.gone_by, to: row.gone_to, way: row.gone_way, reason: row.gone_reason },
    accounted: row.accounted === 1,
  }))
}

/** Whether the word of a first member of staff counts: for some minutes, and while the child is here. */
export function isWitnessed({ witness_at, gone_at }: StayRow, now: number): boolean {
  return witness_at > 0 && now < witness_at + WITNESS_MS && gone_at === 0
}

export async function findStays(
  db: Kysely<Tables>,
  looking: Looking,
  ids: readonly number[],
): Promise<Stay[]> {
  return ids.length === 0 ? [] : await listStays(db, looking, (stay) => stay('stay.id', 'in', ids))
}

/** @throws {ApiError} when there is no such stay */
export async function requireStay(db: Kysely<Tables>, id: number): Promise<StayRow> {
  const row = await db.selectFrom('stay').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('not_found', 'This child has not arrived; somebody may have taken that back.')
  }
  return row
}

/** @throws {ApiError} when the child was given back */
export function requireHere({ gone_at }: StayRow): void {
  if (gone_at > 0) {
    throw new ApiError('changed_meanwhile', 'This child was given back meanwhile.')
  }
}

/** The same as {@link findStays}, of one that exists. */
export async function describeStay(db: Kysely<Tables>, looking: Looking, id: number): Promise<Stay> {
  const [stay] = await findStays(db, looking, [id])
  if (stay === undefined) {
    throw new ApiError('not_found', 'This child has not arrived; somebody may have taken that back.')
  }
  return stay
}

/** A child who is in the building is not deleted, or merged into another entry, as if it were gone. */
export async function refuseHere(db: Kysely<Tables>, attendee_ids: readonly number[]): Promise<void> {
  if ((await findHere(db, attendee_ids)).size > 0) {
    throw new ApiError(
      'in_use',
      'This child has arrived and was not given back yet. Give it back at the door first.',
    )
  }
}

/** The stays of these children who are here, by child. */
export async function findHere(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
): Promise<Map<number, StayRow>> {
  if (attendee_ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('stay')
    .selectAll()
    .where('attendee_id', 'in', attendee_ids)
    .where('gone_at', '=', ZERO)
    .execute()
  return new Map(rows.map((row) => [row.attendee_id, row]))
}

/** An adult who brings children: with their family, and their name. */
export async function findBroughtBy(
  db: Kysely<Tables>,
  id: number,
): Promise<{ family_id: number; name: string } | undefined> {
  const row = await db
    .selectFrom('adult')
    .select(['family_id', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { family_id: row.family_id, name: `${row.first_name} ${row.last_name}`.trim() }
}

/** Where children of a roll are or were on its day: those who are here, and those who were given back from this class. */
export async function findRollStays(
  db: Kysely<Tables>,
  { id: class_id, session_datetime }: Pick<SessionRow, 'id' | 'session_datetime'>,
  attendee_ids: readonly number[],
): Promise<Map<number, RollStay>> {
  const rows = await inParts(attendee_ids, (part) =>
    db
      .selectFrom('stay')
      .leftJoin('class_session', 'class_session.id', 'in_class')
      .select(['attendee_id', 'in_class', 'arrived_at', 'gone_at', 'title'])
      .where('attendee_id', 'in', part)
      .where('day', '=', session_datetime.slice(0, 10))
      .where((stay) => stay.or([stay('in_class', '=', class_id), stay('gone_at', '=', 0)]))
      .orderBy('stay.id')
      .execute(),
  )
  // One at most is here; where none is, the last counts.
  const inOrder = rows.toSorted((one, other) => Number(one.gone_at === 0) - Number(other.gone_at === 0))
  return new Map(
    inOrder.map(({ attendee_id, in_class, arrived_at, gone_at, title }) => [
      attendee_id,
      {
        arrived: arrived_at,
        gone: gone_at === 0 ? null : gone_at,
        ...(in_class !== class_id && { elsewhere: title ?? '' }),
      },
    ]),
  )
}
