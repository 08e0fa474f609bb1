import type { Transaction } from 'kysely'
import { dayAfter } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import { addFamilies, type FamilyContent } from '../sunday-school/families/families-sql.ts'
import { chance, pickByChance, uuidOf } from './demo-chance.ts'
import { DEMO_FAMILIES } from './demo-children.ts'

type DemoAdult = FamilyContent['adults'][number]

const MOTHERS = ['Alice', 'Carmen', 'Esther', 'Hannah', 'Irene', 'Judith', 'Lena', 'Miriam', 'Olga', 'Rachel']
const FATHERS = ['Amos', 'Ben', 'Carlos', 'Emil', 'Jonas', 'Marcus', 'Nathan', 'Paul', 'Ricardo', 'Simon']
/** The share of the families with a second adult, and of those adults who collect the children too. */
const WITH_FATHER = 0.7
const FATHER_COLLECTS = 0.8

/** The grandmother collects, and nobody lets the father take the child. */
const BARRED = {
  family: 'Clarke',
  adults: [
    adult({ first_name: 'Joan', last_name: 'Clarke', phone: '202 555 0108', collects: 'yes' }),
    adult({ first_name: 'Victor', last_name: 'Clarke' }),
  ],
  reason: 'By order of the family court. A copy is in the office; call the pastor if he comes.',
} as const

/** What staff must do about a child's allergies, by the child's first name. */
const DETAILS: Readonly<Record<string, string>> = {
  Óscar: 'Usar el autoinyector al primer síntoma, llamar al 112 y después a su madre.',
}

/** How many days ago somebody looked at a child's allergies and needs, if anybody did. */
const REVIEWED_DAYS_AGO: Readonly<Record<string, number>> = { Óscar: 30, Julia: 60, Conor: 400 }

/** Adds the families of the children, with who collects them and who must not, photo consents and reviewed needs. */
export async function fillDemoFamilies(
  change: Transaction<Tables>,
  today: string,
  childOf: (first_name: string, last_name: string) => { id: number; photo: boolean },
): Promise<void> {
  const contents = DEMO_FAMILIES.filter(({ contact }) => contact !== '').map(
    ({ last_name: name, contact, children }) => ({
      name,
      request_id: uuidOf(`family ${name}`),
      adults: name === BARRED.family ? [...BARRED.adults] : adultsOf(name, contact),
      children: children.map(({ first_name }) => childOf(first_name, name).id),
    }),
  )
  const ids = await addFamilies(change, contents)
  const at = contents.findIndex(({ name }) => name === BARRED.family)
  const { id: adult_id } = await change
    .selectFrom('adult')
    .select('id')
    .where('family_id', '=', ids[at] ?? 0)
    .where('collects', '=', 'no')
    .executeTakeFirstOrThrow()
  await change
    .insertInto('collect_rule')
    .values(
      (contents[at]?.children ?? []).map((attendee_id) => ({
        ...{ attendee_id, adult_id, rule: 'barred', day: '', reason: BARRED.reason },
      })),
    )
    .execute()
  await change
    .insertInto('attendee_care')
    .values(
      DEMO_FAMILIES.flatMap(({ last_name, children }) =>
        children.map(({ first_name }) => {
          const { id: attendee_id, photo } = childOf(first_name, last_name)
          const ago = REVIEWED_DAYS_AGO[first_name]
          return {
            attendee_id,
            photo_consent: photo ? ('yes' as const) : ('not_asked' as const),
            needs_reviewed: ago === undefined ? '' : (dayAfter(today, -ago) ?? ''),
            need_detail: DETAILS[first_name] ?? '',
            version: 1,
          }
        }),
      ),
    )
    .execute()
}

/** Those whose contact it is, and in most families a second adult. */
function adultsOf(last_name: string, contact: string): DemoAdult[] {
  const [reached = '', named] = contact.split(', ').reverse()
  const first_name =
    named?.split(' ')[0] ?? firstNameIn(reached) ?? pickByChance(MOTHERS, 'mother', last_name)
  const mother = adult({
    ...{ first_name, last_name, collects: 'yes' },
    ...(reached.includes('@') ? { email: reached } : { phone: reached }),
  })
  const father = adult({
    ...{ first_name: pickByChance(FATHERS, 'father', last_name), last_name },
    collects: chance('collects', last_name) < FATHER_COLLECTS ? 'yes' : 'no',
  })
  return chance('with father', last_name) < WITH_FATHER ? [mother, father] : [mother]
}

/** The name that an address begins with. */
function firstNameIn(address: string): string | undefined {
  const [name = ''] = address.includes('@') ? address.split('.') : []
  return name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1)
}

function adult(given: Partial<DemoAdult> & Pick<DemoAdult, 'first_name'>): DemoAdult {
  return { last_name: '', phone: '', email: '', language: '', collects: 'no', ...given }
}
