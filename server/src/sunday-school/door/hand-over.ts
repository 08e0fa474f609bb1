import type { DoorCollector, Handovers } from '@vestry/contract/calls/door.ts'
import type { HandoverRefusal, HandoverWay } from '@vestry/contract/sunday-school/door-rules.ts'
import type { CollectRule } from '@vestry/contract/sunday-school/family-record.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type CollectorRow, findCollectors } from '../families/collectors-sql.ts'
import type { AtTheDoor } from './arrive.ts'
import { findHolders } from './door-codes.ts'
import { findStays, isWitnessed, type StayRow } from './stays-sql.ts'

export type Giving = {
  stay_ids: readonly number[]
  adult_id: number | undefined
  name: string
  code: string | undefined
  /** Why it is decided otherwise than the lists say; undefined while nobody decides that. */
  override: string | undefined
}

/** What becomes of a stay; without a way, it is as it was: the same person has given the child to the same adult before. */
type Decision = { why?: HandoverRefusal | undefined; way?: HandoverWay }
type Judged = { id: number; stay: StayRow | undefined; to: string; rule: CollectRule | undefined }

/** Gives children back, each unless something is against it; returns what became of each. */
export async function giveBack(db: Kysely<Tables>, giving: Giving, at: AtTheDoor) {
  const judged = await judge(db, giving, at.day)
  const days = judged.flatMap(({ stay }) => stay?.day ?? [])
  const holders = giving.code === undefined ? new Map() : await findHolders(db, days, giving.code)
  const decided = judged.map((one) => ({ ...one, ...decide(one, giving, holders, at) }))
  for (const one of decided) {
    if (one.way !== undefined && one.stay) {
      await db
        .updateTable('stay')
        .set({
          gone_at: at.now,
          gone_by: at.by,
          gone_to: one.to,
          gone_way: one.way,
          gone_reason: giving.override ?? '',
        })
        .where('id', '=', one.stay.id)
        .execute()
    }
  }
  await raiseAlerts(db, decided, at)
  return decided
}

/** Keeps the word of a first member of staff for each child, unless something is against its giving-back. */
export async function bearWitness(
  db: Kysely<Tables>,
  { stay_ids, adult_id }: { stay_ids: readonly number[]; adult_id: number },
  at: AtTheDoor,
) {
  const given = { stay_ids, adult_id, name: '', code: undefined, override: undefined }
  const judged = await judge(db, given, at.day)
  const decided = judged.map((one) => ({ ...one, why: refusalOf(one) }))
  const seen = decided.flatMap(({ stay, why }) => (stay && why === undefined ? [stay.id] : []))
  if (seen.length > 0) {
    await db
      .updateTable('stay')
      .set({
        witness_at: at.now,
        witness_sub: at.sub,
        witness_by: at.by,
        witness_adult: adult_id,
        witness_name: judged[0]?.to ?? '',
      })
      .where('id', 'in', seen)
      .execute()
  }
  await raiseAlerts(db, decided, at)
  return decided
}

/** The answer to whoever gave children back, or said that they saw an adult for them. */
export async function answerOf(
  db: Kysely<Tables>,
  decided: readonly (Judged & { why?: HandoverRefusal | undefined })[],
  at: AtTheDoor,
): Promise<Handovers> {
  const stays = new Map(
    (
      await findStays(
        db,
        at,
        decided.flatMap(({ stay }) => stay?.id ?? []),
      )
    ).map((stay) => [stay.id, stay]),
  )
  return {
    given: decided.flatMap(({ id, why }) => (why === undefined ? (stays.get(id) ?? []) : [])),
    refused: decided.flatMap(({ id, why }) =>
      why === undefined ? [] : [{ stay_id: id, why, stay: stays.get(id) ?? null }],
    ),
  }
}

/** The adults who may be handed these children on a day, and those who must not. */
export async function listDoorCollectors(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
  day: string,
): Promise<DoorCollector[]> {
  const rows = await findCollectors(db, attendee_ids, day)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [adult] = own
    return adult
      ? [
          {
            id: adult.id,
            first_name: adult.first_name,
            last_name: adult.last_name,
            rules: own.map(({ attendee_id, rule }) => ({ attendee_id, rule })),
          },
        ]
      : []
  })
}

/** The stays with what is said of the adult and each child. */
async function judge(
  db: Kysely<Tables>,
  { stay_ids, adult_id, name }: Pick<Giving, 'stay_ids' | 'adult_id' | 'name'>,
  day: string,
): Promise<Judged[]> {
  const ids = [...new Set(stay_ids)]
  const rows = await db.selectFrom('stay').selectAll().where('id', 'in', ids).execute()
  const stays = new Map(rows.map((row) => [row.id, row]))
  const adults = await findCollectors(
    db,
    rows.map(({ attendee_id }) => attendee_id),
    day,
  )
  return ids.map((id) => {
    const stay = stays.get(id)
    const own = adults.filter(({ attendee_id }) => attendee_id === stay?.attendee_id)
    const adult = own.find((one) => one.id === adult_id) ?? namesake(own, adult_id, name)
    return { id, stay, to: adult ? nameOf(adult) : name, rule: adult?.rule }
  })
}

/** A name that is typed may be that of somebody who is barred. */
function namesake(adults: readonly CollectorRow[], adult_id: number | undefined, name: string) {
  const key = personKey(name)
  return adult_id === undefined && key !== ''
    ? adults.find((one) => one.rule === 'barred' && personKey(nameOf(one)) === key)
    : undefined
}

function decide(one: Judged, giving: Giving, holders: ReadonlyMap<string, string>, at: AtTheDoor): Decision {
  const why = refusalOf(one)
  if (why === 'barred' || why === 'not_listed') {
    return giving.override === undefined ? { why } : { way: 'override' }
  }
  const { stay } = one
  if (stay !== undefined && why === 'gone' && stay.gone_by === at.by && stay.gone_to === one.to) {
    return {}
  }
  if (why !== undefined || stay === undefined) {
    return { why: why ?? 'not_found' }
  }
  if (giving.code !== undefined) {
    return holders.get(stay.day) === stay.code_of ? { way: 'code' } : { why: 'wrong_code' }
  }
  const seenByOther =
    isWitnessed(stay, at.now) && stay.witness_sub !== at.sub && stay.witness_adult === giving.adult_id
  if (seenByOther) {
    return { way: 'two_staff' }
  }
  return giving.override === undefined ? { why: 'second_needed' } : { way: 'override' }
}

/** What is against giving a child to somebody, whatever they show. */
function refusalOf({ stay, rule, to }: Judged) {
  if (stay === undefined || to === '') {
    return 'not_found' as const
  }
  if (stay.gone_at > 0) {
    return 'gone' as const
  }
  if (rule === 'barred') {
    return 'barred' as const
  }
  return rule === 'always' || rule === 'today' ? undefined : ('not_listed' as const)
}

/** Somebody who is barred stands at the door: all who work there are told. */
async function raiseAlerts(
  db: Kysely<Tables>,
  decided: readonly (Judged & { why?: HandoverRefusal | undefined })[],
  { now, by }: AtTheDoor,
): Promise<void> {
  const stopped = decided.flatMap(({ stay, why, to }) =>
    stay && why === 'barred' ? [{ attendee_id: stay.attendee_id, at: now, adult: to, stopped_by: by }] : [],
  )
  const open = await db
    .selectFrom('door_alert')
    .select(['attendee_id', 'adult'])
    .where('closed_at', '=', 0)
    .where('kind', '=', 'barred')
    .execute()
  const fresh = stopped.filter(
    (one) => !open.some(({ attendee_id, adult }) => attendee_id === one.attendee_id && adult === one.adult),
  )
  if (fresh.length > 0) {
    await db.insertInto('door_alert').values(fresh).execute()
  }
}

function nameOf({ first_name, last_name }: Pick<CollectorRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}
