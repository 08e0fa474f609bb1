import { expect, test } from 'vitest'
import { brotherStatus, zebraStatus } from '../../testing/label-printer.ts'
import { brotherLanguage } from './frame-brother.ts'
import { ZPL } from './frame-zpl.ts'

/** Black at the left edge of the first row alone, and at the right edge of the second. */
const PICTURE = {
  width: 306,
  height: 2,
  rows: Buffer.concat([
    Buffer.concat([Buffer.from([0x80]), Buffer.alloc(38)]),
    Buffer.concat([Buffer.alloc(38), Buffer.from([0x40])]),
  ]),
}
const BROTHER = brotherLanguage('brother_29x90')

test('a Brother is asked for its state after the rest of a broken job: 200 zeros, ESC @, ESC i S', () => {
  expect(BROTHER.ask.toString('hex')).toBe(`${'00'.repeat(200)}1b401b6953`)
})

test('a label for a Brother: raster mode, die-cut 29 × 90 mm, two rows, cut, no margin, not packed, printed and fed', () => {
  const empty = '00'.repeat(90)
  // The head's first pin is at the right: 6 pins lie beside the label, then come its 306 dots from right to left.
  const left = Buffer.alloc(90)
  left[(6 + 305) >> 3] = 0x80 >> ((6 + 305) & 7)
  const right = Buffer.alloc(90)
  right[0] = 0x80 >> 6
  const page = (number: number) =>
    ['1b697ace0b1d5a02000000', `0${number}00`, '1b694d40', '1b694101', '1b694b08', '1b69640000', '4d00'].join(
      '',
    )
  const rows = `67005a${left.toString('hex')}67005a${right.toString('hex')}`
  expect(BROTHER.frame([PICTURE]).toString('hex')).toBe(`1b696101${page(0)}${rows}1a`)
  const white = { ...PICTURE, rows: new Uint8Array(78) }
  const blank = `67005a${empty}`.repeat(2)
  expect(BROTHER.frame([PICTURE, white]).toString('hex')).toBe(
    `1b696101${page(0)}${rows}0c${page(1)}${blank}1a`,
  )
})

test('a label of 62 × 100 mm has 12 pins beside it, and 1109 rows', () => {
  const picture = { width: 696, height: 1109, rows: Buffer.alloc(87 * 1109, 0xff) }
  const framed = brotherLanguage('brother_62x100').frame([picture])
  expect(framed.subarray(4, 17).toString('hex')).toBe('1b697ace0b3e645504000000' + '00')
  const row = framed.subarray(framed.indexOf(Buffer.from([0x67, 0, 90])) + 3).subarray(0, 90)
  expect(row.toString('hex')).toBe(`000f${'ff'.repeat(86)}f000`)
})

test('what a Brother tells of itself: ready, without labels, or not ready', () => {
  const read = (...told: Buffer[]) => BROTHER.readState(Buffer.concat(told))
  expect(read()).toBeUndefined()
  expect(read(brotherStatus().subarray(0, 31))).toBeUndefined()
  expect(read(brotherStatus())).toBe('ready')
  expect(read(brotherStatus({ error: 0x01 }))).toBe('no_paper')
  expect(read(brotherStatus({ error: 0x02 }))).toBe('no_paper')
  expect(read(brotherStatus({ otherError: 0x10 }))).toBe('not_ready')
  expect(read(brotherStatus(), brotherStatus({ error: 0x02 }))).toBe('no_paper')
  const other = brotherStatus()
  other[10] = 62
  expect(read(other)).toBe('not_ready')
})

test('a label for a Zebra is a picture in hexadecimal, and then the question whether it came', () => {
  const picture = { width: 12, height: 2, rows: Uint8Array.of(0x80, 0x10, 0x0a, 0x00) }
  const label = '^XA^PW12^LL2^LH0,0^FO0,0^GFA,4,4,2,80100A00^FS^XZ\n'
  expect(ZPL.ask.toString()).toBe('~HS')
  expect(ZPL.frame([picture, picture]).toString()).toBe(`${label}${label}~HS`)
})

test('what a Zebra tells of itself: ready, without labels, or not ready', () => {
  expect(ZPL.readState(Buffer.alloc(0))).toBeUndefined()
  expect(ZPL.readState(zebraStatus().subarray(0, 50))).toBeUndefined()
  expect(ZPL.readState(zebraStatus())).toBe('ready')
  expect(ZPL.readState(zebraStatus({ paperOut: 1 }))).toBe('no_paper')
  expect(ZPL.readState(zebraStatus({ headUp: 1 }))).toBe('not_ready')
  expect(ZPL.readState(Buffer.concat([zebraStatus(), zebraStatus({ paperOut: 1 })]))).toBe('no_paper')
})
