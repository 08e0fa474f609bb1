import type { PRINTER_SIZES } from '@vestry/contract/sunday-school/label-rules.ts'
import { bytesPerRow, type LabelPicture } from './label-picture.ts'
import type { PrinterLanguage, PrinterState } from './printer-language.ts'

// Brother's raster commands, as in the “Raster Command Reference” of the QL-800 series and its forerunners.

const ESC = 0x1b
/** The pins of the print head; every row has a bit for each. */
const PINS = 720
const DIE_CUT = 0x0b
/** Which of the fields after `ESC i z` count: kind, width and length, at best quality, with recovery. */
const FIELDS_THAT_COUNT = 0xce
const AUTO_CUT = 0x40
const CUT_AT_END = 0x08

/** The labels in millimetres, and how many pins at the right of the head lie beside them. */
const MEDIA = {
  brother_62x100: { width: 62, length: 100, unused: 12 },
  brother_29x90: { width: 29, length: 90, unused: 6 },
} as const satisfies Record<(typeof PRINTER_SIZES)['brother_ql'][number], Media>
type Media = { width: number; length: number; unused: number }

const STATUS_LENGTH = 32
const NO_MEDIA = 0x01
const END_OF_MEDIA = 0x02

export function brotherLanguage(size: keyof typeof MEDIA): PrinterLanguage {
  const media = MEDIA[size]
  return {
    // What was left of a broken job is read to its end first.
    ask: Buffer.concat([Buffer.alloc(200), bytes(ESC, 0x40), bytes(ESC, 0x69, 0x53)]),
    frame: (pictures) =>
      Buffer.concat([
        bytes(ESC, 0x69, 0x61, 0x01),
        ...pictures.flatMap((picture, at) => [
          ...pageOf(picture, { media, isFirst: at === 0 }),
          bytes(at === pictures.length - 1 ? 0x1a : 0x0c),
        ]),
      ]),
    readState: (heard) => readState(heard, media),
  }
}

function pageOf(picture: LabelPicture, { media, isFirst }: { media: Media; isFirst: boolean }): Buffer[] {
  const { width, length, unused } = media
  const lines = Buffer.alloc(4)
  lines.writeUInt32LE(picture.height)
  return [
    bytes(ESC, 0x69, 0x7a, FIELDS_THAT_COUNT, DIE_CUT, width, length, ...lines, isFirst ? 0 : 1, 0),
    bytes(ESC, 0x69, 0x4d, AUTO_CUT),
    bytes(ESC, 0x69, 0x41, 1),
    bytes(ESC, 0x69, 0x4b, CUT_AT_END),
    bytes(ESC, 0x69, 0x64, 0, 0),
    bytes(0x4d, 0),
    ...Array.from({ length: picture.height }, (_, y) =>
      Buffer.concat([bytes(0x67, 0, PINS / 8), rowOf(picture, y, unused)]),
    ),
  ]
}

/** A row as the head has it: its first pin is at the right of the label. */
function rowOf(picture: LabelPicture, y: number, unused: number): Buffer {
  const row = Buffer.alloc(PINS / 8)
  const from = y * bytesPerRow(picture)
  for (let x = 0; x < picture.width; x += 1) {
    if ((picture.rows[from + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) {
      const pin = unused + picture.width - 1 - x
      row[pin >> 3] = (row[pin >> 3] ?? 0) | (0x80 >> (pin & 7))
    }
  }
  return row
}

/** The printer's last state of those that it has sent, 32 bytes each. */
function readState(heard: Buffer, media: Media): PrinterState | undefined {
  const count = Math.floor(heard.length / STATUS_LENGTH)
  if (count === 0) {
    return undefined
  }
  const status = heard.subarray((count - 1) * STATUS_LENGTH, count * STATUS_LENGTH)
  const [error = 0, otherError = 0, width] = status.subarray(8)
  if (error & (NO_MEDIA | END_OF_MEDIA)) {
    return 'no_paper'
  }
  const hasOtherLabels = width !== media.width || status[17] !== media.length
  return error !== 0 || otherError !== 0 || hasOtherLabels ? 'not_ready' : 'ready'
}

function bytes(...values: number[]): Buffer {
  return Buffer.from(values)
}
