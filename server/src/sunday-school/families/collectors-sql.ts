import type { RollCollector } from '@vestry/contract/calls/attendance.ts'
import { type CollectRule, ROLL_RULES } from '@vestry/contract/sunday-school/family-record.ts'
import type { Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'

export type CollectorRow = Omit<Selectable<Tables['adult']>, 'position'> & {
  attendee_id: number
  family_name: string
  /** What is so on the day, and whether it is said of this child alone. */
  rule: CollectRule
  own: boolean
}

const ADULT_COLUMNS = [
  'adult.id',
  'adult.family_id',
  'first_name',
  'last_name',
  'phone',
  'email',
  'language',
  'collects',
] as const

/**
 * The adults of these children's families with what is so on this day (`YYYY-MM-DD`), by child, family and place; and
 * whoever else is barred from one of them.
 */
export async function findCollectors(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
  day: string,
): Promise<CollectorRow[]> {
  return await inParts(attendee_ids, async (part) => {
    const rows = await db
      .selectFrom('family_child')
      .innerJoin('family', 'family.id', 'family_child.family_id')
      .innerJoin('adult', 'adult.family_id', 'family_child.family_id')
      .leftJoin('collect_rule', (join) =>
        join
          .onRef('collect_rule.adult_id', '=', 'adult.id')
          .onRef('collect_rule.attendee_id', '=', 'family_child.attendee_id'),
      )
      .where('family_child.attendee_id', 'in', part)
      .select(ADULT_COLUMNS)
      .select(['family_child.attendee_id', 'family.name as family_name', 'rule', 'day'])
      .orderBy('family_child.attendee_id')
      .orderBy('adult.family_id')
      .orderBy('position')
      .orderBy('adult.id')
      .execute()
    const barred = await db
      .selectFrom('collect_rule')
      .innerJoin('adult', 'adult.id', 'adult_id')
      .innerJoin('family', 'family.id', 'adult.family_id')
      .where('attendee_id', 'in', part)
      .where('rule', '=', 'barred')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('family_child')
              .select('family_child.family_id')
              .whereRef('family_child.family_id', '=', 'adult.family_id')
              .whereRef('family_child.attendee_id', '=', 'collect_rule.attendee_id'),
          ),
        ),
      )
      .select(ADULT_COLUMNS)
      .select(['attendee_id', 'family.name as family_name', 'rule', 'day'])
      .orderBy('attendee_id')
      .orderBy('adult.id')
      .execute()
    return [...rows, ...barred].map(({ rule, day: of, ...row }) => {
      const own = rule !== null && (rule !== 'today' || of === day)
      return { ...row, rule: own ? rule : usualRule(row), own }
    })
  })
}

/** Who collects each of these children on this day (`YYYY-MM-DD`), and who must not. */
export async function listCollectors(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
  day: string,
): Promise<Map<number, RollCollector[]>> {
  const byChild = Map.groupBy(await findCollectors(db, attendee_ids, day), ({ attendee_id }) => attendee_id)
  const told = [...byChild].map(([id, rows]) => {
    const adults = rows.flatMap(({ id: adult_id, first_name, last_name, rule: of }) => {
      const rule = ROLL_RULES.find((one) => one === of)
      return rule ? [{ adult_id, name: `${first_name} ${last_name}`.trim(), rule }] : []
    })
    return [id, adults] as const
  })
  return new Map(told.filter(([, adults]) => adults.length > 0))
}

/** What was said of an adult and a child who are in one family no more is void, unless it bars the adult. */
export async function dropStrayRules(db: Kysely<Tables>, family_ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('collect_rule')
    .where('rule', '<>', 'barred')
    .where('adult_id', 'in', (of) => of.selectFrom('adult').select('id').where('family_id', 'in', family_ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('family_child')
            .innerJoin('adult', 'adult.family_id', 'family_child.family_id')
            .select('adult.id')
            .whereRef('adult.id', '=', 'collect_rule.adult_id')
            .whereRef('family_child.attendee_id', '=', 'collect_rule.attendee_id'),
        ),
      ),
    )
    .execute()
}

function usualRule({ collects }: Pick<CollectorRow, 'collects'>): CollectRule {
  return collects === 'yes' ? 'always' : 'no'
}

/** Those of these adults who are barred from a child. */
export async function findBarred(db: Kysely<Tables>, adult_ids: readonly number[]): Promise<Set<number>> {
  if (adult_ids.length === 0) {
    return new Set()
  }
  const rows = await db
    .selectFrom('collect_rule')
    .select('adult_id')
    .where('adult_id', 'in', adult_ids)
    .where('rule', '=', 'barred')
    .execute()
  return new Set(rows.map(({ adult_id }) => adult_id))
}
