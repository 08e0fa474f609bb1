import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const EIGHT_BITS = 8
const RGB = 2
const PALETTE = 3

/**
 * A square picture as a PNG (W3C PNG, third edition): the red, green and blue of each pixel, row by row, or its place
 * in a palette.
 */
export function encodePng(side: number, pixels: Uint8Array, palette?: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([EIGHT_BITS, palette ? PALETTE : RGB, 0, 0, 0], 8)
  const width = palette ? side : side * 3
  const rows = Buffer.alloc(side * (width + 1))
  for (let row = 0; row < side; row += 1) {
    // The byte before each row says that it is not filtered.
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(content.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
