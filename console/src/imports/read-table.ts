import { unguardFormulas } from '@vestry/contract/formula-guard.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@vestry/contract/import-rules.ts'

/** A file as texts: its first row, those below, and how a spreadsheet numbers them, which counts blank ones too. */
export type Table = { headers: string[]; rows: string[][]; lines: number[] }

export type TableProblem =
  | 'too_large'
  | 'too_large_inside'
  | 'too_many'
  | 'empty'
  | 'old_excel'
  | 'unreadable'

export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: TableProblem

  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}

/** In bytes; a workbook of the most rows that an import takes unpacks to a fraction of it. */
const MAX_UNPACKED = 100 * 1024 * 1024
const MINUTE = 60_000
/** The first day that a workbook can name. */
const FIRST_DAY = Date.UTC(1899, 11, 31)
const SEPARATORS = [',', ';', '\t']

/** Reads a CSV or XLSX file, whatever it is called. Throws a `TableError`. */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > MAX_IMPORT_BYTES) {
    throw new TableError('too_large')
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new TableError('old_excel')
  }
  const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  if (isZip && unpackedSize(bytes) > MAX_UNPACKED) {
    throw new TableError('too_large_inside')
  }
  const lines = isZip ? await readWorkbook(file) : await readText(bytes)
  const full = lines
    .map((cells, place) => ({ cells, line: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [headers, ...rows] = full
  if (headers === undefined || rows.length === 0) {
    throw new TableError('empty')
  }
  if (rows.length > MAX_IMPORT_ROWS) {
    throw new TableError('too_many')
  }
  const width = Math.max(...full.map(({ cells }) => cells.length))
  const fill = ({ cells }: { cells: string[] }) =>
    Array.from({ length: width }, (_, place) => cells[place] ?? '')
  return { headers: fill(headers), rows: rows.map(fill), lines: rows.map(({ line }) => line) }
}

function startsWith(bytes: Uint8Array, ...signature: number[]): boolean {
  return signature.every((byte, place) => bytes[place] === byte)
}

/** What a zip file says that its entries unpack to, in bytes; an unpacker takes no more of them than that. */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) {
    end -= 1
  }
  if (end < 0) {
    return 0
  }
  let size = 0
  let entry = view.getUint32(end + 16, true)
  while (entry + 46 <= end && view.getUint32(entry, true) === 0x02014b50) {
    size += view.getUint32(entry + 24, true)
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true))
    entry += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return size
}

async function readText(bytes: Uint8Array): Promise<string[][]> {
  const text = decodeText(bytes)
  if (text.includes('\0')) {
    throw new TableError('unreadable')
  }
  const { default: papa } = await import('papaparse')
  // Blank rows have none of the separators, and would be counted when one is guessed.
  const { meta } = papa.parse(text, {
    delimitersToGuess: SEPARATORS,
    skipEmptyLines: 'greedy',
    preview: 1,
  })
  const { data } = papa.parse<string[]>(text, { delimiter: meta.delimiter })
  return data.map((line) => line.map((cell) => unguardFormulas(cell).trim()))
}

/** A text in UTF-8, in UTF-16, or else in the alphabet of Western Windows. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if (startsWith(bytes, 0xfe, 0xff)) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  const [first, second] = bytes
  if (first === 0 || second === 0) {
    return new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function readWorkbook(file: Blob): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/web-worker')
  try {
    const rows = await readSheet(file)
    return rows.map((row) => row.map(textOf))
  } catch {
    throw new TableError('unreadable')
  }
}

/** A moment of a workbook is a day, or a time where it is less than one; it has no zone: it is read as of UTC. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const minute = new Date(Math.round(cell.getTime() / MINUTE) * MINUTE).toISOString()
    return cell.getTime() < FIRST_DAY ? minute.slice(11, 16) : cell.toISOString().slice(0, 10)
  }
  return cell === null || cell === undefined ? '' : unguardFormulas(String(cell)).trim()
}
