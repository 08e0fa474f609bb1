import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { readCsv } from './csv-rows.ts'
import { differingWords, readingsOf } from './list-letters.ts'
import { findHeaders } from './read-table.ts'
import { createRoom, type ReadSheet, type Room, type Sheet } from './sheets.ts'
import { TableError } from './table-error.ts'
import { readWorkbook } from './workbook.ts'

/**
 * Reads the lists of a CSV or XLSX file, whatever its name is. Throws a `TableError` if there is none that can be
 * imported.
 */
export async function readSheets(file: Blob): Promise<Sheet[]> {
  if (file.size > MAX_IMPORT_BYTES) {
    throw new TableError('too_large')
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new TableError('old_excel')
  }
  const room = createRoom()
  const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  const sheets = (isZip ? await unpackWorkbook(bytes, room) : readText(bytes, room)).map(withHeaders)
  if (sheets.every(({ problem }) => problem !== undefined)) {
    const problems = sheets.flatMap(({ problem }) => problem ?? [])
    throw new TableError(problems.find((problem) => problem !== 'empty') ?? 'empty')
  }
  return sheets
}

function startsWith(bytes: Uint8Array, ...signature: number[]): boolean {
  return signature.every((byte, place) => bytes[place] === byte)
}

function withHeaders(sheet: ReadSheet): Sheet {
  const { rows, problem } = sheet
  const headers = findHeaders(rows)
  const below = rows.length - 1 - headers
  return {
    ...sheet,
    headers,
    problem: problem ?? (below < 1 ? 'empty' : below > MAX_IMPORT_ROWS ? 'too_many' : undefined),
  }
}

/** One list, or one for each way in which its letters can be read. */
function readText(bytes: Uint8Array, room: Room): ReadSheet[] {
  const readings = readingsOf(bytes)
  if (readings.some((text) => text.includes('\0'))) {
    throw new TableError('unreadable')
  }
  return readings.map((text, place) => {
    const other = readings[1 - place]
    const name = other === undefined ? '' : differingWords(text, other).join(', ')
    return { name, isHidden: false, ...(other !== undefined && { isReading: true }), ...readCsv(text, room) }
  })
}

async function unpackWorkbook(bytes: Uint8Array<ArrayBuffer>, room: Room): Promise<ReadSheet[]> {
  try {
    return await readWorkbook(bytes, room)
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('unreadable')
  }
}
