import { expect, test } from 'vitest'
import { imageTypeOf } from './image-type.ts'

const bytes = (hex: string) =>
  new Uint8Array(hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [])

test.each([
  ['89504e470d0a1a0a0000000d', 'image/png'],
  ['ffd8ffe000104a4649460001', 'image/jpeg'],
  ['474946383961010001000000', 'image/gif'],
  ['524946461a00000057454250', 'image/webp'],
  ['0000002066747970617669660000', 'image/avif'],
  ['424d', 'image/bmp'],
  ['524946461a00000057415645', undefined],
  ['ffd8', undefined],
  ['', undefined],
])('a picture of which the system knows no type is known by its beginning: %s', (hex, type) => {
  expect(imageTypeOf(bytes(hex))).toBe(type)
})
