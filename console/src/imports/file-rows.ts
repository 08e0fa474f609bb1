import type { ImportCells } from '@vestry/contract/calls/attendee-imports.ts'
import { MAX_IMPORT_CELL } from '@vestry/contract/rules/import-rules.ts'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import { type ColumnField, type ColumnMapping, hasTwoLastNames, MANY_LINES } from './column-mapping.ts'
import { takeFamily } from './family-cells.ts'
import { type DateOrder, isNoDay, readDay, type Years } from './read-day.ts'
import type { Table } from './read-table.ts'
import { splitName } from './split-name.ts'

/** Why a cell can't be sent. */
type CellReason = 'two_digits' | 'not_a_date' | 'not_a_number' | 'not_yes_or_no' | 'too_long'
export type CellProblem = { field: ColumnField; reason: CellReason; text: string }

/** How a cell was read whose meaning isn't plain. */
type CellRemark = { field: ColumnField; reason: 'no_day' | 'open_member' | 'full_name'; text: string }

/** A row of a file; `line` counts as a spreadsheet does, with the headers as the first line. */
export type FileRow = { line: number; cells: ImportCells; problems: CellProblem[]; remarks?: CellRemark[] }

/** The person's answers about a file: those about years, and the words that make somebody a member. */
export type FileWays = Years & {
  members?: ReadonlyMap<string, ImportCells['is_member']>
}

const MEMBER = [
  '1',
  'yes',
  'y',
  'true',
  'x',
  'member',
  'church member',
  'si',
  's',
  'verdadero',
  'miembro',
  'miembro de la iglesia',
]
const NOT_MEMBER = ['0', 'no', 'n', 'false', 'guest', 'visitor', 'falso', 'invitado', 'visita', 'visitante']

/** The rows of a file by the fields of its columns. Blank cells are left out. */
export function readRows(
  { headers, rows, lines }: Table,
  mapping: ColumnMapping,
  order: DateOrder,
  { latestYear, members = new Map() }: FileWays = {},
): FileRow[] {
  return rows.map((texts, place) => {
    const given = new Map<ColumnField, string>()
    const contacts: string[] = []
    for (const [column, field] of mapping.entries()) {
      const text = texts[column] ?? ''
      if (field !== null && text !== '' && !(SAID_TO_LACK.includes(field) && isNothing(text))) {
        const former = given.get(field)
        if (field === 'parent_contact') {
          contacts.push(text)
        }
        given.set(
          field,
          former === undefined ? text : `${former}${MANY_LINES.includes(field) ? '\n' : ' '}${text}`,
        )
      }
    }
    const row: FileRow = { line: lines[place] ?? 0, cells: {}, problems: [] }
    const remark = (one: CellRemark) => {
      row.remarks = [...(row.remarks ?? []), one]
    }
    const name = given.get('full_name')
    if (name !== undefined && !given.has('first_name') && !given.has('last_name')) {
      const parts = splitName(name, hasTwoLastNames(headers[mapping.indexOf('full_name')] ?? ''))
      given.set('first_name', parts.first_name).set('last_name', parts.last_name)
      remark({ field: 'full_name', reason: 'full_name', text: `${parts.first_name} · ${parts.last_name}` })
    }
    given.delete('full_name')
    const nameOf = () => `${given.get('first_name') ?? ''} ${given.get('last_name') ?? ''}`
    Object.assign(row.cells, takeFamily(given, headers[mapping.indexOf('family_role')] ?? '', nameOf))
    if (row.cells.adult !== undefined) {
      // The server takes a telephone and an email of these; two numbers side by side would be one.
      given.set('parent_contact', contacts.join(', '))
      for (const field of [...given.keys()].filter((one) => !OF_ADULTS.includes(one))) {
        given.delete(field)
      }
    }
    for (const [field, text] of given) {
      const source = headers[mapping.indexOf('source_id')] ?? ''
      const read =
        field === 'source_id' ? readSource(source, text) : readCell(field, text, order, { latestYear })
      if (read === 'not_yes_or_no') {
        const is_member = members.get(plainWord(text))
        if (is_member === undefined) {
          remark({ field, reason: 'open_member', text })
        } else {
          row.cells.is_member = is_member
        }
      } else if (field === 'birthdate' && typeof read === 'object' && !('birthdate' in read)) {
        remark({ field, reason: 'no_day', text })
      } else if (typeof read === 'string') {
        row.problems.push({ field, reason: read, text })
      } else {
        Object.assign(row.cells, read)
      }
    }
    return row
  })
}

/** Where forms have a word for nothing, which would be shown as a warning. */
const SAID_TO_LACK: readonly ColumnField[] = ['allergies', 'needs']
const NOTHING = [
  ...[
    'no',
    'none',
    'n/a',
    'na',
    'nil',
    '-',
    '--',
    'none known',
    'no known allergies',
    'no allergies',
    'nka',
    'nkda',
  ],
  ...['ninguna', 'ninguno', 'nada', 'sin alergias', 'no tiene', 'no conocidas'],
]

function isNothing(text: string): boolean {
  return NOTHING.includes(plainWord(text).replace(/[.!]+$/, ''))
}

/** What is read of the row of an adult. */
const OF_ADULTS: readonly ColumnField[] = ['first_name', 'last_name', 'parent_contact']

function plainWord(text: string): string {
  return normalForm(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** The church's own words in the column of membership, each once, as the file has them, and how often. */
export function ownMemberWords(
  { rows }: Pick<Table, 'rows'>,
  mapping: ColumnMapping,
): Map<string, { text: string; count: number }> {
  const column = mapping.indexOf('is_member')
  const words = new Map<string, { text: string; count: number }>()
  for (const text of rows.map((row) => row[column] ?? '')) {
    if (text.trim() !== '' && typeof readCell('is_member', text, 'dmy') === 'string') {
      const word = plainWord(text)
      words.set(word, { text, count: (words.get(word)?.count ?? 0) + 1 })
    }
  }
  return words
}

/** A child's number in another program, with that program's name for it. */
export function readSource(header: string, text: string) {
  const [source, id] = [header, text].map((one) => one.replace(/\s+/g, ' ').trim().slice(0, 60))
  return source && id ? { source_id: { source, id } } : {}
}

export function readCell(
  field: ColumnField,
  text: string,
  order: DateOrder,
  years?: Years,
): Partial<ImportCells> | CellReason {
  if (field === 'id') {
    return /^[1-9]\d{0,8}$/.test(text) ? { id: Number(text) } : 'not_a_number'
  }
  if (field === 'birthdate') {
    const read = readDay(text, order, years)
    if (typeof read === 'object') {
      return { birthdate: read.day }
    }
    return read === 'none' || isNoDay(text) ? {} : read === 'two_digits' ? read : 'not_a_date'
  }
  if (field === 'is_member') {
    const word = plainWord(text)
    return MEMBER.includes(word)
      ? { is_member: CHURCH_MEMBER }
      : NOT_MEMBER.includes(word)
        ? { is_member: GUEST }
        : 'not_yes_or_no'
  }
  const typed = text.replaceAll('\0', '').toWellFormed()
  return typed.length > MAX_IMPORT_CELL ? 'too_long' : { [field]: typed }
}
