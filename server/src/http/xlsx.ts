import { guardFormulas, unguardFormulas } from '@vestry/contract/text/formula-guard.ts'
import type { Cell, Cells } from './csv.ts'
import { escapeMarkup } from './markup.ts'

/** The first day that an archive can hold: the files in it need no date of their own. */
const DATE = new Date(1980, 0, 1)

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`
const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const PARTS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`
/**
 * Style 1 is text (format 49), which stays text when somebody edits it; 2 is the same in bold; 3 is a share (format 9).
 */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="9" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
const TEXT = 1
const BOLD = 2
const SHARE = 3

/** A table as the pieces of an Excel workbook with one sheet, in which a cell is a number or text, never a formula. */
export function xlsxOf(
  title: string,
  headers: Cells,
  pages: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<Uint8Array> {
  const workbook = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  return zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [ROOT] },
    { name: 'xl/workbook.xml', content: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', content: [PARTS] },
    { name: 'xl/styles.xml', content: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(headers, pages) },
  ])
}

async function* sheetOf(headers: Cells, pages: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headers.length}" width="18" customWidth="1"/></cols><sheetData>`
  yield rowOf(headers, 1, BOLD)
  let row = 1
  for await (const rows of pages) {
    yield rows.map((cells, place) => rowOf(cells, row + 1 + place, TEXT)).join('')
    row += rows.length
  }
  yield `</sheetData><ignoredErrors><ignoredError sqref="A1:${columnName(headers.length - 1)}${row}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function rowOf(cells: Cells, row: number, style: number): string {
  const written = cells.map((cell, column) => cellOf(cell, `${columnName(column)}${row}`, style))
  return `<row r="${row}">${written.join('')}</row>`
}

function cellOf(cell: Cell, place: string, style: number): string {
  if (typeof cell !== 'string') {
    return `<c r="${place}"${cell.isShare ? ` s="${SHARE}"` : ''}><v>${cell.value}</v></c>`
  }
  return cell === ''
    ? ''
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(toRead(cell))}</t></is></c>`
}

/** The name of a column in a workbook: A to Z, then AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}

/**
 * Text needs no guard in a workbook. But text that looks guarded gets one more apostrophe, or it would lose its own
 * when it is imported.
 */
function toRead(text: string): string {
  return unguardFormulas(text) === text ? text : guardFormulas(text)
}

/** XML readers would take a bare carriage return for a line feed. */
function escapeXml(text: string): string {
  return escapeMarkup(text).replaceAll('\r', '&#13;')
}

/** A file in an archive: its name, and its text in pieces. */
type ZippedFile = { name: string; content: Iterable<string> | AsyncIterable<string> }

/** Packs files one after the other, as they arrive; each must have less than 4 GB. */
async function* zip(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  const packed: Uint8Array[] = []
  const archive = new Zip((error, piece) => {
    if (error) {
      throw error
    }
    packed.push(piece)
  })
  const encoder = new TextEncoder()
  for (const { name, content } of files) {
    const file = new ZipDeflate(name)
    file.mtime = DATE
    archive.add(file)
    for await (const text of content) {
      file.push(encoder.encode(text))
      yield* packed.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* packed.splice(0)
  }
  archive.end()
  yield* packed.splice(0)
}
