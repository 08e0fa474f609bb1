import { expect, test } from 'vitest'
import { barePicture } from './bare-picture.ts'

const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAEAAYDASIAAhEAAxEA/9oADAMBAAIRAxEAPwCLAFF/f//Z',
  'base64',
)
const WEBP = Buffer.from(
  'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoGAAQAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
  'base64',
)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A JPEG's segment of this marker. */
function segment(marker: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])
}
function chunkOfPng(name: string, text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, Buffer.from(name + text, 'latin1'), Buffer.alloc(4)])
}
function chunkOfWebp(name: string, text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([Buffer.from(name), length, Buffer.from(text, 'latin1')])
}
function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat(chunks)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length + 4)
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), body])
}
const put = (into: Buffer, at: number, more: Buffer) =>
  Buffer.concat([into.subarray(0, at), more, into.subarray(at)])
const picture = WEBP.subarray(12)

test.each([
  ['JPEG', JPEG],
  ['WebP', WEBP],
  ['PNG', PNG],
])('a bare %s stays as it is, and only whole', (_kind, bytes) => {
  expect(Buffer.from(barePicture(bytes) ?? [])).toEqual(bytes)
  for (let length = 0; length < bytes.length; length += 1) {
    expect(barePicture(bytes.subarray(0, length))?.length ?? 0).toBeLessThan(bytes.length)
  }
})

test.each([
  ['the place in a JPEG', put(JPEG, 20, segment(0xe1, 'Exif\0\0MM\0*GPS 40.4,-3.7')), JPEG],
  ['the place in front of its header', put(JPEG, 2, segment(0xe1, 'Exif\0\0')), JPEG],
  ['a comment', put(JPEG, 20, segment(0xfe, 'Taken at school')), JPEG],
  ['a preview', put(JPEG, 20, segment(0xe0, 'JFXX\0\x10and a small picture')), JPEG],
  ['metadata between the scan and the end', put(JPEG, JPEG.length - 2, segment(0xe1, 'Exif\0\0')), JPEG],
  ['what stands behind a JPEG', Buffer.concat([JPEG, JPEG]), JPEG],
  ['the place in a PNG', put(PNG, 33, chunkOfPng('eXIf', 'MM\0*GPS')), PNG],
  ['a text in a PNG', put(PNG, 33, chunkOfPng('tEXt', 'Author\0Ruth')), PNG],
  ['what stands behind a PNG', Buffer.concat([PNG, Buffer.from('<script>')]), PNG],
  ['the place in a WebP', riff(picture, chunkOfWebp('EXIF', 'MM\0*GPS!')), WEBP],
  ['what a program says in a WebP', riff(chunkOfWebp('XMP ', '<x:meta>'), picture), WEBP],
  ['what stands behind a WebP', Buffer.concat([WEBP, Buffer.from('<script>')]), WEBP],
])('%s is taken out', (_what, bytes, bare) => {
  expect(Buffer.from(barePicture(bytes) ?? [])).toEqual(bare)
})

test('the header of a WebP no longer names what was taken out', () => {
  const size = '\0\0\0\x05\0\0\x03\0\0'
  const full = riff(chunkOfWebp('VP8X', `\x3c${size}`), picture, chunkOfWebp('EXIF', 'MM'))
  const bare = riff(chunkOfWebp('VP8X', `\x10${size}`), picture)
  expect(Buffer.from(barePicture(full) ?? [])).toEqual(bare)
})

test('what is no picture, or ends within one, is none', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('<svg/>'), JPEG.subarray(0, 60), PNG.subarray(0, 40)]) {
    expect(barePicture(bytes)).toBeUndefined()
  }
})
