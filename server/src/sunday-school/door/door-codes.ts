import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_SIGNS } from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { familiesOf } from '../families/families-sql.ts'

/** Letters that are read as a word or a sign that nobody wants on a child, though they have no vowel. */
const UNWANTED = /FCK|FKN|FGT|CNT|DCK|KKK|NGR|WTF|FDP|CTM|PTM|HDP|MRD|KGD|666/

/** A code drawn at random. */
export function drawCode(draw: (below: number) => number = randomInt): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[draw(CODE_SIGNS.length)]).join('')
    if (!UNWANTED.test(code)) {
      return code
    }
  }
}

/**
 * Whose code each of these children has on a day: that of the adult's family who brought it, else that of a family of its
 * that has one already, else its first family's; a child without a family has one of its own.
 */
export async function findCodeHolders(
  db: Kysely<Tables>,
  day: string,
  attendee_ids: readonly number[],
  broughtBy: number | undefined,
): Promise<Map<number, string>> {
  const families = await familiesOf(db, attendee_ids)
  const keys = [...new Set([...families.values()].flat().map((id) => `family/${id}`))]
  const coded = new Set((await findCodes(db, day, keys)).keys())
  return new Map(
    attendee_ids.map((id) => {
      const own = (families.get(id) ?? []).map((family) => `family/${family}`)
      const holder =
        own.find((key) => key === `family/${broughtBy}`) ?? own.find((key) => coded.has(key)) ?? own[0]
      return [id, holder ?? `child/${id}`]
    }),
  )
}

/** The codes that these have on a day, by whose they are. */
export async function findCodes(
  db: Kysely<Tables>,
  day: string,
  holders: readonly string[],
): Promise<Map<string, string>> {
  if (holders.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('door_code')
    .select(['code', 'code_of'])
    .where('day', '=', day)
    .where('code_of', 'in', holders)
    .where('lost', '=', 0)
    .execute()
  return new Map(rows.map(({ code, code_of }) => [code_of, code]))
}

/** Whose this code is on each of these days; days are left out on which it is nobody's, or was lost. */
export async function findHolders(
  db: Kysely<Tables>,
  days: readonly string[],
  code: string,
): Promise<Map<string, string>> {
  if (days.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('door_code')
    .select(['day', 'code_of'])
    .where('day', 'in', days)
    .where('code', '=', code)
    .where('lost', '=', 0)
    .execute()
  return new Map(rows.map(({ day, code_of }) => [day, code_of]))
}

/** Gives each of these a code for the day, if it has none. */
export async function giveCodes(
  db: Kysely<Tables>,
  day: string,
  holders: readonly string[],
  draw: () => string = drawCode,
): Promise<void> {
  const known = await findCodes(db, day, holders)
  for (const code_of of new Set(holders)) {
    let given = known.has(code_of)
    while (!given) {
      // Whose first draw is taken, by a code of today or a lost one, draws again.
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('door_code')
        .values({ day, code: draw(), code_of })
        .onConflict((taken) => taken.columns(['day', 'code']).doNothing())
        .executeTakeFirstOrThrow()
      given = Number(numInsertedOrUpdatedRows) === 1
    }
  }
}

/** The code of a lost tag counts no more; returns whether it was theirs until now. */
export async function loseCode(
  db: Kysely<Tables>,
  { day, code_of, code }: { day: string; code_of: string; code: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('door_code')
    .set({ lost: 1 })
    .where('day', '=', day)
    .where('code_of', '=', code_of)
    .where('code', '=', code)
    .where('lost', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}
