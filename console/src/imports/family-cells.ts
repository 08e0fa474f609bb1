import type { ImportCells } from '@vestry/contract/calls/attendee-imports.ts'
import { MAX_IMPORT_CELL } from '@vestry/contract/rules/import-rules.ts'
import { MAX_ADULTS } from '@vestry/contract/sunday-school/family-record.ts'
import { FAMILY_COLUMNS, type FamilyColumn } from './family-fields.ts'
import { keyOf } from './header-key.ts'
import { splitName } from './split-name.ts'

/** What programs call those of a family who answer for its children. */
const PARENTS = [
  ...['adult', 'head', 'headofhousehold', 'headoffamily', 'headoffamilyspouse', 'spouse', 'husband', 'wife'],
  ...['parent', 'guardian', 'mother', 'father', 'parentguardian', 'primarycontact'],
  ...[
    'adulto',
    'adulta',
    'personaadulta',
    'cabezadefamilia',
    'conyuge',
    'esposo',
    'esposa',
    'madre',
    'padre',
  ],
]
const NOT_A_CHILD = ['false', 'no', 'n', '0', 'falso']
const YES = ['yes', 'si', 'always', 'siempre', 'true', '1']
/** What our own lists write where an adult has no telephone or email. */
const NONE = ['–', '-']

/**
 * Takes from the texts of a row what they say of its family. Of an adult who is only said to be no child nobody said
 * that they collect, unless the family names them as the one to talk to.
 */
export function takeFamily<Column extends string>(
  given: Map<Column | FamilyColumn, string>,
  roleHeader: string,
  nameOf: () => string,
): Partial<ImportCells> {
  const texts = new Map<FamilyColumn, string>()
  for (const column of FAMILY_COLUMNS) {
    texts.set(column, (given.get(column) ?? '').trim().slice(0, MAX_IMPORT_CELL))
    given.delete(column)
  }
  const textOf = (column: FamilyColumn) => texts.get(column) ?? ''
  const role = readRole(roleHeader, textOf('family_role'))
  const isHead = nameKey(textOf('family_head')) !== '' && nameKey(textOf('family_head')) === nameKey(nameOf())
  const adult = role === 'no' && isHead ? 'yes' : role
  const adults = readAdults(textOf)
  return {
    ...(textOf('family') !== '' && { family: textOf('family') }),
    ...(textOf('family_name') !== '' && { family_name: textOf('family_name') }),
    ...(adult !== undefined && { adult }),
    ...(adults.length > 0 && { adults }),
  }
}

/** Whether somebody is an adult, and then whether they collect. A column of that name says of each who is a child. */
function readRole(header: string, text: string): ImportCells['adult'] {
  const word = keyOf(text)
  if (keyOf(header) === 'child') {
    return NOT_A_CHILD.includes(word) ? 'no' : undefined
  }
  return PARENTS.includes(word) ? 'yes' : undefined
}

/** The adults of our own lists: one a line, and the lines of the other columns are about the same ones. */
function readAdults(textOf: (column: FamilyColumn) => string): NonNullable<ImportCells['adults']> {
  const linesOf = (column: FamilyColumn) => textOf(column).split(/\r\n?|\n/)
  const names = linesOf('adults')
  const alike = (column: FamilyColumn) => {
    const lines = linesOf(column).map((line) => line.trim())
    return lines.length === names.length ? lines : []
  }
  const [phones, emails] = [alike('adult_phones'), alike('adult_emails')]
  const collects = alike('adult_collects')
  const known = (text = '') => (NONE.includes(text) ? '' : text)
  return names
    .flatMap((name, at) =>
      name.trim() === ''
        ? []
        : {
            ...splitName(name, false),
            phone: known(phones[at]),
            email: known(emails[at]),
            collects: YES.includes(keyOf(collects[at] ?? '')) ? ('yes' as const) : ('no' as const),
          },
    )
    .slice(0, MAX_ADULTS)
}

function nameKey(name: string): string {
  const { first_name, last_name } = splitName(name, false)
  return keyOf(`${first_name} ${last_name}`)
}
