import { unguardFormulas } from '@vestry/contract/text/formula-guard.ts'
import { collectRows, type ReadSheet, type Room } from './sheets.ts'
import { TableError } from './table-error.ts'
import { type Archive, openArchive } from './unzip.ts'
import { readXml } from './workbook-xml.ts'

const DAY = 24 * 60 * 60_000
const MINUTE = 60_000
/** The formats that every workbook has; these show days or times. */
const BUILT_IN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/**
 * Whether numbers with this format are days or times; text in quotes or brackets, or after a backslash, is shown as it
 * is.
 */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return BUILT_IN.some(([from, to]) => from <= id && id <= to)
  }
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')
  return /[dmyhs]/i.test(first) && !/[#?]|general|standard/i.test(first)
}

/** A day, a time if the number is less than one, or both, without a time zone. Workbooks count a 29 February 1900. */
function textOfDate(number: number, since1904: boolean): string {
  const first = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
  const moment = new Date(Math.round((first + number * DAY) / MINUTE) * MINUTE)
  if (Number.isNaN(moment.getTime()) || number < 0) {
    return String(number)
  }
  const [day = '', time = ''] = moment.toISOString().slice(0, 16).split('T')
  return number < 1 ? time : time === '00:00' ? day : `${day} ${time}`
}

/** In bytes; a workbook with the most rows that can be imported unpacks to a fraction of this. */
const MAX_UNPACKED = 100 * 1024 * 1024
const MAX_SHEETS = 200
const MAX_COLUMN = 16_384
const MAIN = 'xl/workbook.xml'

type Parts = { sheets: Map<string, string>; sharedStrings?: string; styles?: string }
type Reader = { archive: Archive; onBytes: (count: number) => void; room: Room }
type Texts = { shared: readonly string[]; dates: ReadonlySet<number>; since1904: boolean }

/** The sheets of an Excel workbook, in order. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, room: Room): Promise<ReadSheet[]> {
  let left = MAX_UNPACKED
  const onBytes = (count: number) => {
    left -= count
    if (left < 0) {
      throw new TableError('too_large_inside')
    }
  }
  const reader: Reader = { archive: openArchive(bytes), onBytes, room }
  const main = await findMain(reader)
  const { named, since1904 } = await readMain(reader, main)
  if (named.length > MAX_SHEETS) {
    throw new TableError('too_large_inside')
  }
  const parts = await readParts(reader, main)
  const shared = parts.sharedStrings === undefined ? [] : await readSharedStrings(reader, parts.sharedStrings)
  const dates = parts.styles === undefined ? new Set<number>() : await readDateStyles(reader, parts.styles)
  const sheets: ReadSheet[] = []
  for (const { id, ...sheet } of named) {
    const part = parts.sheets.get(id)
    if (part !== undefined) {
      sheets.push({ ...sheet, ...(await readSheet(reader, part, { shared, dates, since1904 })) })
    }
  }
  return sheets
}

function read({ archive, onBytes }: Reader, part: string) {
  return archive.read(part, onBytes)
}

async function findMain(reader: Reader): Promise<string> {
  let main = MAIN
  if (reader.archive.has('_rels/.rels')) {
    await readXml(read(reader, '_rels/.rels'), {
      open: (_, { Type = '', Target = '' }) => {
        if (Type.endsWith('/officeDocument')) {
          main = partOf(Target, '')
        }
      },
    })
  }
  return main
}

async function readMain(reader: Reader, main: string) {
  const named: { name: string; isHidden: boolean; id: string }[] = []
  let since1904 = false
  await readXml(read(reader, main), {
    open: (element, attributes) => {
      if (element === 'workbookPr') {
        since1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      } else if (element === 'sheet') {
        const [, id = ''] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? []
        const { name = '', state = 'visible' } = attributes
        named.push({ name, isHidden: state !== 'visible', id })
      }
    },
  })
  return { named, since1904 }
}

async function readParts(reader: Reader, main: string): Promise<Parts> {
  const parts: Parts = { sheets: new Map() }
  await readXml(read(reader, main.replace(/([^/]*)$/, '_rels/$1.rels')), {
    open: (_, { Id = '', Type = '', Target = '' }) => {
      const part = partOf(Target, main)
      if (Type.endsWith('/worksheet')) {
        parts.sheets.set(Id, part)
      } else if (Type.endsWith('/sharedStrings')) {
        parts.sharedStrings = part
      } else if (Type.endsWith('/styles')) {
        parts.styles = part
      }
    },
  })
  return parts
}

/** The part to which a relationship of `main` points. */
function partOf(target: string, main: string): string {
  return decodeURIComponent(new URL(target, `file:///${main}`).pathname.slice(1))
}

async function readSharedStrings(reader: Reader, part: string): Promise<string[]> {
  const strings: string[] = []
  const text = collectText(reader.room)
  await readXml(read(reader, part), {
    open: (name) => {
      if (name === 'si') {
        text.take()
      }
      text.open(name)
    },
    text: text.add,
    close: (name) => {
      text.close(name)
      if (name === 'si') {
        strings.push(text.take())
      }
    },
  })
  return strings
}

/** The places of the cell styles that show a number as a day or a time. */
async function readDateStyles(reader: Reader, part: string): Promise<Set<number>> {
  const formats = new Map<string, string>()
  const dates = new Set<number>()
  let isWithin = false
  let place = 0
  await readXml(read(reader, part), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') {
        formats.set(numFmtId, formatCode)
      } else if (name === 'cellXfs') {
        isWithin = true
      } else if (name === 'xf' && isWithin) {
        if (isDateFormat(Number(numFmtId), formats.get(numFmtId))) {
          dates.add(place)
        }
        place += 1
      }
    },
    close: (name) => {
      isWithin &&= name !== 'cellXfs'
    },
  })
  return dates
}

async function readSheet(reader: Reader, part: string, texts: Texts) {
  const rows = collectRows(reader.room)
  const text = collectText(reader.room)
  let line = 0
  let column = 0
  let cell: Record<string, string> = {}
  await readXml(read(reader, part), {
    open: (name, attributes) => {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1
        column = 0
      } else if (name === 'c') {
        cell = attributes
        column = columnOf(attributes.r) ?? column + 1
        text.take()
      }
      text.open(name)
    },
    text: text.add,
    close: (name) => {
      text.close(name)
      if (name === 'c' && column <= MAX_COLUMN) {
        rows.add(line, column, textOfCell(cell, text.take(), texts))
      }
    },
    isDone: rows.isFull,
  })
  return rows.finish()
}

function columnOf(address = ''): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0] ?? ''
  return letters === ''
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function textOfCell({ t = 'n', s = '' }: Record<string, string>, value: string, texts: Texts): string {
  if (t === 's') {
    return texts.shared[Number(value)] ?? ''
  }
  if (t === 'b') {
    return value === '' ? '' : String(value === '1')
  }
  const number = Number(value)
  if (value !== '' && t === 'n' && Number.isFinite(number)) {
    return texts.dates.has(Number(s)) ? textOfDate(number, texts.since1904) : String(number)
  }
  return value
}

/** The text of a cell or of a shared text: what is in `v` or `t`, without phonetic readings. */
function collectText(room: Room) {
  let text = ''
  let isText = false
  let isReading = false
  return {
    open: (name: string) => {
      isText ||= name === 'v' || name === 't'
      isReading ||= name === 'rPh'
    },
    add: (piece: string) => {
      if (isText && !isReading && text.length < room.longest) {
        text += piece.slice(0, room.longest)
      }
    },
    close: (name: string) => {
      isText &&= name !== 'v' && name !== 't'
      isReading &&= name !== 'rPh'
    },
    take: () => {
      const taken = text
      text = ''
      return unguardFormulas(unescapeSigns(taken)).trim()
    },
  }
}

/** Characters that XML doesn't allow are written by their numbers. */
function unescapeSigns(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
