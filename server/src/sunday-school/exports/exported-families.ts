import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { CollectRule } from '@vestry/contract/sunday-school/family-record.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { Cells } from '../../http/csv.ts'
import { formatMessage, type ServerMessageKey } from '../../server-messages.ts'
import { type CollectorRow, findCollectors } from '../families/collectors-sql.ts'
import { familiesOf } from '../families/families-sql.ts'

const HEADERS = [
  'lists.familyNumber',
  'lists.familyName',
  'lists.adults',
  'lists.adultPhones',
  'lists.adultEmails',
  'lists.collects',
  'lists.barred',
] as const satisfies readonly ServerMessageKey[]

/** Stands where an adult has no telephone or email: the lines of all columns are about the same adults. */
const NONE = '–'

type Child = { id: number }

export function familyHeaders(language: MessageLanguage): string[] {
  return HEADERS.map((header) => formatMessage(language, header))
}

/**
 * The cells of each family of these children, one adult a line, and who else must not collect the child; a child without
 * a family has empty ones. Why somebody is barred is nowhere in them.
 */
export async function findFamilyCells(
  db: Kysely<Tables>,
  language: MessageLanguage,
  today: string,
  children: readonly Child[],
): Promise<(child: Child) => Cells[]> {
  const ids = children.map(({ id }) => id)
  const of = await familiesOf(db, ids)
  const collectors = Map.groupBy(await findCollectors(db, ids, today), ({ attendee_id }) => attendee_id)
  const rows = await inParts([...new Set([...of.values()].flat())], (part) =>
    db.selectFrom('family').select(['id', 'name']).where('id', 'in', part).execute(),
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const says = (rule: CollectRule) => formatMessage(language, `lists.collects.${rule}`)
  return ({ id }) => {
    const adults = collectors.get(id) ?? []
    const barred = adults.filter(({ rule }) => rule === 'barred').map(nameOf)
    return (of.get(id) ?? [undefined]).map((family_id) => {
      const own = adults.filter((adult) => adult.family_id === family_id)
      const number = family_id === undefined ? '' : String(family_id)
      return [
        number,
        names.get(family_id ?? 0) ?? '',
        own.map(nameOf).join('\n'),
        own.map(({ phone }) => phone || NONE).join('\n'),
        own.map(({ email }) => email || NONE).join('\n'),
        own.map(({ rule }) => says(rule)).join('\n'),
        [...new Set(barred)].join('\n'),
      ]
    })
  }
}

/** How many rows the second families of children add to a list. */
export async function countSecondFamilies(db: Kysely<Tables>, ids?: readonly number[]): Promise<number> {
  const { all, children } = await db
    .selectFrom('family_child')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('attendee_id').distinct().as('children'),
    ])
    .$if(ids !== undefined, (rows) => rows.where('attendee_id', 'in', ids ?? []))
    .executeTakeFirstOrThrow()
  return Number(all) - Number(children)
}

/** The last name first, and after the only comma the first: so the import tells them apart. */
function nameOf({ first_name, last_name }: Pick<CollectorRow, 'first_name' | 'last_name'>): string {
  return [last_name, first_name]
    .map((part) => part.replaceAll(',', ' '))
    .filter((part) => part !== '')
    .join(', ')
}
