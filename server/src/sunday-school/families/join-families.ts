import type { Family } from '@vestry/contract/calls/families.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { insertFamily, updateFamily } from './families-sql.ts'
import { endCard } from './family-cards.ts'

type Adult = Family['adults'][number]

/**
 * Puts the adults and children of one family into another, which stays. An adult who is in both, by name and by
 * telephone or email address, is one; who is barred in either stays barred.
 */
export async function joinFamilies(db: Kysely<Tables>, into: Family, from: Family): Promise<void> {
  const twins = new Map<number, number>()
  for (const adult of from.adults) {
    const twin = into.adults.find((other) => isSameAdult(other, adult))
    if (twin) {
      twins.set(adult.id, twin.id)
    }
  }
  const rules = await db
    .selectFrom('collect_rule')
    .selectAll()
    .where('adult_id', 'in', [...twins.keys(), 0])
    .execute()
  const children = [...new Set([...into.children, ...from.children].map(({ id }) => id))]
  const adults = into.adults.map((adult) => filledFrom(adult, from.adults, twins))
  const position = into.adults.length
  for (const [at, { id }] of from.adults.filter((adult) => !twins.has(adult.id)).entries()) {
    await db
      .updateTable('adult')
      .set({ family_id: into.id, position: position + at })
      .where('id', '=', id)
      .execute()
  }
  await db.deleteFrom('family').where('id', '=', from.id).execute()
  const moved = from.adults.filter((adult) => !twins.has(adult.id))
  await updateFamily(
    db,
    { ...into, adults: [...into.adults, ...moved] },
    {
      name: into.name,
      adults: [...adults, ...moved],
      children,
    },
  )
  for (const { adult_id, ...rule } of rules) {
    const row = { ...rule, adult_id: twins.get(adult_id) ?? adult_id }
    await db
      .insertInto('collect_rule')
      .values(row)
      .onConflict((known) =>
        rule.rule === 'barred'
          ? known
              .columns(['attendee_id', 'adult_id'])
              .doUpdateSet({ rule: 'barred', day: '', reason: rule.reason })
          : known.doNothing(),
      )
      .execute()
  }
}

function isSameAdult(one: Adult, other: Adult): boolean {
  const digits = (phone: string) => phone.replace(/\D+/g, '')
  const named =
    personKey(one.first_name) === personKey(other.first_name) &&
    personKey(one.last_name) === personKey(other.last_name)
  const reached =
    (digits(one.phone) !== '' && digits(one.phone) === digits(other.phone)) ||
    (one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase())
  return named && reached
}

/** An adult with what only their other entry says; they collect if neither says that they don't. */
function filledFrom(adult: Adult, others: readonly Adult[], twins: ReadonlyMap<number, number>): Adult {
  const other = others.find(({ id }) => twins.get(id) === adult.id)
  return other === undefined
    ? adult
    : {
        ...adult,
        phone: adult.phone || other.phone,
        email: adult.email || other.email,
        language: adult.language || other.language,
        collects: adult.collects === 'yes' && other.collects === 'yes' ? 'yes' : 'no',
      }
}

/** Makes a family of its own of some adults and children of another one, and answers its id. */
export async function leavingFamily(
  db: Kysely<Tables>,
  family: Family,
  { name, adults, children, both }: { name: string; adults: number[]; children: number[]; both: number[] },
): Promise<number> {
  const known = [family.adults.map(({ id }) => id), family.children.map(({ id }) => id)] as const
  if (adults.some((id) => !known[0].includes(id)) || children.some((id) => !known[1].includes(id))) {
    throw new ApiError('not_found', 'One of the adults or children is not in this family any more.')
  }
  if (adults.length === 0) {
    throw new ApiError('invalid_request', 'adults must have at least one adult who goes.', {
      field: 'adults',
    })
  }
  const other = await insertFamily(db, { name, adults: [], children })
  await db.updateTable('adult').set({ family_id: other }).where('id', 'in', adults).execute()
  const [goers, stayers] = [
    family.adults.filter(isOf(adults)),
    family.adults.filter((adult) => !isOf(adults)(adult)),
  ]
  await updateFamily(
    db,
    { id: other, name, version: 1, adults: goers, children: family.children.filter(isOf(children)) },
    { name, adults: goers, children },
  )
  const stay = family.children.map(({ id }) => id).filter((id) => !children.includes(id) || both.includes(id))
  await updateFamily(
    db,
    { ...family, adults: stayers },
    { name: family.name, adults: stayers, children: stay },
  )
  await endCard(db, family.id)
  return other
}

function isOf(ids: readonly number[]) {
  return ({ id }: { id: number }) => ids.includes(id)
}
