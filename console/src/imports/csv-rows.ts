import { unguardFormulas } from '@vestry/contract/text/formula-guard.ts'
import { collectRows, MAX_ROWS, type ReadSheet, type Room, type StrayRow } from './sheets.ts'

const SEPARATORS = [',', ';', '\t']
/** How much of a text is examined to find its separator. */
const LOOKED_AT = 64 * 1024
/** A first row with this tells Excel the separator, and is not shown. */
const SAYS_SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n)/i

/** A row of the text, from `start` to `end`; `isStray` if its quotation marks don't match. */
type Row = { cells: string[]; start: number; end: number; isStray: boolean; hasLines: boolean }
/** A row that isn't blank, and how many blank rows are above it. */
type FoundRow = Row & { blanks: number }

/**
 * Reads CSV. A quotation mark that is never closed, or closed in the middle of a cell, doesn't swallow the rows below:
 * its line is read by itself, and left out unless it has as many cells as the others.
 */
export function readCsv(text: string, room: Room): Pick<ReadSheet, 'rows' | 'problem' | 'stray'> {
  const [said, separator = guessSeparator(text)] = SAYS_SEPARATOR.exec(text) ?? ['']
  const content = text.slice(said.length)
  const rows = readAll(content, separator)
  const width = usualWidth(rows)
  const collected = collectRows(room)
  const stray: StrayRow[] = []
  let line = 0
  for (const row of rows.flatMap((one) => partedRows(content, one, separator, width))) {
    line += row.blanks + 1
    const isRead = !row.isStray || row.cells.length === width
    if (row.isStray) {
      stray.push({ line, text: content.slice(row.start, row.end).slice(0, room.longest), isRead })
    }
    for (const [place, cell] of isRead ? row.cells.entries() : []) {
      collected.add(line, place + 1, unguardFormulas(cell.slice(0, room.longest)).trim())
    }
    if (collected.isFull()) {
      break
    }
  }
  return { ...collected.finish(), ...(stray.length > 0 && { stray }) }
}

/** The separator that splits most rows into the same number of cells. */
function guessSeparator(text: string): string {
  const [best] = SEPARATORS.map((separator) => {
    const rows = readAll(text.slice(0, LOOKED_AT), separator)
    const width = usualWidth(rows)
    return { separator, width, count: rows.filter(({ cells }) => cells.length === width).length }
  })
    .filter(({ width }) => width > 1)
    .sort((one, other) => other.count - one.count || other.width - one.width)
  return best?.separator ?? ','
}

/** How many cells most rows with several cells have; if two numbers are equally frequent, the larger one. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells, isStray, hasLines } of rows) {
    if (cells.length > 1 && !isStray && !hasLines) {
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    }
  }
  const [first] = [...counts].sort(([one, often], [other, times]) => times - often || other - one)
  return first?.[0] ?? 1
}

/** It is enough to know that there are too many rows. */
function readAll(text: string, separator: string): FoundRow[] {
  const rows: FoundRow[] = []
  /** The cells after which quotation marks don't match, found while rows further up were read. */
  const failed = new Set<number>()
  let blanks = 0
  for (let at = 0; at < text.length && rows.length <= MAX_ROWS; ) {
    const row = readRow(text, at, separator, failed) ?? readLine(text, at, separator)
    if (row.cells.some((cell) => cell !== '')) {
      rows.push({ ...row, blanks })
      blanks = 0
    } else {
      blanks += 1
    }
    at = afterLine(text, row.end)
  }
  return rows
}

/**
 * Splits a row again if it spans lines and has a different width: then a stray quotation mark has joined the lines,
 * which by themselves are as wide as the others.
 */
function partedRows(text: string, row: FoundRow, separator: string, width: number): FoundRow[] {
  if (!row.hasLines || row.cells.length === width) {
    return [row]
  }
  const lines: FoundRow[] = []
  for (let at = row.start; at < row.end; ) {
    const line = readLine(text, at, separator)
    lines.push({ ...line, blanks: lines.length === 0 ? row.blanks : 0 })
    at = afterLine(text, line.end)
  }
  return lines.every(({ cells }) => cells.length === width) ? lines : [row]
}

/** The row that begins at a place; nothing if its quotation marks don't match. No cell is read in vain twice. */
function readRow(text: string, start: number, separator: string, failed: Set<number>): Row | undefined {
  const cells: string[] = []
  const below: number[] = []
  let hasLines = false
  for (let at = start; ; at += 1) {
    if (hasLines) {
      below.push(at)
    }
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1)
      const next = end && afterBlanks(text, end + 1, separator)
      if (end === undefined || next === undefined || !endsCell(text, next, separator) || failed.has(at)) {
        for (const place of below) {
          failed.add(place)
        }
        return undefined
      }
      const cell = text.slice(at + 1, end)
      hasLines ||= /[\r\n]/.test(cell)
      cells.push(cell.replaceAll('""', '"'))
      at = next
    } else {
      const end = endOfPlain(text, at, separator)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] !== separator) {
      return { cells, start, end: at, isStray: false, hasLines }
    }
  }
}

/**
 * A line by itself: a quotation mark ends a cell only where the cell can end; elsewhere it is an ordinary character.
 */
function readLine(text: string, start: number, separator: string): Row {
  const cells: string[] = []
  let canEnd = true
  for (let at = start; ; at += 1) {
    const isQuoted = text[at] === '"'
    const end = isQuoted && canEnd ? endOfLoose(text, at + 1, separator) : undefined
    if (end === undefined) {
      canEnd &&= !isQuoted
      const last = endOfPlain(text, at, separator)
      cells.push(text.slice(isQuoted ? at + 1 : at, last))
      at = last
    } else {
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = afterBlanks(text, end + 1, separator)
    }
    if (text[at] !== separator) {
      return { cells, start, end: at, isStray: true, hasLines: false }
    }
  }
}

/** The end of a quoted cell; two quotation marks in it stand for one. */
function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') {
      return at
    }
  }
  return undefined
}

/** The next quotation mark on this line after which a cell can end. */
function endOfLoose(text: string, from: number, separator: string): number | undefined {
  for (let at = from; at < text.length && !isLineEnd(text, at); at += 1) {
    if (text[at] === '"' && endsCell(text, afterBlanks(text, at + 1, separator), separator)) {
      return at
    }
  }
  return undefined
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from
  while (!endsCell(text, at, separator)) {
    at += 1
  }
  return at
}

function afterBlanks(text: string, from: number, separator: string): number {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) {
    at += 1
  }
  return at
}

function endsCell(text: string, at: number, separator: string): boolean {
  return at >= text.length || text[at] === separator || isLineEnd(text, at)
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r'
}

function afterLine(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}
