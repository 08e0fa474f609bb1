import { bytesPerRow, type LabelPicture } from './label-picture.ts'
import type { PrinterLanguage, PrinterState } from './printer-language.ts'

// ZPL II, as in Zebra's “Programming Guide”: `^GF` for pictures, `~HS` for the printer's state.

const ASK = '~HS'
/** How many values the first two lines of a state have; the second is whole once the third has begun. */
const FIELDS = [12, 11] as const

export const ZPL: PrinterLanguage = {
  ask: Buffer.from(ASK),
  // It answers the second question once it has read the labels before it.
  frame: (pictures) => Buffer.from(`${pictures.map(labelOf).join('')}${ASK}`, 'latin1'),
  readState,
}

function labelOf(picture: LabelPicture): string {
  const { width, height, rows } = picture
  const dots = Buffer.from(rows).toString('hex').toUpperCase()
  const field = `^GFA,${rows.length},${rows.length},${bytesPerRow(picture)},${dots}`
  return `^XA^PW${width}^LL${height}^LH0,0^FO0,0${field}^FS^XZ\n`
}

function readState(heard: Buffer): PrinterState | undefined {
  // Each line stands between two control characters.
  const lines = heard
    .toString('latin1')
    .split('\r\n')
    .map((line) => line.replace(/[^\d,]/g, '').split(','))
  const at = lines
    .slice(0, -2)
    .findLastIndex((one, place) => one.length === FIELDS[0] && lines[place + 1]?.length === FIELDS[1])
  const [[, paperOut, paused] = [], [, , headUp, ribbonOut] = []] = at < 0 ? [] : lines.slice(at)
  if (paperOut === '1') {
    return 'no_paper'
  }
  return at < 0 ? undefined : [paused, headUp, ribbonOut].includes('1') ? 'not_ready' : 'ready'
}
