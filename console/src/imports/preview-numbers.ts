import { changesNumbers } from '@vestry/contract/rules/changes-numbers.ts'
import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_FIELDS,
  type AttendeeField,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import { isChosen, meantBy, type PreviewRow } from './preview-rows.ts'

/** Cells in which cleaning changes numbers, if a row would save them. */
type ChangedCell = { field: AttendeeField; before: string; after: string }

export function numbersOf(row: PreviewRow): ChangedCell[] {
  const known = meantBy(row)
  return ATTENDEE_FIELD_NAMES.flatMap((field) => {
    const before = String(row.cells[field] ?? '')
    const after = String(row.plan?.content[field] ?? '')
    const saves = known === undefined || field in known.former
    return saves && 'cleaned' in ATTENDEE_FIELDS[field] && after !== '' && changesNumbers(before, after)
      ? [{ field, before, after }]
      : []
  })
}

/** The same for all rows that are imported. */
export function numbersOfAll(rows: readonly PreviewRow[]): (ChangedCell & { row: PreviewRow })[] {
  return rows.filter(isChosen).flatMap((row) => numbersOf(row).map((cell) => ({ ...cell, row })))
}

/** Whether something of a row is not saved as the file has it. */
export function isDoubtful(row: PreviewRow): boolean {
  const hasRemark = row.remarks?.some(({ reason }) => reason === 'no_day') ?? false
  return hasRemark || (row.plan?.no_rosters?.length ?? 0) > 0 || numbersOf(row).length > 0
}
