import { MESSAGE_WAYS, type MessageWay } from '@vestry/contract/sunday-school/call-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type CollectorRow, findCollectors } from '../families/collectors-sql.ts'
import { internationalNumber } from './read-phone.ts'
import type { StayRow } from './stays-sql.ts'

/** An adult who can be called, and where each message would go. */
export type ReachableAdult = {
  adult_id: number
  name: string
  language: string
  brought: boolean
  addresses: ReadonlyMap<MessageWay, string>
}

/** The ways by which messages leave the server, and the country of telephone numbers that don't name theirs. */
export type MessageSetup = { ways: readonly MessageWay[]; country: string | undefined }

/**
 * The adults who can be called for each of these stays: whoever brought the child first, then whoever may collect it.
 * Nobody is among them who is barred, and nothing goes to a number or an address that somebody has who is.
 */
export async function findReachable(
  db: Kysely<Tables>,
  stays: readonly Pick<StayRow, 'id' | 'attendee_id' | 'brought_by'>[],
  { day, ...setup }: MessageSetup & { day: string },
): Promise<Map<number, ReachableAdult[]>> {
  const rows = await findCollectors(
    db,
    stays.map(({ attendee_id }) => attendee_id),
    day,
  )
  const ofChild = Map.groupBy(rows, ({ attendee_id }) => attendee_id)
  return new Map(
    stays.map(({ id, attendee_id, brought_by }) => [
      id,
      reachableOf(ofChild.get(attendee_id) ?? [], brought_by, setup),
    ]),
  )
}

function reachableOf(rows: readonly CollectorRow[], brought_by: string, setup: MessageSetup) {
  const barred = rows.filter(({ rule }) => rule === 'barred')
  const avoided = new Set(barred.flatMap((row) => [...addressesOf(row, setup).values()]))
  const adults = rows
    .filter(({ id }) => !barred.some((row) => row.id === id))
    .map((row) => ({
      adult_id: row.id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      language: row.language,
      mayCollect: row.rule === 'always' || row.rule === 'today',
      addresses: new Map([...addressesOf(row, setup)].filter(([, address]) => !avoided.has(address))),
    }))
    .map((adult) => ({ ...adult, brought: adult.name === brought_by }))
    .filter(({ brought, mayCollect, addresses }) => (brought || mayCollect) && addresses.size > 0)
  return [...adults.filter(({ brought }) => brought), ...adults.filter(({ brought }) => !brought)]
}

function addressesOf(
  { phone, email }: CollectorRow,
  { ways, country }: MessageSetup,
): Map<MessageWay, string> {
  const all: Record<MessageWay, string | undefined> = {
    text: internationalNumber(phone, country),
    email: /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(email) ? email.toLowerCase() : undefined,
  }
  return new Map(
    MESSAGE_WAYS.flatMap((way) => {
      const address = ways.includes(way) ? all[way] : undefined
      return address === undefined ? [] : [[way, address] as const]
    }),
  )
}
