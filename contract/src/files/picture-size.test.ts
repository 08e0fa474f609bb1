import { expect, test } from 'vitest'
import { readPictureSize } from './picture-size.ts'

const JPEG =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAEAAYDASIAAhEAAxEA/9oADAMBAAIRAxEAPwCLAFF/f//Z'
const LOSSY = 'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoGAAQAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/8gP+QH/ID/+PIAAAA='
const LOSSLESS = 'UklGRhwAAABXRUJQVlA4TA8AAAAvBgABAAcQ/Y/+ByKi/wEA'
const EXTENDED = Buffer.from(
  'RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x06\x01\0\x04\0\x01',
  'latin1',
).toString('base64')
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x07\0\0\0\x05', 'latin1').toString('base64')

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))

test.each([
  ['JPEG', JPEG, { type: 'jpeg', width: 6, height: 4 }],
  ['lossy WebP', LOSSY, { type: 'webp', width: 6, height: 4 }],
  ['lossless WebP', LOSSLESS, { type: 'webp', width: 7, height: 5 }],
  ['WebP with more to it', EXTENDED, { type: 'webp', width: 263, height: 65_541 }],
  ['PNG', PNG, { type: 'png', width: 7, height: 5 }],
])('a %s says how large it is', (_kind, base64, size) => {
  expect(readPictureSize(bytes(base64))).toEqual(size)
})

test.each([JPEG, LOSSY, LOSSLESS, EXTENDED, PNG])(
  'wherever its bytes end, it is no other picture: %s',
  (base64) => {
    const all = bytes(base64)
    for (let length = 0; length < all.length; length += 1) {
      expect([undefined, readPictureSize(all)]).toContainEqual(readPictureSize(all.slice(0, length)))
    }
  },
)
