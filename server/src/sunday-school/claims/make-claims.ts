import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { readContent } from '../../trash/trash-content.ts'
import { findHolder } from '../../trash/trash-sql.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import type { DeviceHistory } from '../operations/device-history.ts'
import type { AnsweredOperation } from '../operations/operations-sql.ts'
import { insertClaims, type NewClaim } from './claims-sql.ts'

/** An operation that could not be done, with its answer. */
type Undone = { operation: Operation; answer: AnsweredOperation }

/** Keeps what could not be done until a person settles it, with what there is in its place. */
export async function makeClaims(
  db: Kysely<Tables>,
  caller: Pick<Caller, 'sub' | 'name' | 'email'>,
  undone: readonly Undone[],
  { childOf }: Pick<DeviceHistory, 'childOf'>,
): Promise<void> {
  const idOf = (operation: Operation) => {
    const child = childOf(operation)
    return typeof child === 'number' ? child : undefined
  }
  const claims: NewClaim[] = []
  for (const [class_id, some] of Map.groupBy(undone, ({ answer }) => answer.class_id)) {
    const ids = some.flatMap(({ operation }) => idOf(operation) ?? [])
    const of = {
      wanted_by: caller.sub,
      wanted_by_name: caller.name ?? caller.email,
      held: class_id === null ? undefined : await findClass(db, class_id),
      there: class_id === null ? new Map<number, There>() : await findThere(db, class_id, ids),
      known: await findKnown(db, ids),
    }
    claims.push(...some.map((one) => claimOf({ ...one, child: idOf(one.operation) }, of)))
  }
  await insertClaims(db, claims)
}

type There = { there_state: NewClaim['there_state']; there_text: string; there_by: string }
type Held = { title: string; session_datetime: string }

function claimOf(
  { operation, answer, child }: Undone & { child: number | undefined },
  {
    held,
    there,
    known,
    ...by
  }: Pick<NewClaim, 'wanted_by' | 'wanted_by_name'> & {
    held: Held | undefined
    there: Map<number, There>
    known: Set<number>
  },
): NewClaim {
  const { kind, class_id, attendee_id, request_id, reason, answered_at } = answer
  const seenAt = operation.kind === 'absence' ? operation.until_day : operation.session_datetime
  // Of a child that was erased nothing is kept that somebody has written about it.
  const isKnown = child === undefined || known.has(child)
  const nothing: There = { there_state: 'not_recorded', there_text: '', there_by: '' }
  return {
    ...{ version: 1, kind, reason: reason || 'not_found', class_id, attendee_id, request_id, ...by },
    class_title: held?.title ?? '',
    moment: held?.session_datetime ?? seenAt ?? '',
    wanted_state: operation.kind === 'mark' ? operation.state : '',
    wanted_text: isKnown ? textOf(operation) : '',
    from_day: operation.kind === 'absence' ? operation.from_day : '',
    until_day: operation.kind === 'absence' ? operation.until_day : '',
    guest: operation.kind === 'guest' ? guestOf(operation) : '',
    made_at: operation.made_at,
    arrived_at: answered_at,
    ...((child !== undefined && there.get(child)) || nothing),
    ...{ settled_at: null, settled_by: '', settled_by_name: '', settlement: '' },
  }
}

function textOf(operation: Operation): string {
  switch (operation.kind) {
    case 'comment':
      return operation.comment
    case 'absence':
      return operation.reason
    default:
      return ''
  }
}

function guestOf({
  first_name,
  last_name,
  parent_contact,
  allergies,
}: Extract<Operation, { kind: 'guest' }>): string {
  return JSON.stringify({ first_name, last_name, parent_contact, allergies })
}

/** The title and the time of a class, also of one that was deleted. */
async function findClass(db: Kysely<Tables>, id: number): Promise<Held | undefined> {
  const present = await db
    .selectFrom('class_session')
    .select(['title', 'session_datetime'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (present) {
    return present
  }
  const holder = await findHolder(db, `class/${id}`)
  return holder && readContent(holder).rows.class_session?.find((session) => session.id === id)
}

async function findThere(
  db: Kysely<Tables>,
  class_id: number,
  ids: readonly number[],
): Promise<Map<number, There>> {
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('attendance')
    .select(['attendee_id', 'attended', 'marked', 'comment', 'changed_by'])
    .where('class_id', '=', class_id)
    .where('attendee_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ attendee_id, comment, changed_by, ...record }) => [
      attendee_id,
      { there_state: stateOf(record), there_text: comment, there_by: changed_by },
    ]),
  )
}

/** Those of these children who are there, or can be restored. */
async function findKnown(db: Kysely<Tables>, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) {
    return new Set()
  }
  const present = await db.selectFrom('attendee').select('id').where('id', 'in', ids).execute()
  const records = ids.map((id) => `attendee/${id}`)
  const deleted = await db
    .selectFrom('trash_record')
    .select('record')
    .where('record', 'in', records)
    .execute()
  return new Set([
    ...present.map(({ id }) => id),
    ...deleted.map(({ record }) => Number(record.split('/')[1])),
  ])
}
