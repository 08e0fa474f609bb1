import type { Adult, Family } from '@vestry/contract/calls/families.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { dropStrayRules } from './collectors-sql.ts'
import { endCard } from './family-cards.ts'

/** What a person fills in: adults without an id, or with 0, are new. */
export type FamilyContent = {
  name: string
  adults: (Omit<Adult, 'id'> & { id?: number | null })[]
  children: number[]
}

const ADULT_COLUMNS = ['id', 'first_name', 'last_name', 'phone', 'email', 'language', 'collects'] as const

/** The families with these ids, in the order of the ids. */
export async function familiesById(db: Kysely<Tables>, ids: readonly number[]): Promise<Family[]> {
  if (ids.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('family')
    .select(['id', 'name', 'version'])
    .where('id', 'in', ids)
    .execute()
  const adults = await adultsOf(db, ids)
  const children = await childrenOf(db, ids)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [{ ...row, adults: adults.get(id) ?? [], children: children.get(id) ?? [] }] : []
  })
}

/** Their adults, in the order of the form. */
export async function adultsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, Adult[]>> {
  const rows = await db
    .selectFrom('adult')
    .select([...ADULT_COLUMNS, 'family_id'])
    .where('family_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const of = Map.groupBy(rows, ({ family_id }) => family_id)
  return new Map([...of].map(([id, some]) => [id, some.map(({ family_id: _, ...adult }) => adult)]))
}

/** Their children, by birth date. */
export async function childrenOf(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, Family['children']>> {
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('family_child')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['family_id', 'attendee.id', 'first_name', 'last_name', 'birthdate'])
    .where('family_id', 'in', ids)
    .orderBy('birthdate')
    .orderBy('attendee.id')
    .execute()
  const of = Map.groupBy(rows, ({ family_id }) => family_id)
  return new Map(
    [...of].map(([id, some]) => [
      id,
      some.map(({ family_id: _, birthdate, ...child }) => ({ ...child, birthdate: birthdate || null })),
    ]),
  )
}

/** The families of each of these children, by their ids. */
export async function familiesOf(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
): Promise<Map<number, number[]>> {
  const of = new Map<number, number[]>()
  await inParts(attendee_ids, async (part) => {
    const rows = await db
      .selectFrom('family_child')
      .selectAll()
      .where('attendee_id', 'in', part)
      .orderBy('family_id')
      .execute()
    for (const { attendee_id, family_id } of rows) {
      of.set(attendee_id, [...(of.get(attendee_id) ?? []), family_id])
    }
  })
  return of
}

/** Adds a family and returns its id. */
export async function insertFamily(
  db: Kysely<Tables>,
  content: FamilyContent,
  request_id?: string,
): Promise<number> {
  const [id = 0] = await addFamilies(db, [{ ...content, request_id }])
  return id
}

/** Adds many families and returns their ids, in their order. */
export async function addFamilies(
  db: Kysely<Tables>,
  contents: readonly (FamilyContent & { request_id?: string | undefined })[],
): Promise<number[]> {
  const added = await inParts(contents, (part) =>
    db
      .insertInto('family')
      .values(
        part.map(({ request_id = null, ...content }) => ({ ...keysOf(content), request_id, version: 1 })),
      )
      .returning('id')
      .execute(),
  )
  const ids = added.map(({ id }) => id)
  const adults = contents.flatMap((content, at) =>
    content.adults.map(({ id: _, ...adult }, position) => ({ ...adult, family_id: ids[at] ?? 0, position })),
  )
  await inParts(adults, async (part) => {
    await db.insertInto('adult').values(part).execute()
    return []
  })
  const children = contents.flatMap((content, at) =>
    [...new Set(content.children)].map((attendee_id) => ({ family_id: ids[at] ?? 0, attendee_id })),
  )
  await inParts(children, async (part) => {
    await db.insertInto('family_child').values(part).execute()
    return []
  })
  return ids
}

/** Makes a family what the content says. Adults who are left out go, with what was said of them. */
export async function updateFamily(
  db: Kysely<Tables>,
  former: Family,
  content: FamilyContent,
): Promise<number> {
  const version = former.version + 1
  await db
    .updateTable('family')
    .set({ ...keysOf(content), version })
    .where('id', '=', former.id)
    .execute()
  await writeMembers(db, former.id, former, content)
  return version
}

async function writeMembers(
  db: Kysely<Tables>,
  family_id: number,
  former: Pick<Family, 'adults' | 'children'>,
  { adults, children }: FamilyContent,
): Promise<void> {
  const gone = former.adults.filter(({ id }) => adults.every((adult) => adult.id !== id)).map(({ id }) => id)
  if (gone.length > 0) {
    await db.deleteFrom('adult').where('id', 'in', gone).execute()
    await endCard(db, family_id)
  }
  for (const [position, { id, ...adult }] of adults.entries()) {
    if (id) {
      await db
        .updateTable('adult')
        .set({ ...adult, position })
        .where('id', '=', id)
        .execute()
    } else {
      await db
        .insertInto('adult')
        .values({ ...adult, family_id, position })
        .execute()
    }
  }
  const known = new Set(former.children.map(({ id }) => id))
  const left = [...known].filter((id) => !children.includes(id))
  if (left.length > 0) {
    await db
      .deleteFrom('family_child')
      .where('family_id', '=', family_id)
      .where('attendee_id', 'in', left)
      .execute()
  }
  const added = [...new Set(children)].filter((id) => !known.has(id))
  if (added.length > 0) {
    await db
      .insertInto('family_child')
      .values(added.map((attendee_id) => ({ family_id, attendee_id })))
      .execute()
  }
  await dropStrayRules(db, [family_id])
}

const NOT_DIGITS = /\D+/g

function keysOf({ name, adults }: Pick<FamilyContent, 'name' | 'adults'>) {
  const words = adults.flatMap(({ first_name, last_name, phone, email }) => [
    personKey(first_name),
    personKey(last_name),
    phone.replace(NOT_DIGITS, ''),
    personKey(email).replaceAll(' ', ''),
  ])
  const name_key = personKey(name)
  const search_key = [...new Set([name_key, ...words])].filter((word) => word !== '').join(' ')
  return { name, name_key, search_key }
}
