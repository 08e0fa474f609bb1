import { COLUMN_FIELDS, type ColumnMapping, IMPORTED, type Imported } from './column-mapping.ts'
import { DATE_ORDERS, type DateOrder } from './read-day.ts'

export type StoredMapping = { of: Imported; mapping: ColumnMapping; order: DateOrder | undefined }

const STORED_AS = 'vestry.import.'

/** The choices that were made for a file with these headers, if there were any. */
export function findMapping(headers: readonly string[]): StoredMapping | undefined {
  try {
    const { of, mapping, order } = JSON.parse(localStorage.getItem(storedAs(headers)) ?? '') as {
      of?: unknown
      mapping: unknown[]
      order?: unknown
    }
    return mapping.length === headers.length
      ? {
          of: IMPORTED.find((one) => one === of) ?? 'attendees',
          mapping: mapping.map((field) => COLUMN_FIELDS.find((one) => one === field) ?? null),
          order: DATE_ORDERS.find((one) => one === order),
        }
      : undefined
  } catch {
    return undefined
  }
}

export function storeMapping(headers: readonly string[], stored: StoredMapping): void {
  try {
    localStorage.setItem(storedAs(headers), JSON.stringify(stored))
  } catch {
    // If the browser has no room, the person is asked again.
  }
}

/** A number that stands for the headers, since in a file without headers the first row is a child. */
function storedAs(headers: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(headers)) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return `${STORED_AS}${(hash >>> 0).toString(36)}`
}
