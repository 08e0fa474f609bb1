import type { CalledChild, ParentCall } from '@vestry/contract/calls/parent-calls.ts'
import { MESSAGE_LOST_AFTER, MESSAGES_WITHIN } from '@vestry/contract/sunday-school/call-rules.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { findReachable, type MessageSetup, type ReachableAdult } from './reachable-adults.ts'

export type CallRow = Selectable<Tables['door_call']>

/** A call as it is told. Whether a message was sent whose process ended meanwhile, nobody knows. */
export function describeCall(row: CallRow, now: number): ParentCall {
  const { id, stay_id, way, reason, adult, at, called_by: by, state, failure } = row
  const lost = state === 'waiting' && now >= at + MESSAGE_LOST_AFTER
  return {
    ...{ id, stay_id, way, reason, adult, at, by },
    state: lost ? 'failed' : state,
    failure: lost ? 'unknown' : failure || null,
  }
}

/** The children who are here and whose parents are called, whoever was called first before the others. */
export async function listCalled(
  db: Kysely<Tables>,
  { now, ...asked }: MessageSetup & { day: string; now: number },
): Promise<CalledChild[]> {
  const rows = await openCalls(db).selectAll('door_call').select('brought_by').execute()
  const called = [...Map.groupBy(rows, ({ stay_id }) => stay_id)]
  const stays = called.flatMap(([id, [row]]) => (row ? [{ ...row, id }] : []))
  const reachable = await findReachable(db, stays, asked)
  return called.map(([stay_id, own]) => ({
    stay_id,
    calls: own.map((row) => describeCall(row, now)),
    next: nextOf(own, reachable.get(stay_id) ?? [], now),
  }))
}

/** Whom to try after a message that failed: somebody who was not tried, else somebody in a way that was not. */
function nextOf(
  calls: readonly CallRow[],
  adults: readonly ReachableAdult[],
  now: number,
): CalledChild['next'] {
  const last = calls.findLast(({ way }) => way !== 'screen')
  if (last === undefined || describeCall(last, now).state !== 'failed') {
    return null
  }
  const isTried = (adult_id: number, way?: string) =>
    calls.some((call) => call.adult_id === adult_id && (way === undefined || call.way === way))
  const left = adults.flatMap(({ adult_id, name, addresses }) =>
    [...addresses.keys()].filter((way) => !isTried(adult_id, way)).map((way) => ({ adult_id, name, way })),
  )
  return left.find(({ adult_id }) => !isTried(adult_id)) ?? left[0] ?? null
}

/** Gives a family its number of a day, the next after the highest, if it has none. */
export async function giveNumber(db: Kysely<Tables>, day: string, code_of: string): Promise<void> {
  await db
    .insertInto('door_number')
    .values({
      day,
      number: sql`(select coalesce(max(number), 0) + 1 from door_number where day = ${day})`,
      code_of,
    })
    .onConflict((known) => known.columns(['day', 'code_of']).doNothing())
    .execute()
}

/** The numbers that the public screen shows, the latest call first. */
export async function listCalledNumbers(db: Kysely<Tables>): Promise<number[]> {
  const rows = await openCalls(db)
    .innerJoin('door_number', (join) =>
      join.onRef('door_number.day', '=', 'stay.day').onRef('door_number.code_of', '=', 'stay.code_of'),
    )
    .select('number')
    .where('way', '=', 'screen')
    .execute()
  return [...new Set(rows.map(({ number }) => number).reverse())]
}

/** The calls that are not over, of children who are here, the earliest first. */
function openCalls(db: Kysely<Tables>) {
  return db
    .selectFrom('door_call')
    .innerJoin('stay', 'stay.id', 'stay_id')
    .where('closed_at', '=', 0)
    .where('gone_at', '=', 0)
    .orderBy('door_call.at')
    .orderBy('door_call.id')
}

export async function findCall(db: Kysely<Tables>, request_id: string): Promise<CallRow | undefined> {
  return await db.selectFrom('door_call').selectAll().where('request_id', '=', request_id).executeTakeFirst()
}

/** Who was called for a child, the latest first. */
export async function listCallsFor(db: Kysely<Tables>, attendee_id: number) {
  return await db
    .selectFrom('door_call')
    .select(['at', 'way', 'adult'])
    .where('attendee_id', '=', attendee_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** How many messages an adult was sent lately. */
export async function countMessages(db: Kysely<Tables>, adult_id: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('door_call')
    .where('adult_id', '=', adult_id)
    .where('at', '>', now - MESSAGES_WITHIN)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends the calls for a stay; returns whether there were any. */
export async function closeCalls(
  db: Kysely<Tables>,
  stay_id: number,
  { now: closed_at, by: closed_by }: { now: number; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('door_call')
    .set({ closed_at, closed_by })
    .where('stay_id', '=', stay_id)
    .where('closed_at', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}
