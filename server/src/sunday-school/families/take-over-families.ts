import type { FamilyProposal } from '@vestry/contract/calls/families.ts'
import { MAX_CHILDREN, MAX_PROPOSALS } from '@vestry/contract/sunday-school/family-record.ts'
import { contactKey, readContact } from '@vestry/contract/sunday-school/read-contact.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { presentOf } from '../../trash/trash-sql.ts'
import { type FamilyContent, familiesOf, insertFamily } from './families-sql.ts'
import { keepChange } from './family-changes.ts'

/**
 * Families that the contacts of parents would make, by name: children without a family who have one telephone number or
 * email address and one last name.
 */
export async function proposeFamilies(
  db: Kysely<Tables>,
): Promise<{ proposals: FamilyProposal[]; more: boolean }> {
  const children = await db
    .selectFrom('attendee')
    .select(['id', 'first_name', 'last_name', 'birthdate', 'parent_contact', 'last_key'])
    .where('parent_contact', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('family_child').select('family_id').whereRef('attendee_id', '=', 'attendee.id'))),
    )
    .orderBy('last_key')
    .orderBy('birthdate')
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(children, ({ id, last_key, parent_contact }) => {
    const key = contactKey(readContact(parent_contact))
    return key === '' ? `child ${id}` : `${last_key}\n${key}`
  })
  const proposals = [...groups.values()]
    .flatMap(inFamilies)
    .filter(([first]) => hasContact(first?.parent_contact))
    .slice(0, MAX_PROPOSALS + 1)
    .map((some) => {
      const [{ last_name, parent_contact } = { last_name: '', parent_contact: '' }] = some
      const { first_name, ...contact } = readContact(parent_contact)
      const adult = {
        first_name: first_name || last_name,
        ...contact,
        language: '',
        collects: 'yes' as const,
      }
      return {
        name: last_name,
        adults: [adult],
        children: some.map(({ last_key: _, birthdate, ...child }) => ({
          ...child,
          birthdate: birthdate || null,
        })),
      }
    })
  return { proposals: proposals.slice(0, MAX_PROPOSALS), more: proposals.length > MAX_PROPOSALS }
}

function hasContact(parent_contact = ''): boolean {
  const { first_name, phone, email } = readContact(parent_contact)
  return first_name !== '' || phone !== '' || email !== ''
}

function inFamilies<Child>(children: Child[]): Child[][] {
  return children.length <= MAX_CHILDREN
    ? [children]
    : [children.slice(0, MAX_CHILDREN), ...inFamilies(children.slice(MAX_CHILDREN))]
}

/** Adds these families, but those with a child that is gone or has a family by now. */
export async function takeOverFamilies(
  db: Kysely<Tables>,
  { request_id, families }: { request_id: string; families: readonly FamilyContent[] },
  stamp: { at: number; changed_by: string; changed_by_name: string },
) {
  const done = await db
    .selectFrom('family_change')
    .select(['id', 'result'])
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  if (done) {
    const added = (JSON.parse(done.result) as unknown[]).length
    return { message: 'Families added', change_id: done.id, added, refused: [], made: [] }
  }
  const wanted = [...new Set(families.flatMap(({ children }) => children))]
  const there = await presentOf(db, 'attendee', wanted)
  const taken = await familiesOf(db, wanted)
  const result: number[] = []
  const refused: number[] = []
  for (const [place, { adults, ...family }] of families.entries()) {
    if (family.children.some((id) => !there.has(id) || taken.has(id))) {
      refused.push(place)
      continue
    }
    const id = await insertFamily(db, { ...family, adults: adults.map((adult) => ({ ...adult, id: null })) })
    result.push(id)
    for (const child of family.children) {
      taken.set(child, [id])
    }
  }
  const former = { family: [], adult: [], family_child: [], collect_rule: [] }
  const change_id = await keepChange(db, { kind: 'taken_over', former, result, request_id }, stamp)
  return { message: 'Families added', change_id, added: result.length, refused, made: result }
}
