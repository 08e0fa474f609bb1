import type { DoorOperation, DoorOperationAnswer } from '@vestry/contract/calls/door-offline.ts'
import {
  type ArrivalRefusal,
  type HandoverRefusal,
  type KeptAlert,
  OVERRIDABLE,
} from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type Arriving, type AtTheDoor, takeIn } from './arrive.ts'
import { type CodeDevice, findHolders, takeReserved } from './door-codes.ts'
import { giveBack } from './hand-over.ts'
import type { StayRow } from './stays-sql.ts'

// What was done at the door without a line has happened: where a child stands is recorded as it is, also against what the
// rules of a room say, and whatever contradicts what is known is an alert that stays until somebody has seen to it.

type Of<Kind extends DoorOperation['kind']> = Extract<DoorOperation, { kind: Kind }>
type Refused = DoorOperationAnswer['refused']

/** Takes children in who have arrived already, and have a tag with this code. */
export async function doArrival(
  db: Kysely<Tables>,
  operation: Of<'arrival'> & { adult: Arriving['adult'] },
  at: AtTheDoor,
  device: CodeDevice,
) {
  const { request_id, children, adult, day, code, family_id } = operation
  const then = momentOf(operation, at)
  const cameWith = (await familyOfCode(db, { day, code })) ?? family_id
  const holder = cameWith === undefined ? `child/${children[0]?.attendee_id}` : `family/${cameWith}`
  await takeReserved(db, { day, code, code_of: holder }, device)
  const arriving = { request_id, adult, cameWith }
  const first = await takeIn(db, { ...arriving, children, override: undefined }, then)
  const against = first.refused.filter(({ why }) => OVERRIDABLE.some((one) => one === why))
  const second = await takeIn(db, { ...arriving, children: against, override: '' }, then)
  const left = first.refused.filter((one) => !against.includes(one))
  const refused = [...against, ...left, ...second.refused]
  await raise(
    db,
    refused.map(({ attendee_id, class_id: in_class, why }) => ({
      ...{ kind: 'arrival_unsettled', attendee_id, in_class, why, adult: '' },
    })),
    then,
  )
  return { stays: [...first.stays, ...second.stays], arrived: [...first.arrived, ...second.arrived], refused }
}

/** Gives children back who were given to this adult already, by their code. */
export async function doGivingBack(db: Kysely<Tables>, operation: Of<'giving_back'>, at: AtTheDoor) {
  const { children, day, code, adult_id } = operation
  const then = momentOf(operation, at)
  const stays = await latestStays(db, day, children)
  const stay_ids = stays.map(({ id }) => id)
  const decided = await giveBack(
    db,
    { stay_ids, adult_id, name: '', code, override: undefined },
    { ...then, day },
  )
  const unknown = children.filter((id) => stays.every(({ attendee_id }) => attendee_id !== id))
  const refused: Refused = [
    ...decided.flatMap(({ stay, why }) => (stay && why ? [{ attendee_id: stay.attendee_id, why }] : [])),
    ...unknown.map((attendee_id) => ({ attendee_id, why: 'not_found' as const })),
  ]
  const adult = await nameOfAdult(db, adult_id)
  await raise(
    db,
    refused.map(({ attendee_id, why }) => {
      const first = decided.find(({ stay }) => stay?.attendee_id === attendee_id)?.stay
      const about = { attendee_id, in_class: first?.in_class ?? 0, adult }
      return why === 'gone' && first !== undefined
        ? {
            ...{ kind: 'given_twice', ...about, why },
            ...{ first_at: first.gone_at, first_by: first.gone_by, first_to: first.gone_to },
          }
        : { kind: 'giving_back_unsettled', ...about, why }
    }),
    then,
  )
  return { decided, refused }
}

type NewAlert = {
  kind: KeptAlert
  attendee_id: number
  in_class: number
  adult: string
  why: ArrivalRefusal | HandoverRefusal
  first_at?: number
  first_by?: string
  first_to?: string
}

/** Of a child who is not there any more there is nothing to look at. */
async function raise(db: Kysely<Tables>, alerts: readonly NewAlert[], { now, by }: AtTheDoor): Promise<void> {
  if (alerts.length === 0) {
    return
  }
  const rows = await db
    .selectFrom('attendee')
    .select('id')
    .where(
      'id',
      'in',
      alerts.map(({ attendee_id }) => attendee_id),
    )
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  const kept = alerts.filter(({ attendee_id }) => there.has(attendee_id))
  if (kept.length > 0) {
    await db
      .insertInto('door_alert')
      .values(kept.map((alert) => ({ ...alert, at: now, stopped_by: by })))
      .execute()
  }
}

/** The device's clock says when it was, but never later than now. */
function momentOf({ made_at, day }: DoorOperation, at: AtTheDoor): AtTheDoor {
  return { ...at, day, now: Math.min(made_at, at.now) }
}

/** The family that has this code on a day. */
async function familyOfCode(
  db: Kysely<Tables>,
  { day, code }: { day: string; code: string },
): Promise<number | undefined> {
  const holder = (await findHolders(db, [day], code)).get(day)
  return holder?.startsWith('family/') ? Number(holder.slice('family/'.length)) : undefined
}

/** Each child's stay: the one that goes on, else its last of the day. */
async function latestStays(
  db: Kysely<Tables>,
  day: string,
  attendee_ids: readonly number[],
): Promise<StayRow[]> {
  const rows = await db
    .selectFrom('stay')
    .selectAll()
    .where('attendee_id', 'in', attendee_ids)
    .where((stay) => stay.or([stay('gone_at', '=', 0), stay('day', '=', day)]))
    .orderBy('id')
    .execute()
  const ofChild = Map.groupBy(rows, ({ attendee_id }) => attendee_id)
  return [...ofChild.values()].flatMap((own) => own.find(({ gone_at }) => gone_at === 0) ?? own.at(-1) ?? [])
}

async function nameOfAdult(db: Kysely<Tables>, id: number): Promise<string> {
  const row = await db
    .selectFrom('adult')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? `${row.first_name} ${row.last_name}`.trim() : ''
}
