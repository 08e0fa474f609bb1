import type { ImportCells } from '@vestry/contract/attendee-imports.ts'
import { MAX_IMPORT_CELL } from '@vestry/contract/import-rules.ts'
import { normalForm } from '@vestry/contract/normal-form.ts'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school-rules.ts'
import type { ColumnField, ColumnMapping } from './column-mapping.ts'
import { type DateOrder, readDay } from './read-day.ts'
import type { Table } from './read-table.ts'

/** Why a cell can't even be sent. */
type CellReason = 'two_digits' | 'not_a_date' | 'not_a_number' | 'not_yes_or_no' | 'too_long'
export type CellProblem = { field: ColumnField; reason: CellReason; text: string }

/** A row of a file: `line` as a spreadsheet counts, the headers being the first. */
export type FileRow = { line: number; cells: ImportCells; problems: CellProblem[] }

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
const MANY_LINES: readonly ColumnField[] = ['allergies', 'needs', 'notes']

/** The rows of a file by the fields of its columns. What is blank is left out. */
export function readRows(
  { headers, rows, lines }: Table,
  mapping: ColumnMapping,
  order: DateOrder,
): FileRow[] {
  return rows.map((texts, place) => {
    const given = new Map<ColumnField, string>()
    for (const [column, field] of mapping.entries()) {
      const text = texts[column] ?? ''
      if (field !== null && text !== '') {
        const former = given.get(field)
        given.set(
          field,
          former === undefined ? text : `${former}${MANY_LINES.includes(field) ? '\n' : ' '}${text}`,
        )
      }
    }
    const row: FileRow = { line: lines[place] ?? 0, cells: {}, problems: [] }
    for (const [field, text] of given) {
      const source = headers[mapping.indexOf('source_id')] ?? ''
      const read = field === 'source_id' ? readSource(source, text) : readCell(field, text, order)
      if (typeof read === 'string') {
        row.problems.push({ field, reason: read, text })
      } else {
        Object.assign(row.cells, read)
      }
    }
    return row
  })
}

/** The number that a child has in the program that calls it so. */
export function readSource(header: string, text: string) {
  const [source, id] = [header, text].map((one) => one.replace(/\s+/g, ' ').trim().slice(0, 60))
  return source && id ? { source_id: { source, id } } : {}
}

export function readCell(
  field: ColumnField,
  text: string,
  order: DateOrder,
): Partial<ImportCells> | CellReason {
  if (field === 'id') {
    return /^[1-9]\d{0,8}$/.test(text) ? { id: Number(text) } : 'not_a_number'
  }
  if (field === 'birthdate') {
    const read = readDay(text, order)
    if (typeof read === 'object') {
      return { birthdate: read.day }
    }
    return read === 'none' ? {} : read === 'two_digits' ? read : 'not_a_date'
  }
  if (field === 'is_member') {
    const word = normalForm(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
    return MEMBER.includes(word)
      ? { is_member: CHURCH_MEMBER }
      : NOT_MEMBER.includes(word)
        ? { is_member: GUEST }
        : 'not_yes_or_no'
  }
  const typed = text.replaceAll('\0', '').toWellFormed()
  return typed.length > MAX_IMPORT_CELL ? 'too_long' : { [field]: typed }
}
