import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Kind = Tables['staff_email']['kind']

/** How long it is remembered who received an email. */
const KEPT = 60 * 24 * 60 * 60_000

/** The part of the news that this person has not been sent. From now on it counts as sent. */
export async function claim(
  db: Kysely<Tables>,
  kind: Kind,
  abouts: readonly string[],
  { sub, now }: { sub: string; now: number },
): Promise<string[]> {
  const rows = await db
    .insertInto('staff_email')
    .values(abouts.map((about) => ({ kind, about, sub, sent_at: now })))
    .onConflict((known) => known.columns(['kind', 'about', 'sub']).doNothing())
    .returning('about')
    .execute()
  return rows.map(({ about }) => about)
}

/** Takes that back when nothing was sent, so that it will be. */
export async function giveBack(
  db: Kysely<Tables>,
  kind: Kind,
  abouts: readonly string[],
  sub: string,
): Promise<void> {
  await db
    .deleteFrom('staff_email')
    .where('kind', '=', kind)
    .where('about', 'in', abouts)
    .where('sub', '=', sub)
    .execute()
}

/** Who was sent an email about each of these. */
export async function listTold(
  db: Kysely<Tables>,
  kind: Kind,
  abouts: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('staff_email')
    .select(['about', 'sub'])
    .where('kind', '=', kind)
    .where('about', 'in', abouts)
    .execute()
  const told = Map.groupBy(rows, ({ about }) => about)
  return new Map([...told].map(([about, those]) => [about, those.map(({ sub }) => sub)]))
}

export async function forgetOld(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('staff_email')
    .where('sent_at', '<', now - KEPT)
    .execute()
}

/** The `sub`s of the people who want no emails about the Sunday school. */
export async function listUnwilling(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('person_setting').select('sub').where('emails', '=', 0).execute()
  return new Set(rows.map(({ sub }) => sub))
}
