import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_SIGNS, RESERVED_CODES } from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { familiesOf } from '../families/families-sql.ts'
import { ZERO } from './stays-sql.ts'

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
 * Whose code each of these children has on a day: that of the family they came with, if it is one of theirs, else that of a
 * family of its that has one already, else its first family's; a child without a family has one of its own. `known` are
 * those of the codes that there are.
 */
export async function findCodesOf(
  db: Kysely<Tables>,
  day: string,
  attendee_ids: readonly number[],
  cameWith: number | undefined,
): Promise<{ holders: Map<number, string>; known: Map<string, string> }> {
  const families = await familiesOf(db, attendee_ids)
  const keysOf = (id: number) => families.get(id)?.map((family) => `family/${family}`) ?? [`child/${id}`]
  const known = await findCodes(db, day, [...new Set(attendee_ids.flatMap(keysOf))])
  const holders = new Map(
    attendee_ids.map((id) => {
      const own = keysOf(id)
      const holder =
        own.find((key) => key === `family/${cameWith}`) ?? own.find((key) => known.has(key)) ?? own[0]
      return [id, holder ?? `child/${id}`]
    }),
  )
  return { holders, known }
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
    .where('lost', '=', ZERO)
    .where('spare', '=', ZERO)
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
    .where('code_of', 'not like', 'device/%')
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
  await addCodes(db, day, { holders, known: await findCodes(db, day, holders) }, draw)
}

/** The same, where it is known who has one. */
export async function addCodes(
  db: Kysely<Tables>,
  day: string,
  { holders, known }: { holders: Iterable<string>; known: ReadonlyMap<string, string> },
  draw: () => string = drawCode,
): Promise<void> {
  for (const code_of of new Set(holders)) {
    let given = known.has(code_of)
    while (!given) {
      // Whose first draw is taken, by a code of today or a lost one, draws again.
      given = await insertCode(db, { day, code: draw(), code_of })
    }
  }
}

/** A device of one person that has codes for itself. */
export type CodeDevice = { sub: string; device: string }

const keptBy = ({ sub, device }: CodeDevice) => `device/${sub}/${device}`

/** The codes of a device's own that are on no tag yet; there are as many as it may need. */
export async function reserveCodes(db: Kysely<Tables>, day: string, device: CodeDevice): Promise<string[]> {
  const code_of = keptBy(device)
  const rows = await db
    .selectFrom('door_code')
    .select('code')
    .where('day', '=', day)
    .where('code_of', '=', code_of)
    .execute()
  const codes = rows.map(({ code }) => code)
  while (codes.length < RESERVED_CODES) {
    const code = drawCode()
    if (await insertCode(db, { day, code, code_of, spare: 1 })) {
      codes.push(code)
    }
  }
  return codes
}

/**
 * The code of a device's own that is on a family's tag now is theirs: the one they have, or one beside it. Any other code is
 * left as it is.
 */
export async function takeReserved(
  db: Kysely<Tables>,
  { day, code, code_of }: { day: string; code: string; code_of: string },
  device: CodeDevice,
): Promise<void> {
  const known = await findCodes(db, day, [code_of])
  await db
    .updateTable('door_code')
    .set({ code_of, spare: known.has(code_of) ? 1 : 0 })
    .where('day', '=', day)
    .where('code', '=', code)
    .where('code_of', '=', keptBy(device))
    .execute()
}

async function insertCode(
  db: Kysely<Tables>,
  code: { day: string; code: string; code_of: string; spare?: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('door_code')
    .values(code)
    .onConflict((taken) => taken.columns(['day', 'code']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** The codes of a lost tag count no more; returns whether this one was theirs until now. */
export async function loseCode(
  db: Kysely<Tables>,
  { day, code_of, code }: { day: string; code_of: string; code: string },
): Promise<boolean> {
  const known = await findCodes(db, day, [code_of])
  if (known.get(code_of) !== code) {
    return false
  }
  // Those on tags that were given out beside it, too.
  await db
    .updateTable('door_code')
    .set({ lost: 1 })
    .where('day', '=', day)
    .where('code_of', '=', code_of)
    .execute()
  return true
}
