import type { ImportCells } from '@vestry/contract/calls/attendee-imports.ts'
import type { Adult } from '@vestry/contract/calls/families.ts'
import { schemasOf } from '@vestry/contract/calls/record-schemas.ts'
import { ADULT_FIELDS, FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { contactKey, readContact } from '@vestry/contract/sunday-school/read-contact.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'

/** An adult of a file, who is nobody's here yet. */
export type FileAdult = Omit<Adult, 'id'>

/** What a row says of its family. */
export type Household = { key: string; name: string; adults: FileAdult[] }

const fields = { ...schemasOf(ADULT_FIELDS), name: schemasOf(FAMILY_FIELDS).name }

/** What a row says of its family, if it names one; the row of an adult is that adult. */
export function readHousehold(row: ImportCells): Household | undefined {
  const key = row.family?.replace(/\s+/g, ' ').trim() ?? ''
  if (key === '') {
    return undefined
  }
  const { first_name = '', last_name = '', parent_contact = '', adult, adults = [] } = row
  const own = { first_name, last_name, ...contactOf(parent_contact), collects: adult ?? 'no' }
  return {
    key,
    name: clean('name', row.family_name ?? ''),
    adults: (adult === undefined ? adults : [own]).map(cleanAdult).filter((one) => one.first_name !== ''),
  }
}

function contactOf(text: string) {
  const { phone, email } = readContact(text)
  return { phone, email }
}

function cleanAdult({ collects, ...texts }: Omit<FileAdult, 'language'>): FileAdult {
  const [first_name, last_name, phone, email] = (['first_name', 'last_name', 'phone', 'email'] as const).map(
    (field) => clean(field, texts[field]),
  ) as [string, string, string, string]
  // Somebody of one name has a first name.
  const names = first_name === '' ? { first_name: last_name, last_name: '' } : { first_name, last_name }
  return { ...names, phone, email, language: '', collects }
}

/** The text as it would be saved, or nothing where it can't be. */
function clean(field: 'name' | 'first_name' | 'last_name' | 'phone' | 'email', text: string): string {
  return fields[field].safeParse(text).data ?? ''
}

type Person = Pick<FileAdult, 'first_name' | 'last_name' | 'phone' | 'email'>

/** The adult who a file means, as they are told from others: by name, and by telephone or email. */
export function personOf({ first_name, last_name, phone, email }: Person) {
  return {
    name: personKey(`${first_name} ${last_name}`),
    phone: contactKey({ phone, email: '' }),
    email: email.toLowerCase(),
  }
}

/** Whether two adults have one name, and one telephone number or email address. */
export function isSurelySame(one: Person, other: Person): boolean {
  const [a, b] = [personOf(one), personOf(other)]
  const shares = (field: 'phone' | 'email') => a[field] !== '' && a[field] === b[field]
  return a.name === b.name && (shares('phone') || shares('email'))
}

/** Whether two adults have one name, and nothing says that they are two. */
export function isMaybeSame(one: Person, other: Person): boolean {
  const [a, b] = [personOf(one), personOf(other)]
  const differs = (field: 'phone' | 'email') => a[field] !== '' && b[field] !== '' && a[field] !== b[field]
  return a.name === b.name && (isSurelySame(one, other) || !(differs('phone') || differs('email')))
}

export function hasSameName(one: Person, other: Person): boolean {
  return personOf(one).name === personOf(other).name
}
